import Foundation
import Testing
import _PrintedDocuments

/// The first `swiftc` of the search path.
private let printedDocumentCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// The Swift code of the REST documentation that is not compiled with the package, because it causes warnings or uses
/// undeclared names. The code that is compiled is in `Documents/Printed`.
///
/// Listings that are not Swift are not parsed: the addresses of the snapshot (`GET https://…`), and the declarations of
/// methods without bodies (`PriceAPIService`, `PriceBackfillService`, and the phases of the plan).
@Suite("Swift of the REST documentation", .enabled(if: printedDocumentCompiler != nil, "there is no swiftc"))
struct PrintedDocumentTests {
    private static let documents = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Documents")
    private static let modules = Bundle(for: RunningServer.self).bundleURL.appending(path: "Modules")

    private func compile(_ arguments: [String], _ files: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(printedDocumentCompiler))
        process.arguments = arguments + files.map { Self.documents.appending(path: $0).path }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test("the service, its usage and the cache of quotes type-check together in Swift 5")
    func snapshot() throws {
        let result = try compile(
            ["-typecheck", "-swift-version", "5", "-module-name", "Printed"],
            [
                "Printed/QuotesSnapshotModels.swift", "Printed/QuotesSnapshotService.swift",
                "Fragments/QuotesCache.swift", "Fragments/main.swift",
            ])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(
        "the examples of the REST API type-check with the types of OptionsClient",
        arguments: ["StockPrice", "Calculate"])
    func usage(name: String) throws {
        let result = try compile(
            ["-typecheck", "-swift-version", "5", "-module-name", "Printed", "-I", Self.modules.path],
            ["Fragments/\(name)Usage.swift"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("fragments with undefined names parse")
    func fragments() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.documents.appending(path: "Fragments").path)
        #expect(names.count == 12)
        for name in names {
            let result = try compile(["-frontend", "-parse"], ["Fragments/\(name)"])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("CoinMarketData, as printed, reads the documented coins")
    func coins() throws {
        let coins = try printedCoins(Data(DocumentedJSON.coins.utf8))
        #expect(coins.map(\.id) == ["bitcoin", "ethereum"])
        #expect(coins.map(\.price) == [Decimal(string: "45000.5"), Decimal(string: "3200.75")])
    }
}
