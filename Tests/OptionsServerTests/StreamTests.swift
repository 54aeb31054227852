import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import MarketData
import MarketServices
import NIOCore
import Synchronization
import Testing
import _TestSupport

@testable import OptionsServer

/// The streams of market data, in memory, on the simulated market.
@Suite("Streams")
struct StreamTests {
    /// Friday, 2026-02-13, 11:00 in New York.
    private static let noon = Timestamp("2026-02-13T16:00:00Z") ?? .unixEpoch
    private static let chain = "/api/rest/stocks/COIN/options/chain"
    private static let expiration = "2026-03-20"

    private let clock = StepClock(Self.noon)
    private let folder = TemporaryFolder()
    private let market: ServedMarket
    private let routes: [Route]

    init() throws {
        market = try .temporary(ServerConfiguration(), folder, time: clock.time)
        let server = APIServer(
            ServerConfiguration(), market: market, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        routes = server.routes
    }

    private func open(
        _ target: String, after identifier: String? = nil, accepting encoding: String? = nil,
        takes: @escaping @Sendable () async -> Void = {}
    ) async throws -> StreamReader {
        let reader = try await StreamReader(routes, target, after: identifier, accepting: encoding, takes: takes)
        try #require(reader.response.status == .ok, "\(reader.response.status)")
        _ = try await reader.next("retry")
        return reader
    }

    private func get(_ target: String) async throws -> [String: Any] {
        let answer = try await RoutesInMemory(routes).send(.get, target)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any])
    }

    private static func rows(_ prices: [(symbol: String, last: String)]) -> [SnapshotRow] {
        prices.map { symbol, last in
            SnapshotRow(
                symbol: symbol, name: "\(symbol) Inc.", last: ExactDecimal(last) ?? .zero, bid: .zero, ask: .zero,
                volume: 1)
        }
    }

    private func publish(
        _ prices: [(symbol: String, last: String)], after seconds: Int, failures: Int = 0, failure: String? = nil
    ) {
        var status = SnapshotStatus()
        status.snapshot = QuotesSnapshot(
            rows: Self.rows(prices), source: .simulated, changed: Self.noon.adding(seconds: seconds),
            refreshed: Self.noon.adding(seconds: seconds))
        (status.failureCount, status.failure) = (failures, failure)
        market.board.publish(status)
    }

    // MARK: Quotes

    @Test("a reader gets the quotes of its symbols, and then those that differ")
    func quotes() async throws {
        publish([("AAPL", "1"), ("ABQ", "2"), ("MSFT", "3"), ("SPY", "4")], after: 0)
        let all = try await open("/v1/markets/quotes/stream")
        let some = try await open("/v1/markets/quotes/stream?symbols=msft,AAPL,abq,NOPE")
        let endpoint = try await get("/v1/markets/quotes/snapshot?symbols=MSFT,AAPL,ABQ,NOPE")
        var whole = try await some.next("whole").value
        #expect(whole.removeValue(forKey: "topic") as? String == "quotes AAPL,ABQ,MSFT,NOPE")
        #expect(NSDictionary(dictionary: whole).isEqual(to: endpoint))
        #expect(try await all.next("whole").value["topic"] as? String == "quotes")

        publish([("AAPL", "1"), ("MSFT", "3.5"), ("SPY", "5")], after: 61)
        let change = try await some.next("change")
        #expect(
            change.data
                == #"{"topic":"quotes AAPL,ABQ,MSFT,NOPE","last_update":"2026-02-13T16:01:01.000000","source":"#
                + #""simulated","results":[{"symbol":"MSFT","description":"MSFT Inc.","last":3.5,"bid":0,"ask":0,"#
                + #""volume":1}],"removed":["ABQ"]}"#)
        let changed = try await all.next("change").value["results"] as? [[String: Any]]
        #expect(changed?.compactMap { $0["symbol"] as? String } == ["MSFT", "SPY"])
        // Nothing of these symbols differs, but the instant of the data does.
        publish([("AAPL", "1"), ("MSFT", "3.5"), ("SPY", "6")], after: 122)
        let empty = try await some.next("change").value
        #expect((empty["results"] as? [Any])?.isEmpty == true && empty["removed"] == nil)
        #expect(empty["last_update"] as? String == "2026-02-13T16:02:02.000000")
    }

    @Test("a source that fails or recovers is an event")
    func status() async throws {
        publish([("AAPL", "1")], after: 0)
        let reader = try await open("/v1/markets/quotes/stream?symbols=AAPL")
        let whole = try await reader.next("whole")
        publish([("AAPL", "1")], after: 0, failures: 1, failure: "down")
        publish([("AAPL", "1")], after: 0, failures: 2, failure: "down")
        let status = try await reader.next("status")
        let late = try await open("/v1/markets/quotes/stream?symbols=AAPL")
        // Only the last event of a generation has an identifier.
        #expect(try await late.next("whole").identifier == nil)
        #expect(
            try await late.next("status").data
                == #"{"topic":"quotes AAPL","stale":true,"asOf":"2026-02-13T16:00:00Z","message":"down"}"#)
        publish([("AAPL", "2")], after: 61)
        #expect(try await late.next("change").identifier == nil)
        #expect(
            try await late.next("status").data
                == #"{"topic":"quotes AAPL","stale":false,"asOf":"2026-02-13T16:01:01Z","message":null}"#)
        // A reader who missed the failure learns nothing that is no longer true but the recovery.
        let back = try await open("/v1/markets/quotes/stream?symbols=AAPL", after: whole.identifier)
        _ = try await back.next("change")
        #expect(try await back.next("status").value["stale"] as? Bool == false)
        #expect(status.identifier != nil)
    }

    @Test("a return with the last identifier gets one change; any other identifier the whole")
    func returning() async throws {
        publish([("AAPL", "1"), ("MSFT", "1"), ("SPY", "1")], after: 0)
        let target = "/api/rest/stream?quotes=AAPL,MSFT"
        let identifier = try #require(try await open(target).next("whole").identifier)
        let (instance, generation) = (identifier.split(separator: "-")[0], identifier.split(separator: "-")[1])
        publish([("AAPL", "2"), ("MSFT", "1"), ("SPY", "1")], after: 61)
        publish([("AAPL", "2"), ("MSFT", "3"), ("SPY", "2")], after: 122)
        publish([("AAPL", "2"), ("MSFT", "3"), ("SPY", "3")], after: 183)
        let back = try await open(target, after: identifier)
        let change = try await back.next("change")
        let rows = try #require(try change.value["results"] as? [[String: Any]])
        #expect(rows.compactMap { $0["last"] as? Int } == [2, 3])
        // Who has everything gets nothing, until something changes.
        let current = try await open(target, after: change.identifier)
        publish([("AAPL", "9"), ("MSFT", "3"), ("SPY", "3")], after: 244)
        let next = try await current.next("change").value["results"] as? [[String: Any]]
        #expect(next?.compactMap { $0["last"] as? Int } == [9])
        for other in [
            "0123456789abcdef-\(generation)", "\(instance)-999999", "\(instance)-x", "\(instance)", "-1", "é",
        ] {
            _ = try await open(target, after: other).next("whole")
        }
        // The identifier of other topics says nothing about these.
        _ = try await open("/api/rest/stream?quotes=AAPL,SPY", after: identifier).next("whole")
    }

    @Test("a slow reader misses versions, but not the newest, and keeps nobody waiting")
    func slow() async throws {
        publish([("AAPL", "0"), ("MSFT", "0")], after: 0)
        let (takes, taking) = AsyncStream<Void>.makeStream()
        let slow = try await StreamReader(
            routes, "/v1/markets/quotes/stream",
            takes: {
                for await _ in takes { return }
            })
        let fast = try await open("/v1/markets/quotes/stream")
        _ = try await fast.next("whole")
        for value in 1...50 {
            publish([("AAPL", "\(value)"), ("MSFT", value < 25 ? "1" : "2")], after: 61 * value)
            let rows = try await fast.next("change").value["results"] as? [[String: Any]]
            #expect(rows?.first?["last"] as? Int == value)
        }
        for _ in 0..<3 { taking.yield() }
        _ = try await slow.next("retry")
        // What it began with is the state of the moment at which it could take it.
        let whole = try await slow.next("whole").value["results"] as? [[String: Any]]
        #expect(whole?.compactMap { $0["last"] as? Int } == [50, 2])
        publish([("AAPL", "51"), ("MSFT", "2")], after: 61 * 51)
        publish([("AAPL", "52"), ("MSFT", "2")], after: 61 * 52)
        let change = try await slow.next("change").value["results"] as? [[String: Any]]
        #expect(change?.count == 1)
        taking.finish()
        await slow.close()
    }

    // MARK: Chains and prices

    /// Applies a change to an object with rows.
    private static func apply(
        _ change: [String: Any], to whole: inout [String: Any], rows name: String, key: String
    ) throws {
        var rows: [String: [String: Any]] = [:]
        for row in try #require(whole[name] as? [[String: Any]]) { rows["\(try #require(row[key]))"] = row }
        for row in try #require(change[name] as? [[String: Any]]) { rows["\(try #require(row[key]))"] = row }
        for removed in change["removed"] as? [Any] ?? [] { rows["\(removed)"] = nil }
        for (member, value) in change where member != "removed" { whole[member] = value }
        whole[name] = rows.values.map { $0 }
    }

    private static func sorted(_ value: [String: Any], rows name: String, key: String) throws -> NSDictionary {
        var value = value
        let rows = try #require(value[name] as? [[String: Any]])
        value[name] = rows.sorted { "\($0[key] ?? "")" < "\($1[key] ?? "")" }
        return NSDictionary(dictionary: value)
    }

    @Test("the whole chain and its changes are the newest chain, each second, and after a return")
    func chainAddsUp() async throws {
        let target = Self.chain + "/stream?expirationDate=\(Self.expiration)"
        let reader = try await open(target)
        var whole = try await reader.next("whole").value
        #expect(whole["topic"] as? String == "chain COIN \(Self.expiration)")
        var identifier: String?
        for second in 1...5 {
            await clock.step(1, sleepers: 1)
            let change = try await reader.next("change")
            let value = try change.value
            #expect((value["strikes"] as? [Any])?.isEmpty == false)
            try Self.apply(value, to: &whole, rows: "strikes", key: "strikePrice")
            if second == 2 { identifier = change.identifier }
            var newest = try await get(Self.chain + "?expirationDate=\(Self.expiration)")
            newest["topic"] = whole["topic"]
            #expect(
                try Self.sorted(whole, rows: "strikes", key: "strikePrice")
                    == Self.sorted(newest, rows: "strikes", key: "strikePrice"))
        }
        let back = try await open(target, after: identifier)
        let change = try await back.next("change").value
        #expect(change["asOf"] as? String == "2026-02-13T16:00:05Z")
    }

    @Test("a reader who accepts gzip gets the same events, at once and in fewer bytes")
    func compressed() async throws {
        let target = "/api/rest/stream?chain=COIN,\(Self.expiration)&prices=COIN"
        let (plain, other) = (try await open(target), try await open(target, accepting: "gzip, br"))
        #expect(plain.response.headers[.contentEncoding] == nil)
        #expect(other.response.headers[.contentEncoding] == "gzip")
        #expect(other.response.headers[.vary] == "Accept-Encoding")
        for name in ["whole", "whole"] {
            #expect(try await other.next(name).data == plain.next(name).data)
        }
        #expect(other.received < plain.received / 3)
        await clock.step(1, sleepers: 2)
        let (change, same) = (try await plain.next("change"), try await other.next("change"))
        #expect(change.data == same.data && change.identifier == same.identifier)
    }

    @Test("a chain is kept for a reader who returns, and is asked only while it has readers")
    func leaving() async throws {
        let target = "/api/rest/stream?chain=COIN,\(Self.expiration)"
        var reader: StreamReader? = try await open(target)
        let identifier = try await reader?.next("whole").identifier
        await reader?.close()
        reader = nil
        await clock.step(1, sleepers: 1)
        // The feed ends at its next turn. Then nothing sleeps, and time passes without a question.
        let back = try await open(target, after: identifier)
        #expect(try await back.next("change").value["asOf"] as? String == "2026-02-13T16:00:01Z")
        await clock.step(1, sleepers: 1)
        #expect(try await back.next("change").value["asOf"] as? String == "2026-02-13T16:00:02Z")
    }

    @Test("latest prices: the rows that differ, and the assets that nobody knows")
    func prices() async throws {
        let reader = try await open("/api/rest/stream?prices=SPY,BTC,NOPE9&quotes=AAPL")
        let prices = try await reader.next("whole")
        // Only the last event has an identifier.
        #expect(prices.identifier == nil)
        var whole = try prices.value
        #expect(try await reader.next("whole").identifier != nil)
        #expect(whole["topic"] as? String == "prices BTC,NOPE9,SPY")
        #expect(whole["unknown"] as? [String] == ["NOPE9"])
        // A reader of other assets is served by the same question.
        let other = try await open("/api/rest/stream?prices=ETH")
        _ = try await other.next("whole")
        for _ in 0..<3 {
            await clock.step(1, sleepers: 1)
            let change = try await reader.next("change").value
            try Self.apply(change, to: &whole, rows: "prices", key: "asset")
            let ether = try await other.next("change").value["prices"] as? [[String: Any]]
            #expect(ether?.compactMap { $0["asset"] as? String } == ["ETH"])
        }
        var newest = try await get("/api/rest/prices/latest?assets=BTC,NOPE9,SPY")
        newest["topic"] = whole["topic"]
        #expect(
            try Self.sorted(whole, rows: "prices", key: "asset")
                == Self.sorted(newest, rows: "prices", key: "asset"))
    }

    @Test("a comment follows 15 seconds without an event")
    func comments() async throws {
        publish([("AAPL", "1")], after: 0)
        let reader = try await open("/v1/markets/quotes/stream")
        _ = try await reader.next("whole")
        for _ in 0..<2 {
            await clock.step(15, sleepers: 1)
            let comment = try #require(await reader.next())
            #expect(comment.name.isEmpty && comment.data == nil)
        }
    }

    // MARK: Rules

    @Test("readers may follow at most 50 chains")
    func chainLimit() async throws {
        let dates = try #require(
            try await get("/api/rest/stocks/SPY/options/expirations")["expirationDates"] as? [String])
        let tickers = ["SPY", "QQQ", "AAPL", "MSFT", "COIN"]
        var targets: [String] = []
        for date in dates.prefix(20) { targets += tickers.map { "chain=\($0),\(date)" } }
        var readers: [StreamReader] = []
        var index = 0
        var refused: StreamReader?
        while refused == nil, index < targets.count {
            let reader = try await StreamReader(routes, "/api/rest/stream?\(targets[index])")
            if reader.response.status == .serviceUnavailable {
                refused = reader
            } else if reader.response.status == .ok {
                readers.append(reader)
            }
            index += 1
        }
        #expect(readers.count == 50)
        let text = await refused?.text()
        #expect(text == #"{"error":"streams may have at most 50 chains together; try again later","code":"busy"}"#)
        // A chain with readers takes more of them, and a chain that is left makes room.
        #expect(try await StreamReader(routes, "/api/rest/stream?\(targets[0])").response.status == .ok)
        for reader in readers { await reader.close() }
        readers = []
        #expect(try await StreamReader(routes, "/api/rest/stream?\(targets[index - 1])").response.status == .ok)
    }

    @Test(
        "a wrong parameter is refused with its name, the rule and the value",
        arguments: [
            ("stream", 400, "quotes, chain or prices is required: a topic", "missing", nil),
            ("stream?dividends=none", 400, "quotes, chain or prices is required: a topic", "missing", nil),
            (
                "stream?chain=COIN", 400,
                #"chain must be a ticker and a day as YYYY-MM-DD, separated by a comma, got "COIN""#, "not_allowed",
                "chain"
            ),
            (
                "stream?quotes=&chain=COIN,2026-02-30", 400,
                #"chain must be a ticker and a day as YYYY-MM-DD, separated by a comma, got "COIN,2026-02-30""#,
                "not_allowed", "chain"
            ),
            ("stream?prices=", 400, "prices must be assets separated by commas, got none", "not_allowed", "prices"),
            (
                "stream?prices=SPY,B%20C", 400,
                "prices must be a ticker of 1 to 15 letters, digits or . - ^ : =, or coin: and the identifier of a "
                    + #"coin, got "B C""#, "not_allowed", "prices"
            ),
            (
                "stream?" + (0..<21).map { "quotes=S\($0)" }.joined(separator: "&"), 400,
                "quotes, chain and prices must be at most 20 topics, got 21", "not_allowed", nil
            ),
            (
                "stream?quotes=" + (0..<600).map { "S\($0)" }.joined(separator: ",") + "&prices="
                    + (0..<401).map { "P\($0)" }.joined(separator: ","), 400,
                "quotes and prices must be at most 1000 symbols, got 1001", "not_allowed", nil
            ),
            ("stream?chain=COIN,2026-03-21", 404, "COIN has no options that expire on 2026-03-21", "not_found", nil),
            ("stream?chain=NOPE9,2026-03-20", 404, "Stock not found", "not_found", nil),
            (
                "stocks/COIN/options/chain/stream", 400, "expirationDate is required: a day as YYYY-MM-DD", "missing",
                "expirationDate"
            ),
            (
                "stocks/COIN/options/chain/stream?expirationDate=2026-03-21", 404,
                "COIN has no options that expire on 2026-03-21", "not_found", nil
            ),
            ("stream?quotes=AAPL&a=1&a=2", 400, "a must be given once, got it twice", "not_allowed", "a"),
        ] as [(String, Int, String, String, String?)])
    func refusals(_ target: String, _ status: Int, _ sentence: String, _ code: String, _ path: String?) async throws {
        let answer = try await RoutesInMemory(routes).send(.get, "/api/rest/" + target)
        #expect(answer.status.code == status)
        let error = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: String]
        var expected = ["error": sentence, "code": code]
        expected["path"] = path
        #expect(error == expected)
    }

    @Test("equal topics are one; the stream of quotes has the error format of /v1")
    func equalTopics() async throws {
        publish([("AAPL", "1")], after: 0)
        let reader = try await open(
            "/api/rest/stream?quotes=AAPL&quotes=aapl&chain=COIN,2026-03-20&chain=coin,2026-03-20")
        _ = try await reader.next("whole")
        #expect(try await reader.next("whole").identifier != nil)
        let symbols = (0..<1001).map { "S\($0)" }.joined(separator: ",")
        let answer = try await RoutesInMemory(routes).send(.get, "/v1/markets/quotes/stream?symbols=\(symbols)")
        #expect(
            String(buffer: answer.body)
                == #"{"detail":"symbols must be at most 1000 symbols, got 1001","code":"not_allowed","path":"symbols"}"#
        )
    }
}
