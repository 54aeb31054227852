import Foundation
import HTTPTypes
import Logging
import MarketData
import MarketServices
import MarketStore
import NIOCore
import Synchronization
import Testing
import _FakeSources

@testable import OptionsServer

/// A server with imitated sources, in memory. It has its own clock, so pauses take no time.
final class LiveMarket: Sendable {
    /// Friday, 2026-02-13, 11:00 in New York.
    static let noon = Timestamp("2026-02-13T16:00:00Z") ?? .unixEpoch
    static let keys = [
        "POLYGON_API_KEY": "polygon-key", "TRADIER_TOKEN": "tradier-token", "COINGECKO_API_KEY": "coingecko-key",
        "ALPHA_VANTAGE_API_KEY": "alphavantage-key", "TWELVE_DATA_API_KEY": "twelvedata-key",
    ]

    let sources: FakeSources
    let folder = TemporaryFolder()
    let market: ServedMarket
    let log = CollectedLog()
    private let routes: RoutesInMemory
    private let clock: SharedInstant

    /// Runs a test on sources that it can make fail.
    ///
    /// - Parameters:
    ///   - keys: The variables of the keys that are set.
    ///   - variables: Further variables.
    ///   - body: The test.
    /// - Throws: The errors of the test.
    static func with(
        keys: Set<String> = Set(LiveMarket.keys.keys), _ variables: [String: String] = [:],
        _ body: (LiveMarket) async throws -> Void
    ) async throws {
        let sources = try await FakeSources.start()
        sources.setClock(noon.secondsSince1970)
        do {
            try await body(try LiveMarket(sources, keys, variables))
        } catch {
            await sources.stop()
            throw error
        }
        await sources.stop()
    }

    private init(_ sources: FakeSources, _ keys: Set<String>, _ variables: [String: String]) throws {
        self.sources = sources
        let instant = SharedInstant(Self.noon)
        clock = instant
        var environment = variables.merging([
            "OPTIONS_MARKET": "live", "POLYGON_CALLS_PER_MINUTE": "1000", "COINGECKO_CALLS_PER_MINUTE": "1000",
            "YAHOO_CALLS_PER_MINUTE": "1000", "UPSTREAM_TIMEOUT": "5",
        ]) { given, _ in given }
        for (name, value) in Self.keys where keys.contains(name) { environment[name] = value }
        let names: [FakeSource: String] = [
            .polygon: "POLYGON", .tradier: "TRADIER", .yahoo: "YAHOO", .coingecko: "COINGECKO",
            .alphavantage: "ALPHA_VANTAGE", .twelvedata: "TWELVE_DATA",
        ]
        for (source, name) in names { environment["\(name)_BASE_URL"] = sources.address(of: source) }
        let configuration = try ServerConfiguration(flags: [:], environment: environment)
        let hungCalls = Mutex(0)
        let time = ServiceTime(
            now: { instant.now },
            sleep: { seconds in
                try Task.checkCancellation()
                instant.advance(seconds)
                await Task.yield()
            },
            timeout: { seconds in
                // A call times out if the source withholds its answer, however long the machine takes for others.
                while !hungCalls.withLock({ count in
                    guard sources.requests().count(where: \.isWithheld) > count else { return false }
                    count += 1
                    return true
                }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
                instant.advance(seconds)
            })
        let logger = log.logger
        let store = try MarketDatabase(folder: folder.path, market: .live, now: time.now())
        market = ServedMarket(
            configuration, store: store,
            underlyings: ["SPY", "COIN", "NULLO", "NOLST", "NOALL", "BRK.B", "NOPEA"]
                .compactMap { Ticker($0) }, time: time, logger: logger)
        routes = RoutesInMemory(APIServer(configuration, market: market, logger: logger).routes)
    }

    /// Advances the clocks of the server and of the sources.
    func pass(_ seconds: Double) {
        clock.advance(seconds)
        sources.setClock(clock.now.secondsSince1970)
    }

    /// Makes all sources, or some, fail until ``recover()``.
    func fail(_ fault: FakeFault, _ failing: [FakeSource] = FakeSource.allCases) {
        for source in failing { sources.inject(fault, into: source) }
    }

    /// Ends all faults, and waits until paused sources are called again.
    func recover() {
        sources.clearFaults()
        pass(61)
    }

    /// The answer to a request below `/api/rest`, or to another absolute path.
    func send(
        _ method: String, _ target: String, _ body: String = ""
    ) async throws -> (status: Int, body: String, fields: HTTPFields) {
        let answer = try await routes.send(
            try #require(HTTPRequest.Method(method)),
            target.hasPrefix("/v1/") || target == "/metrics" ? target : "/api/rest" + target,
            body: body.isEmpty ? nil : ByteBuffer(string: body))
        return (answer.status.code, String(buffer: answer.body), answer.headers)
    }

    /// The JSON of a GET, which must have a status.
    func get(_ target: String, status: Int = 200) async throws -> [String: Any] {
        let answer = try await send("GET", target)
        #expect(answer.status == status, "\(target): \(answer.body)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any], "\(target)")
    }

    /// Imports prices, and waits for the end of the job.
    func backfill(_ assets: [String], from first: String, through last: String) async throws -> JobView {
        let (first, last) = (try #require(CalendarDate(first)), try #require(CalendarDate(last)))
        let job = try await market.backend.backfill.start(
            assets: assets.compactMap { Asset($0) }, from: first, through: last)
        await market.backend.backfill.finish(job.job.id)
        return try #require(try await market.backend.backfill.job(job.job.id))
    }
}

extension RecordedRequest {
    /// Whether the source leaves the caller without a complete answer.
    fileprivate var isWithheld: Bool { fault == .slow || fault == .trickle }
}

/// An instant that several tasks can change.
private final class SharedInstant: Sendable {
    private let instant: Mutex<Timestamp>

    init(_ instant: Timestamp) { self.instant = Mutex(instant) }

    var now: Timestamp { instant.withLock { $0 } }

    func advance(_ seconds: Double) { instant.withLock { $0 = $0.adding(interval: max(0, seconds)) } }
}

/// The lines of a log.
final class CollectedLog: Sendable {
    private struct Handler: LogHandler {
        let log: CollectedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
            log.collected.withLock { $0.append("\(event.level) \(event.message) \(metadata)") }
        }
    }

    private let collected = Mutex<[String]>([])

    /// All lines.
    var text: String { collected.withLock { $0.joined(separator: "\n") } }
    /// A logger of all levels.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}
