import Foundation
import Logging
import MarketData
import MarketServices
import MarketStore
import NIOCore
import ServiceLifecycle
import Testing

@testable import OptionsServer

/// An address without a listener.
let nowhere = "http://127.0.0.1:9"

/// Runs a server on a free port of the loopback interface as long as `body`, which gets the port. `limits` changes the limits.
func withServer(
    token: String? = nil, allowedOrigins: [String] = [], allowedHosts: [String]? = nil, logger: Logger? = nil,
    limits change: (inout ServerLimits) -> Void = { _ in },
    _ body: @escaping @Sendable (_ port: Int) throws -> Void
) async throws {
    // Unreachable sources, and no background work.
    var configuration = try ServerConfiguration(
        flags: ["--market": "live"], environment: ["YAHOO_BASE_URL": nowhere, "COINGECKO_BASE_URL": nowhere])
    configuration.port = 0
    configuration.token = token
    configuration.allowedOrigins = allowedOrigins
    configuration.allowedHosts = allowedHosts
    change(&configuration.limits)
    configuration.limits.lastRequestTime = .milliseconds(20)
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let logger = logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let folder = TemporaryFolder()
    let server = APIServer(configuration, market: try .temporary(configuration, folder), logger: logger) { address in
        continuation.yield(Int(address.split(separator: ":").last ?? "") ?? 0)
    }
    let group = ServiceGroup(
        configuration: .init(services: [.init(service: server.application)], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        do {
            // Runs on a separate thread, so that waiting clients do not block the threads of the server's tasks.
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread { continuation.resume(with: Result { try body(port) }) }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        } catch {
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            throw error
        }
    }
}

/// A folder that is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "options-server-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension ServedMarket {
    /// The market of a configuration over a new database in a folder.
    static func temporary(
        _ configuration: ServerConfiguration, _ folder: TemporaryFolder, time: ServiceTime = .system
    ) throws -> ServedMarket {
        let store = try MarketDatabase(folder: folder.path, market: configuration.servedMarket, now: time.now())
        return ServedMarket(
            configuration, store: store, underlyings: ShippedUnderlyings.optionable.map(\.ticker), time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

/// The bytes received on a raw connection.
struct RawResponse {
    let status: Int
    /// Names in lower case.
    let fields: [String: String]
    let body: String
}

/// A TCP connection that sends exactly the given bytes.
final class RawConnection {
    private let descriptor: Int32
    /// A slice, so that bytes are removed from the beginning without moving the others.
    private var received: ArraySlice<UInt8> = []

    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        // A test that waits for bytes that do not arrive fails after this time. With a sanitizer and on a loaded machine, some responses take half a minute.
        var time = timeval(tv_sec: 120, tv_usec: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func sendText(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes[start...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            start += count
        }
    }

    /// Closes our side only.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives the next response with a length or with chunks; `nil` at the end of the connection.
    func receive(hasBody: Bool = true) throws -> RawResponse? {
        while true {
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                let lines = head.split(separator: "\r\n")
                var fields: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    fields[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
                }
                let status = Int(lines[0].split(separator: " ")[1]) ?? 0
                received.removeFirst(end.upperBound - received.startIndex)
                var body: [UInt8] = []
                if hasBody, fields["transfer-encoding"] == "chunked" {
                    while true {
                        let line = try receiveLine()
                        let size = try #require(Int(line, radix: 16))
                        body += try receiveBytes(size)
                        _ = try receiveLine()
                        if size == 0 { break }
                    }
                } else if hasBody, status >= 200 {
                    body = try receiveBytes(Int(fields["content-length"] ?? "") ?? 0)
                }
                return RawResponse(status: status, fields: fields, body: String(decoding: body, as: UTF8.self))
            }
            guard try receiveMore() else { return nil }
        }
    }

    /// Whether the connection ends, with nothing more to receive.
    func isAtEnd() throws -> Bool {
        while received.isEmpty {
            guard try receiveMore() else { return true }
        }
        return false
    }

    /// Receives the text up to the next end of a line, without it.
    func receiveLine(endingIn lineEnd: String = "\r\n") throws -> String {
        while true {
            if let end = received.firstRange(of: Array(lineEnd.utf8)) {
                let line = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeFirst(end.upperBound - received.startIndex)
                return line
            }
            try #require(try receiveMore())
        }
    }

    private func receiveBytes(_ count: Int) throws -> [UInt8] {
        while received.count < count { try #require(try receiveMore()) }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func receiveMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return false }
        try #require(count >= 0, "no bytes arrived for two minutes")
        received += buffer[..<count]
        return count > 0
    }
}

/// Sends one request on a separate connection.
func exchange(
    _ port: Int, _ method: String, _ path: String, fields: [String: String] = [:], body: String? = nil
) throws -> RawResponse {
    let connection = try RawConnection(port)
    var fields = fields
    fields["Host"] = fields["Host"] ?? "127.0.0.1:\(port)"
    if let body { fields["Content-Length"] = "\(body.utf8.count)" }
    let head = fields.map { "\($0): \($1)\r\n" }.joined()
    connection.sendText("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
    return try #require(try connection.receive(hasBody: method != "HEAD"))
}

/// Expects a line of the metrics. A request is counted only after its response, so the line may appear a little later.
func expectMetric(_ line: String, _ port: Int, fields: [String: String] = [:]) throws {
    var text = ""
    for _ in 0..<12_000 {
        text = try exchange(port, "GET", "/metrics", fields: fields).body
        if text.contains(line) { return }
        usleep(10_000)
    }
    #expect(text.contains(line))
}
