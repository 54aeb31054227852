import Foundation
import OptionsClient
import Testing

/// An `options-server` with the simulated market, a temporary data folder and any free port.
///
/// The server stops when this process ends: its shell waits for the end of standard input.
final class RunningServer: Sendable {
    let address: URL
    let client: OptionsServerClient
    private let input: FileHandle
    private let folder: URL

    /// The server that the tests share.
    static let shared = Task.detached { try RunningServer() }

    /// The program, built together with the tests, or the one in the environment's `OPTIONS_SERVER_EXECUTABLE`.
    private static var executable: String {
        ProcessInfo.processInfo.environment["OPTIONS_SERVER_EXECUTABLE"]
            ?? Bundle(for: RunningServer.self).bundleURL.appending(path: "options-server").path
    }

    init(token: String? = nil, arguments: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "options-client-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\"$@\" </dev/null & read line; kill -9 $!", "sh", Self.executable]
        process.arguments? += ["--port", "0", "--market", "simulated", "--data", folder.path, "--log-level", "error"]
        process.arguments? += arguments
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !["OPTIONS_", "POLYGON_", "TRADIER_"].contains { name.hasPrefix($0) }
        }
        if let token { process.environment?["OPTIONS_TOKEN"] = token }
        let (standardInput, standardError) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = FileHandle.nullDevice
        process.standardError = standardError
        input = standardInput.fileHandleForWriting
        try process.run()
        let text = Self.firstLine(standardError.fileHandleForReading)
        try #require(text.hasPrefix("listening on http"), "\(text)")
        address = try #require(URL(string: String(text.dropFirst("listening on ".count))))
        client = OptionsServerClient(baseAddress: address, token: token, timeout: 600)
    }

    deinit {
        try? input.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The line `listening on …`. Later output is read and discarded, so that the server never blocks.
    private static func firstLine(_ handle: FileHandle) -> String {
        var text = Data()
        while !text.contains(0x0A) {
            let more = handle.availableData
            if more.isEmpty { break }
            text += more
        }
        handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
        return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// A client of the shared server, which is ready and has quotes. Readiness only shows that they were requested.
    static func readyClient() async throws -> OptionsServerClient {
        let client = try await shared.value.client
        while true {
            do {
                _ = try await client.ready()
                if try await !client.quotesLastUpdate().lastUpdate.isEmpty { return client }
            } catch let error as OptionsClientError where error.status == 503 {}
            try await Task.sleep(nanoseconds: 50_000_000)
        }
    }
}
