import Foundation
import HTTPTypes
import Logging
import MarketData
import MarketStore
import NIOCore
import Testing
import _TestSupport

@testable import MarketServices
@testable import OptionsServer

/// The endpoints of market data, in memory, on the simulated market at a fixed time.
@Suite("Endpoints of market data")
struct MarketRouteTests {
    /// Friday, 2026-02-13, 11:00 in New York.
    private static let noon = Timestamp("2026-02-13T16:00:00Z") ?? .unixEpoch

    private let routes: RoutesInMemory
    private let market: ServedMarket
    private let folder = TemporaryFolder()

    init() throws {
        let time = ServiceTime(now: { Self.noon }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        market = try .temporary(ServerConfiguration(), folder, time: time)
        let server = APIServer(
            ServerConfiguration(), market: market, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        routes = RoutesInMemory(server.routes)
    }

    @Test("readiness and the log say that the backup of what people entered fails, until it succeeds")
    func failingBackup() async throws {
        // A folder in its place cannot be replaced, whoever runs the test.
        let backup = folder.path + "/simulated/personal.sqlite.backup"
        try FileManager.default.removeItem(atPath: backup)
        try FileManager.default.createDirectory(atPath: backup + "/in the way", withIntermediateDirectories: true)
        let log = CollectedLog()
        let time = ServiceTime(now: { Self.noon }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        let configuration = ServerConfiguration()
        let market = ServedMarket(
            configuration, store: self.market.backend.store, underlyings: [], time: time, logger: log.logger)
        let routes = RoutesInMemory(APIServer(configuration, market: market, logger: log.logger).routes)
        await market.backend.snapshot?.refresh(next: Self.noon)
        func readiness() async throws -> (Int, String) {
            let answer = try await routes.send(.get, "/health/ready", fields: [:], body: nil)
            return (answer.status.code, String(buffer: answer.body))
        }
        #expect(try await readiness() == (200, #"{"status":"ready"}"#))
        let spy = try #require(Ticker("SPY"))
        try await market.backend.store.personal.watch(spy)
        let failing = try await readiness()
        #expect(failing.0 == 200)
        let reason = #"{"status":"ready","backupError":"the database cannot be changed: "#
        #expect(failing.1.hasPrefix(reason), "\(failing.1)")
        #expect(log.text.contains("error the backup of what people entered failed reason="))
        try FileManager.default.removeItem(atPath: backup)
        _ = try await market.backend.store.personal.unwatch(spy)
        #expect(try await readiness() == (200, #"{"status":"ready"}"#))
        #expect(log.text.contains("notice the backup of what people entered is up to date again"))
    }

    private func send(
        _ method: String, _ target: String, _ body: String = "", fields: HTTPFields = [:]
    ) async throws -> RoutesInMemory.Answer {
        try await routes.send(
            try #require(HTTPRequest.Method(method)), target, fields: fields,
            body: body.isEmpty ? nil : ByteBuffer(string: body))
    }

    /// A request that is refused: its target, its body, the status, and the sentence.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let method, target, body: String
        let status: Int
        let sentence: String
        /// Whether the value is of another JSON type than the rule demands.
        let isWrongType: Bool

        init(
            _ method: String, _ target: String, _ body: String, _ status: Int, _ sentence: String,
            isWrongType: Bool = false
        ) {
            (self.method, self.target, self.body) = (method, target, body)
            (self.status, self.sentence, self.isWrongType) = (status, sentence, isWrongType)
        }

        init(_ method: String, _ target: String, _ status: Int, _ sentence: String) {
            self.init(method, target, "", status, sentence)
        }

        var testDescription: String { "\(method) \(target) \(body)" }
    }

    private static let tickerRule = "1 to 15 letters, digits or . - ^ : ="
    private static let assetRule = "a ticker of \(tickerRule), or coin: and the identifier of a coin"
    private static let dayRule = "a day as YYYY-MM-DD"
    private static let long = String(repeating: "X", count: 16)

    private static let refusals: [Refusal] = [
        // Stocks
        Refusal("GET", "/stocks/A%20B/price", 400, #"ticker must be \#(tickerRule), got "A B""#),
        Refusal("GET", "/stocks/\(long)/price", 400, #"ticker must be \#(tickerRule), got "\#(long)""#),
        Refusal("GET", "/stocks/%FF/price", 400, #"ticker must be UTF-8 with percent encoding, got "%FF""#),
        Refusal("GET", "/stocks/NOPE9/price", 404, "Stock not found"),
        Refusal("GET", "/stocks/NOPE9", 404, "Stock not found"),
        Refusal("GET", "/stocks/%C3%A9", 400, #"ticker must be \#(tickerRule), got "é""#),
        Refusal("GET", "/stocks/search", 400, "query is required: 1 to 100 characters"),
        Refusal("GET", "/stocks/search?query=", 400, #"query must be 1 to 100 characters, got """#),
        Refusal("GET", "/stocks/search?query=a&query=b", 400, "query must be given once, got it twice"),
        Refusal("GET", "/stocks/search?query=a&limit=0", 400, #"limit must be an integer from 1 to 100, got "0""#),
        Refusal("GET", "/stocks/search?query=a&limit=101", 400, #"limit must be an integer from 1 to 100, got "101""#),
        Refusal("GET", "/stocks/search?query=a&limit=1.0", 400, #"limit must be an integer from 1 to 100, got "1.0""#),
        Refusal(
            "GET", "/stocks/search?query=%zz", 400, #"the query must be UTF-8 with percent encoding, got "query=%zz""#),
        // Options
        Refusal(
            "GET", "/stocks/COIN/options/expirations?contractType=Call", 400,
            #"contractType must be "call" or "put", got "Call""#),
        Refusal("GET", "/stocks/NOPE9/options/expirations", 404, "Stock not found"),
        Refusal("GET", "/stocks/COIN/options/strikes", 400, "expirationDate is required: \(dayRule)"),
        Refusal(
            "GET", "/stocks/COIN/options/strikes?expirationDate=2026-02-30", 400,
            #"expirationDate must be \#(dayRule), got "2026-02-30""#),
        Refusal(
            "GET", "/stocks/COIN/options/strikes?expirationDate=2026-02-20&contractType=", 400,
            #"contractType must be "call" or "put", got """#),
        Refusal("GET", "/stocks/NOPE9/options/strikes?expirationDate=2026-02-20", 404, "Stock not found"),
        Refusal("GET", "/stocks/COIN/options/chain", 400, "expirationDate is required: \(dayRule)"),
        Refusal(
            "GET", "/stocks/COIN/options/chain?expirationDate=20260220", 400,
            #"expirationDate must be \#(dayRule), got "20260220""#),
        Refusal("GET", "/stocks/NOPE9/options/chain?expirationDate=2026-02-20", 404, "Stock not found"),
        Refusal("GET", "/options/quote", 400, "underlyingTicker is required: \(tickerRule)"),
        Refusal("GET", "/options/quote?underlyingTicker=COIN", 400, "expirationDate is required: \(dayRule)"),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20", 400,
            #"contractType is required: "call" or "put""#),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call", 400,
            "strikePrice is required: a number greater than 0"),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=-1",
            400,
            #"strikePrice must be a number greater than 0, got "-1""#),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=nan",
            400,
            #"strikePrice must be a number greater than 0, got "nan""#),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=inf",
            400,
            #"strikePrice must be a number greater than 0, got "inf""#),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=1e400",
            400,
            #"strikePrice must be finite, got "1e400""#),
        Refusal(
            "GET", "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=1e101",
            400,
            #"strikePrice must be at most 10^100, got "1e101""#),
        // Prices
        Refusal("GET", "/prices/latest", 400, "assets is required: assets separated by commas"),
        Refusal("GET", "/prices/latest?assets=,", 400, "assets must be assets separated by commas, got none"),
        Refusal("GET", "/prices/latest?assets=A!", 400, #"assets must be \#(assetRule), got "A!""#),
        Refusal(
            "GET", "/prices/SPY?from=2026-02-02&to=2026-02-01", 400,
            "from must not be later than to, got 2026-02-02 and 2026-02-01"),
        Refusal("GET", "/prices/SPY?from=yesterday", 400, #"from must be \#(dayRule), got "yesterday""#),
        Refusal("GET", "/prices/NOPEX", 404, "NOPEX is unknown in the simulated market"),
        Refusal("GET", "/prices/coin:", 400, #"asset must be \#(assetRule), got "coin:""#),
        Refusal(
            "POST", "/prices/backfill", #"{"assets":["SPY"],"days":3}"#, 400,
            "days is unknown; members are assets, from, to"),
        Refusal(
            "POST", "/prices/backfill", #"{"assets":"SPY"}"#, 400, #"assets must be an array of assets, got "SPY""#,
            isWrongType: true),
        Refusal(
            "POST", "/prices/backfill", #"{"assets":["SPY",1]}"#, 400, "assets[1] must be a string, got 1",
            isWrongType: true),
        Refusal(
            "POST", "/prices/backfill", #"{"assets":["A B"]}"#, 400, #"assets[0] must be \#(assetRule), got "A B""#),
        Refusal(
            "POST", "/prices/backfill", #"{"from":20260101}"#, 400, "from must be \(dayRule), got 20260101",
            isWrongType: true),
        Refusal(
            "POST", "/prices/backfill", #"{"from":"2026-02-02","to":"2026-02-01"}"#, 400,
            "from must not be later than to, got 2026-02-02 and 2026-02-01"),
        Refusal(
            "POST", "/prices/backfill", "[]", 400, "the body must be a JSON object, got an array", isWrongType: true),
        Refusal(
            "POST", "/prices/backfill", "{", 400,
            "the request is not valid JSON: it ends too early at line 1, column 2"),
        Refusal("GET", "/jobs/nope", 404, #"there is no job "nope""#),
        Refusal("DELETE", "/jobs/nope", 404, #"there is no job "nope""#),
        Refusal("GET", "/jobs/nope/events", 404, #"there is no job "nope""#),
        // Settings
        Refusal(
            "PUT", "/settings", #"{"theme":1}"#, 400,
            "theme is unknown; members are assets, autoFetch, cacheDays, sources"),
        Refusal("PUT", "/settings", #"{"cacheDays":0}"#, 400, "cacheDays must be an integer from 1 to 3650, got 0"),
        Refusal("PUT", "/settings", #"{"cacheDays":1.5}"#, 400, "cacheDays must be an integer from 1 to 3650, got 1.5"),
        Refusal(
            "PUT", "/settings", #"{"autoFetch":{"onLaunch":"yes"}}"#, 400,
            #"autoFetch.onLaunch must be true or false, got "yes""#, isWrongType: true),
        Refusal(
            "PUT", "/settings", #"{"autoFetch":true}"#, 400, "autoFetch must be an object, got true", isWrongType: true),
        Refusal(
            "PUT", "/settings", #"{"sources":{"polygon":true}}"#, 400,
            "sources.polygon is unknown; members are alphaVantage, coinGecko, twelveData, yahoo"),
        Refusal(
            "PUT", "/settings", #"{"assets":{"FBTC":{"source":"tradier"}}}"#, 400,
            #"assets.FBTC.source must be "yahoo" or "coinGecko", got "tradier""#),
        Refusal(
            "PUT", "/settings", #"{"assets":{"FBTC":{"id":"bitcoin"}}}"#, 400,
            #"assets.FBTC.source is required: "yahoo" or "coinGecko""#),
        Refusal(
            "PUT", "/settings", #"{"assets":{"FBTC":{"source":"coinGecko"}}}"#, 400,
            #"assets.FBTC.id must be the identifier of a coin, got """#),
        // The rules of JSON are those of POST /options/calculate.
        Refusal("PUT", "/settings", 400, "the request is not valid JSON: it is empty"),
        Refusal(
            "PUT", "/settings", "07", 400, "the request is not valid JSON: a number is malformed at line 1, column 1"),
        Refusal(
            "PUT", "/settings", "{}\n{}", 400,
            "the request is not valid JSON: something follows the value at line 2, column 1"),
        Refusal(
            "PUT", "/settings", #"{"cacheDays":3,}"#, 400,
            "the request is not valid JSON: a value, comma, colon or bracket is missing or misplaced at line 1, column 16"
        ),
        Refusal(
            "PUT", "/settings", #"{"cacheDays":3,"cacheDays":0}"#, 400,
            "cacheDays must be an integer from 1 to 3650, got 0"),
        Refusal(
            "PUT", "/settings", #"{"cacheDays":1e400}"#, 400,
            "cacheDays must be an integer from 1 to 3650, got 1e400"),
        Refusal("POST", "/sources/nope/check", 404, #"there is no source "nope""#),
        // Positions
        Refusal("PUT", "/positions/SPY", "{}", 400, "quantity is required: a number above 0 and at most 10^15"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":0,"cost":1}"#, 400,
            "quantity must be a number above 0 and at most 10^15, got 0"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1}"#, 400,
            "cost is required: a number from 0 to 10^15, for the whole position"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1,"cost":-1}"#, 400,
            "cost must be a number from 0 to 10^15, for the whole position, got -1"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":"1","cost":1}"#, 400,
            #"quantity must be a number above 0 and at most 10^15, got "1""#, isWrongType: true),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1e400,"cost":1}"#, 400, "quantity must be finite, got 1e400"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1e-101,"cost":1}"#, 400,
            "quantity must be a number above 0 and at most 10^15, got 1e-101"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1,"cost":99999999999999999999}"#, 400,
            "cost must be a number from 0 to 10^15, for the whole position, got 99999999999999999999"),
        Refusal(
            "PUT", "/positions/SPY", #"{"quantity":1,"cost":-\#(String(repeating: "1", count: 50))}"#, 400,
            "cost must be a number from 0 to 10^15, for the whole position, got -\(String(repeating: "1", count: 39))…"),
        Refusal("PUT", "/positions/A!", #"{"quantity":1,"cost":1}"#, 400, #"asset must be \#(assetRule), got "A!""#),
        Refusal("DELETE", "/positions/SPY", 404, "SPY is not held"),
        Refusal(
            "GET", "/positions/history?from=2026-02-02&to=2026-02-01", 400,
            "from must not be later than to, got 2026-02-02 and 2026-02-01"),
        // The watch list
        Refusal("PUT", "/watchlist", "{}", 400, "tickers is required: an array of tickers"),
        Refusal("PUT", "/watchlist", #"{"tickers":["A B"]}"#, 400, #"tickers[0] must be \#(tickerRule), got "A B""#),
        Refusal(
            "PUT", "/watchlist", #"{"tickers":[\#(Array(repeating: "1", count: 1001).joined(separator: ","))]}"#, 400,
            "tickers must have at most 1000 elements, got 1001"),
        Refusal(
            "PUT", "/watchlist", #"{"tickers":{}}"#, 400, "tickers must be an array of tickers, got an object",
            isWrongType: true),
        Refusal("PUT", "/watchlist/A!", 400, #"ticker must be \#(tickerRule), got "A!""#),
        Refusal("DELETE", "/watchlist/SPY", 404, "SPY is not in the watch list"),
        // Coins
        Refusal("GET", "/coins/markets", 400, "ids is required: identifiers of coins, separated by commas"),
        Refusal(
            "GET", "/coins/markets?ids=%20,!", 400, #"ids must be identifiers of coins, separated by commas, got " ,!""#
        ),
    ]

    @Test("an invalid parameter is refused with a message that names it", arguments: refusals)
    func refuses(_ refusal: Refusal) async throws {
        let response = try await send(refusal.method, "/api/rest\(refusal.target)", refusal.body)
        #expect(Int(response.status.code) == refusal.status)
        #expect(response.headers[.contentType] == "application/json")
        #expect(
            isErrorObject(
                response.body, refusal.sentence, status: refusal.status, isWrongType: refusal.isWrongType),
            "\(String(buffer: response.body))")
    }

    @Test("more than 1,000 symbols of the snapshot are refused with the error format of /v1")
    func tooManySymbols() async throws {
        let symbols = (0...1000).map { "S\($0)" }.joined(separator: ",")
        let response = try await send("GET", "/v1/markets/quotes/snapshot?symbols=\(symbols)")
        #expect(response.status == .badRequest)
        #expect(
            String(buffer: response.body)
                == #"{"detail":"symbols must be at most 1000 symbols, got 1001","code":"not_allowed","path":"symbols"}"#
        )
    }

    @Test("an unchanged snapshot is not sent again, and a long one is compressed")
    func snapshotHeaders() async throws {
        let rows = (1...100).map { number in
            SnapshotRow(
                symbol: "S\(number)", name: "Company \(number)", last: ExactDecimal(significand: 16_512, exponent: -2),
                bid: .zero, ask: .zero, volume: number)
        }
        var status = SnapshotStatus()
        status.snapshot = QuotesSnapshot(rows: rows, source: .simulated, changed: Self.noon, refreshed: Self.noon)
        status.wasAsked = true
        market.board.publish(status)
        let symbols = (1...30).map { "s\($0)" }.joined(separator: ",")
        for target in ["snapshot", "snapshot?symbols=\(symbols)", "last_update"] {
            let first = try await send("GET", "/v1/markets/quotes/\(target)")
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("W/\""))
            let second = try await send("GET", "/v1/markets/quotes/\(target)", fields: [.ifNoneMatch: "\"x\", \(tag)"])
            #expect(second.status == .notModified)
            #expect(second.body.readableBytes == 0)
            let other = try await send("GET", "/v1/markets/quotes/\(target)", fields: [.ifNoneMatch: "\"x\""])
            #expect(other.status == .ok)
            let short = try await send("GET", "/v1/markets/quotes/\(target)", fields: [.acceptEncoding: "br, gzip"])
            #expect(short.headers[.contentEncoding] == (target == "last_update" ? nil : "gzip"))
            #expect(short.headers[.eTag] == tag)
        }
        let refused = try await send("GET", "/v1/markets/quotes/snapshot", fields: [.acceptEncoding: "gzip;q=0"])
        #expect(refused.headers[.contentEncoding] == nil)
        // Distinct symbols in either case, in their order; unknown ones are omitted.
        let some = try await send("GET", "/v1/markets/quotes/snapshot?symbols=s2,S1,nope,s2")
        let expected = #"""
            {"last_update":"2026-02-13T16:00:00.000000","count":2,"source":"simulated","results":[\#
            {"symbol":"S1","description":"Company 1","last":165.12,"bid":0,"ask":0,"volume":1},\#
            {"symbol":"S2","description":"Company 2","last":165.12,"bid":0,"ask":0,"volume":2}]}
            """#
        #expect(String(buffer: some.body) == expected)
    }

    @Test("chains, strikes and histories are not sent again unchanged, and are compressed")
    func revalidation() async throws {
        for target in [
            "/stocks/COIN/options/strikes?expirationDate=2026-02-20",
            "/stocks/COIN/options/chain?expirationDate=2026-02-20", "/prices/SPY?from=2025-01-01",
        ] {
            let target = "/api/rest\(target)"
            let plain = try await send("GET", target)
            let tag = try #require(plain.headers[.eTag])
            #expect(tag.hasPrefix("W/\""))
            #expect(plain.headers[.cacheControl] == "no-cache" && plain.headers[.vary] == "Accept-Encoding")
            #expect(plain.headers[.contentEncoding] == nil)
            let compressed = try await send("GET", target, fields: [.acceptEncoding: "gzip"])
            #expect(compressed.headers[.contentEncoding] == "gzip" && compressed.headers[.eTag] == tag)
            #expect(compressed.body.getBytes(at: 0, length: 2) == [0x1F, 0x8B])
            #expect(compressed.body.readableBytes * 2 < plain.body.readableBytes)
            let unchanged = try await send("GET", target, fields: [.ifNoneMatch: "\"other\", \(tag)"])
            #expect(unchanged.status == .notModified && unchanged.body.readableBytes == 0)
            #expect(unchanged.headers[.eTag] == tag && unchanged.headers[.contentType] == nil)
            let other = try await send("GET", target, fields: [.ifNoneMatch: "W/\"0\""])
            #expect(other.status == .ok && other.body == plain.body)
        }
        // A short answer gains nothing.
        let short = try await send(
            "GET", "/api/rest/prices/SPY?from=2026-02-12&to=2026-02-12", fields: [.acceptEncoding: "gzip"])
        #expect(short.status == .ok && short.headers[.contentEncoding] == nil)
    }

    @Test("every response names the simulated source")
    func sources() async throws {
        for target in [
            "/stocks/COIN/price", "/stocks/COIN", "/stocks/COIN/options/expirations", "/prices/latest?assets=SPY,BTC",
            "/prices/SPY?from=2026-01-01", "/coins/markets?ids=bitcoin",
            "/stocks/COIN/options/strikes?expirationDate=2026-02-20",
            "/stocks/COIN/options/chain?expirationDate=2026-02-20",
            "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=put&strikePrice=165",
        ] {
            let body = String(buffer: try await send("GET", "/api/rest\(target)").body)
            #expect(body.contains(#""source":"simulated""#), "\(target): \(body)")
        }
    }

    @Test("a quote that does not exist has every member, all null")
    func missingQuote() async throws {
        for parameters in [
            "underlyingTicker=NOPE9&expirationDate=2026-02-20&contractType=call&strikePrice=165",
            "underlyingTicker=COIN&expirationDate=2026-02-21&contractType=call&strikePrice=165",
            "underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=165.01",
        ] {
            let body = String(buffer: try await send("GET", "/api/rest/options/quote?\(parameters)").body)
            let expected = #"""
                {"found":false,"bid":null,"ask":null,"last":null,"midpoint":null,"impliedVolatility":null,"openInterest":null,\#
                "greeks":null,"ticker":null,"greeksSource":null,"riskFreeRate":null,"conventions":null,"asOf":null,"source":null,"stale":false}
                """#
            #expect(body == expected)
        }
    }

    @Test("a date without options has no strikes; a share without options has no expirations")
    func nothingThere() async throws {
        let strikes = String(
            buffer: try await send("GET", "/api/rest/stocks/COIN/options/strikes?expirationDate=2026-02-21").body)
        #expect(strikes.hasPrefix(#"{"strikePrices":[],"#))
        let dates = String(buffer: try await send("GET", "/api/rest/stocks/FXAIX/options/expirations").body)
        #expect(dates.hasPrefix(#"{"expirationDates":[],"#))
    }

    @Test("positions are kept, valued and removed")
    func positions() async throws {
        let put = try await send("PUT", "/api/rest/positions/SPY", #"{"quantity":222,"cost":118000}"#)
        #expect(put.status == .ok)
        let body = String(buffer: try await send("GET", "/api/rest/positions").body)
        #expect(body.hasPrefix(#"{"positions":[{"asset":"SPY","quantity":222,"cost":118000,"price":"#))
        #expect(body.contains(#""totals":{"currency":"USD","marketValue":"#))
        #expect(body.hasSuffix(#","excluded":[],"unpriced":[]}}"#))
        // The asset is not in the simulated market, so it has no price.
        _ = try await send("PUT", "/api/rest/positions/NOPEX", #"{"quantity":1,"cost":5}"#)
        let unpriced = String(buffer: try await send("GET", "/api/rest/positions").body)
        #expect(unpriced.contains(#""cost":118000,"#) && unpriced.hasSuffix(#","excluded":[],"unpriced":["NOPEX"]}}"#))
        _ = try await send("DELETE", "/api/rest/positions/NOPEX")
        let history = String(
            buffer: try await send("GET", "/api/rest/positions/history?from=2026-02-02&to=2026-02-06").body)
        #expect(history.components(separatedBy: "\"date\"").count == 6)
        let deleted = String(buffer: try await send("DELETE", "/api/rest/positions/SPY").body)
        #expect(deleted.hasPrefix(#"{"positions":[],"totals":{"currency":"USD","marketValue":null"#))
    }

    @Test("a change of the settings keeps the members that it omits")
    func settings() async throws {
        let changed = String(
            buffer: try await send(
                "PUT", "/api/rest/settings",
                #"{"cacheDays":3,"assets":{"FBTC":{"source":"coinGecko","id":"bitcoin"}}}"#
            ).body)
        let expected = #"""
            {"autoFetch":{"onLaunch":true,"dailyAtClose":true,"hourlyInMarketHours":false},"sources":{"yahoo":true,\#
            "coinGecko":true,"alphaVantage":false,"twelveData":false},"cacheDays":3,\#
            "assets":{"FBTC":{"source":"coinGecko","id":"bitcoin"}}}
            """#
        #expect(changed == expected)
        #expect(String(buffer: try await send("PUT", "/api/rest/settings", "{}").body) == expected)
        #expect(try await send("PUT", "/api/rest/settings", #"{"cacheDays":4,"x":1}"#).status == .badRequest)
        #expect(String(buffer: try await send("GET", "/api/rest/settings").body) == expected)
    }

    @Test("a body must be UTF-8")
    func encoding() async throws {
        let body = ByteBuffer(bytes: #"{"cacheDays":3}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let response = try await routes.send(.put, "/api/rest/settings", body: body)
        #expect(response.status == .badRequest)
        #expect(String(buffer: response.body).hasPrefix(#"{"error":"the request is not valid JSON: "#))
    }

    @Test("concurrent changes of different settings are all kept")
    func concurrentSettings() async throws {
        for days in 1...10 {
            let isOn = days.isMultiple(of: 2)
            let changes = [
                #"{"cacheDays":\#(days)}"#, #"{"autoFetch":{"onLaunch":\#(isOn)}}"#,
                #"{"autoFetch":{"hourlyInMarketHours":\#(isOn)}}"#, #"{"sources":{"yahoo":\#(isOn)}}"#,
                #"{"sources":{"twelveData":\#(isOn)}}"#,
            ]
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for change in changes {
                    tasks.addTask {
                        let response = try await send("PUT", "/api/rest/settings", change)
                        #expect(response.status == .ok)
                    }
                }
                try await tasks.waitForAll()
            }
            let expected = #"""
                {"autoFetch":{"onLaunch":\#(isOn),"dailyAtClose":true,"hourlyInMarketHours":\#(isOn)},\#
                "sources":{"yahoo":\#(isOn),"coinGecko":true,"alphaVantage":false,"twelveData":\#(isOn)},\#
                "cacheDays":\#(days),"assets":{}}
                """#
            #expect(String(buffer: try await send("GET", "/api/rest/settings").body) == expected)
        }
    }
}
