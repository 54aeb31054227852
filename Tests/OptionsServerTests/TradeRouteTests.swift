import Foundation
import HTTPTypes
import Logging
import MarketData
import MarketServices
import MarketStore
import NIOCore
import Testing
import _TestSupport

@testable import OptionsServer

/// The endpoints of trades and of all that people enter, in memory, on the simulated market at a fixed time.
@Suite("Endpoints of trades")
struct TradeRouteTests {
    /// Friday, 2026-02-13, 11:00 in New York.
    private static let now = Timestamp("2026-02-13T16:00:00Z") ?? .unixEpoch

    private let routes: RoutesInMemory
    private let market: ServedMarket
    private let folder = TemporaryFolder()

    init() throws {
        let time = ServiceTime(now: { Self.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        market = try .temporary(ServerConfiguration(), folder, time: time)
        let server = APIServer(
            ServerConfiguration(), market: market, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        routes = RoutesInMemory(server.routes)
    }

    private func send(_ method: String, _ target: String, _ body: String = "") async throws -> RoutesInMemory.Answer {
        try await routes.send(
            try #require(HTTPRequest.Method(method)), "/api/rest\(target)", fields: [:],
            body: body.isEmpty ? nil : ByteBuffer(string: body))
    }

    private func text(_ method: String, _ target: String, _ body: String = "") async throws -> String {
        String(buffer: try await send(method, target, body).body)
    }

    private func json(_ method: String, _ target: String, _ body: String = "") async throws -> [String: Any] {
        let answer = try await send(method, target, body)
        let data = Data(answer.body.readableBytesView)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// A leg with further members.
    private static func leg(_ members: String = "", opened: String = #"{"date":"2026-02-02","price":9.25}"#) -> String {
        let option =
            members.contains("\"type\"") ? "" : #""type":"call","strikePrice":165,"expirationDate":"2026-02-20","#
        return
            #"{\#(option)"position":"long","quantity":2,\#(members.isEmpty ? "" : members + ",")"opened":\#(opened)}"#
    }

    private static func trade(_ legs: String..., members: String = "") -> String {
        #"{"name":"A","underlying":"coin",\#(members.isEmpty ? "" : members + ",")"legs":[\#(legs.joined(separator: ","))]}"#
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let body, sentence: String
        /// Whether the value is of another JSON type than the rule demands.
        let isWrongType: Bool
        var testDescription: String { sentence }
        init(_ body: String, _ sentence: String, isWrongType: Bool = false) {
            (self.body, self.sentence, self.isWrongType) = (body, sentence, isWrongType)
        }
    }

    private static let close = #"{"date":"2026-02-03","quantity":1,"price":1}"#
    private static let refusals: [Refusal] = [
        Refusal("{}", "name is required: 1 to 100 characters"),
        Refusal(#"{"name":""}"#, #"name must be 1 to 100 characters, got """#),
        Refusal(#"{"name":"A"}"#, "underlying is required: 1 to 15 letters, digits or . - ^ : ="),
        Refusal(
            #"{"name":"A","underlying":"A B"}"#,
            #"underlying must be 1 to 15 letters, digits or . - ^ : =, got "A B""#),
        Refusal(#"{"name":"A","underlying":"COIN"}"#, "legs is required: an array of 1 to 50 legs"),
        Refusal(trade(), "legs must have 1 to 50 elements, got 0"),
        Refusal(trade("5"), "legs[0] must be an object, got 5", isWrongType: true),
        Refusal(trade(leg(), members: #""id":"a""#), "id is unknown; members are legs, name, notes, underlying"),
        Refusal(
            trade("{}"), #"legs[0].type is required: "call", "put" or "stock""#),
        Refusal(
            trade(leg(), #"{"type":"Call"}"#), #"legs[1].type must be "call", "put" or "stock", got "Call""#),
        Refusal(
            trade(leg(#""type":"call""#)), "legs[0].strikePrice is required: a number above 0 and at most 10^15"),
        Refusal(
            trade(leg(#""type":"call","strikePrice":0"#)),
            "legs[0].strikePrice must be a number above 0 and at most 10^15, got 0"),
        Refusal(
            trade(leg(#""type":"call","strikePrice":165"#)),
            "legs[0].expirationDate is required: a day as YYYY-MM-DD"),
        Refusal(
            trade(leg(#""type":"stock","strikePrice":165"#)),
            #"legs[0].strikePrice must not be given for type "stock", got 165"#),
        Refusal(
            trade(leg(#""premium":9.25"#)),
            """
            legs[0].premium is unknown; members are closes, exercise, expirationDate, opened, position, quantity, \
            rolledFrom, sharesPerContract, strikePrice, type
            """),
        Refusal(
            trade(leg(#""exercise":"bermudan""#)),
            #"legs[0].exercise must be "european" or "american", got "bermudan""#),
        Refusal(
            trade(leg(opened: #"{"price":1}"#)), "legs[0].opened.date is required: a day as YYYY-MM-DD"),
        Refusal(
            trade(leg(opened: #"{"date":"2026-02-02"}"#)), "legs[0].opened.price is required: a number from 0 to 10^15"),
        Refusal(
            trade(leg(opened: #"{"date":"2026-02-02","price":1,"fee":-1}"#)),
            "legs[0].opened.fee must be a number from 0 to 10^15, got -1"),
        Refusal(
            trade(leg(opened: #"{"date":"2026-02-21","price":1}"#)),
            "legs[0].opened.date must not be later than the expiration 2026-02-20, got 2026-02-21"),
        Refusal(
            trade(leg(#""closes":[{"date":"2026-02-03","quantity":1}]"#)),
            "legs[0].closes[0].price is required: a number from 0 to 10^15"),
        Refusal(
            trade(leg(#""closes":[{"date":"2026-02-01","quantity":1,"price":1}]"#)),
            "legs[0].closes[0].date must not be earlier than the opening 2026-02-02, got 2026-02-01"),
        Refusal(
            trade(leg(#""closes":[\#(close),\#(close),\#(close)]"#)),
            "legs[0].closes must have quantities that sum to at most 2, got 3"),
        Refusal(
            trade(leg(#""closes":[{"date":"2026-02-20","quantity":1,"kind":"assigned"}]"#)),
            #"legs[0].closes[0].kind must be "trade", "expired" or "exercised" for this leg, got "assigned""#),
        Refusal(
            trade(leg(), leg(#""rolledFrom":1"#)), "legs[1].rolledFrom must be the index of another leg, got 1"),
        Refusal(
            trade(leg(#""rolledFrom":50"#)), "legs[0].rolledFrom must be an integer from 0 to 49, got 50"),
    ]

    @Test("a trade that breaks a rule is refused, and nothing is stored", arguments: refusals)
    func refuses(_ refusal: Refusal) async throws {
        for (method, target) in [("POST", "/trades"), ("PUT", "/trades/a")] {
            let answer = try await send(method, target, refusal.body)
            #expect(answer.status == .badRequest)
            #expect(
                isErrorObject(answer.body, refusal.sentence, isWrongType: refusal.isWrongType),
                "\(String(buffer: answer.body))")
        }
        #expect(try await text("GET", "/trades") == #"{"trades":[]}"#)
    }

    @Test("a trade is entered, valued by its chain, replaced and removed")
    func life() async throws {
        let short = Self.leg(
            #"""
            "type":"put","strikePrice":150,"expirationDate":"2026-02-20","exercise":"american","sharesPerContract":10,\#
            "closes":[{"date":"2026-02-03","quantity":1,"price":2.5,"fee":0.65},{"date":"2026-02-04","quantity":1,"kind":"expired"}]
            """#)
        let created = try await send("POST", "/trades", Self.trade(Self.leg(), short, members: #""notes":"n""#))
        #expect(created.status == .created)
        let body = String(buffer: created.body)
        let location = try #require(created.headers[.location])
        let id = try #require(location.split(separator: "/").last)
        #expect(location == "/api/rest/trades/\(id)")
        let quote = try await json(
            "GET",
            "/options/quote?underlyingTicker=COIN&expirationDate=2026-02-20&contractType=call&strikePrice=165")
        let mid = try #require(quote["midpoint"] as? Double)
        let midpoint = try #require(ExactDecimal(mid))
        let hundreds = ExactDecimal(significand: 200, exponent: 0)
        let value = try #require(midpoint.multiplied(by: hundreds))
        let profit = try #require(value.subtracting(ExactDecimal(significand: 1850, exponent: 0)))
        // The put: 2.5 and 0 for 9.25, 10 shares each: −67.5 − 92.5, and 0.65 of fees.
        let total = try #require(profit.subtracting(ExactDecimal(significand: 16065, exponent: -2)))
        #expect(
            body == #"""
                {"id":"\#(id)","name":"A","notes":"n","underlying":"COIN","legs":[\#
                {"type":"call","position":"long","strikePrice":165,"quantity":2,"sharesPerContract":100,"expirationDate":"2026-02-20",\#
                "exercise":null,"opened":{"date":"2026-02-02","price":9.25,"fee":0},"closes":[],"rolledFrom":null,"openQuantity":2,\#
                "price":\#(midpoint),"priceSource":"mid","value":\#(value),"realised":0,"profitLoss":\#(profit),\#
                "asOf":"2026-02-13T16:00:00Z","stale":false},\#
                {"type":"put","position":"long","strikePrice":150,"quantity":2,"sharesPerContract":10,"expirationDate":"2026-02-20",\#
                "exercise":"american","opened":{"date":"2026-02-02","price":9.25,"fee":0},"closes":[\#
                {"date":"2026-02-03","quantity":1,"price":2.5,"fee":0.65,"kind":"trade"},\#
                {"date":"2026-02-04","quantity":1,"price":0,"fee":0,"kind":"expired"}],"rolledFrom":null,"openQuantity":0,\#
                "price":null,"priceSource":null,"value":0,"realised":-160,"profitLoss":-160.65,"asOf":null,"stale":false}],\#
                "status":"open","value":\#(value),"realised":-160,"profitLoss":\#(total),"unpriced":[]}
                """#)
        #expect(try await text("GET", "/trades/\(id)") == body)
        #expect(try await text("GET", "/trades") == #"{"trades":[\#(body)]}"#)
        let closed = Self.trade(Self.leg(#""closes":[{"date":"2026-02-03","quantity":2,"price":10}]"#))
        let put = try await send("PUT", "/trades/my-trade_1", closed)
        #expect(put.status == .ok)
        let other = String(buffer: put.body)
        #expect(
            other.hasSuffix(#""status":"closed","value":0,"realised":150,"profitLoss":150,"unpriced":[]}"#), "\(other)")
        #expect(try await text("GET", "/trades") == #"{"trades":[\#(body),\#(other)]}"#)
        #expect(try await text("GET", "/trades?open=true&underlying=coin") == #"{"trades":[\#(body)]}"#)
        #expect(try await text("GET", "/trades?underlying=SPY") == #"{"trades":[]}"#)
        #expect(try await text("DELETE", "/trades/\(id)") == #"{"trades":[\#(other)]}"#)
        #expect(
            try await text("DELETE", "/trades/\(id)") == #"{"error":"there is no trade \"\#(id)\"","code":"not_found"}"#
        )
        #expect(try await send("GET", "/trades/\(id)").status == .notFound)
        #expect(try await send("PUT", "/trades/a.b", closed).status == .badRequest)
        #expect(try await send("GET", "/trades/a%20b").status == .badRequest)
        #expect(try await send("GET", "/trades?open=yes").status == .badRequest)
    }

    @Test("the history has the sessions since the first opening")
    func history() async throws {
        _ = try await send("PUT", "/trades/a", Self.trade(Self.leg(), Self.leg(#""type":"stock""#)))
        let days = try #require(
            try await json("GET", "/trades/history?from=2026-01-01&to=2026-02-28")["days"] as? [[String: Any]])
        // From 2 February through 12 February: today's session has not ended.
        #expect(days.count == 9)
        #expect(days.first?["date"] as? String == "2026-02-02" && days.last?["date"] as? String == "2026-02-12")
        #expect(days.allSatisfy { $0["profitLoss"] is Double && ($0["unpriced"] as? [String])?.isEmpty == true })
        #expect(
            try await text("GET", "/trades/history?from=2026-02-02&to=2026-02-01")
                == #"{"error":"from must not be later than to, got 2026-02-02 and 2026-02-01","code":"not_allowed","path":"from"}"#
        )
    }

    @Test("a share has its volatility of a month, with rank and percentile from 60 days on")
    func volatility() async throws {
        let first = try #require(CalendarDate("2025-12-15"))
        let ticker = try #require(Ticker("COIN"))
        // 0.20, 0.21, …: the last of n days is the highest, and n − 1 of n are lower.
        let days = (0...59).compactMap { number in
            first.adding(days: number).map { DailyVolatility(date: $0, volatility: Double(20 + number) / 100) }
        }
        func members(_ json: [String: Any]) -> [Double?] {
            ["volatility", "volatilityRank", "volatilityPercentile"].map { json[$0] as? Double }
        }
        #expect(members(try await json("GET", "/stocks/COIN")) == [nil, nil, nil])
        try await market.backend.store.volatilities.store(days.dropLast(), of: ticker)
        #expect(members(try await json("GET", "/stocks/COIN")) == [0.78, nil, nil])
        try await market.backend.store.volatilities.store(days, of: ticker)
        _ = try await send("PUT", "/watchlist/COIN")
        let rows = try #require(try await json("GET", "/watchlist")["watchlist"] as? [[String: Any]])
        for row in [try await json("GET", "/stocks/COIN"), try #require(rows.first)] {
            #expect(members(row) == [0.79, 100, 100 * 59.0 / 60])
        }
    }

    @Test("what people entered is exported and imported as one document")
    func personal() async throws {
        #expect(
            try await text("GET", "/personal").hasPrefix(#"{"watchlist":[],"positions":[],"trades":[],"settings":{"#))
        _ = try await send("PUT", "/watchlist", #"{"tickers":["COIN","SPY"]}"#)
        _ = try await send("PUT", "/positions/SPY", #"{"quantity":222,"cost":118000.5}"#)
        _ = try await send("PUT", "/trades/a", Self.trade(Self.leg(#""closes":[\#(Self.close)]"#)))
        _ = try await send("PUT", "/settings", #"{"cacheDays":3}"#)
        let document = try await text("GET", "/personal")
        #expect(document.contains(#"{"asset":"SPY","quantity":222,"cost":118000.5,"entered":"2026-02-13"}"#))
        #expect(document.contains(#""rolledFrom":null,"entered":"2026-02-13"}]}],"settings":{"#))
        // The import of an export changes nothing, also in an empty folder.
        #expect(try await text("PUT", "/personal", document) == document)
        let other = try TradeRouteTests()
        #expect(try await other.text("PUT", "/personal", document) == document)
        #expect(try await other.text("GET", "/personal") == document)
        // Parts that are absent stay as they are, and older days of entry are kept.
        let older = document.replacing("\"2026-02-13\"", with: "\"2025-12-01\"")
        #expect(try await text("PUT", "/personal", older) == older)
        let some = try await json("PUT", "/personal", #"{"watchlist":[],"settings":{"cacheDays":4}}"#)
        #expect((some["watchlist"] as? [String])?.isEmpty == true && (some["trades"] as? [Any])?.count == 1)
    }

    @Test(
        "a document with a fault anywhere is refused as a whole",
        arguments: [
            (#""settings":{"cacheDays":0}"#, "settings.cacheDays must be an integer from 1 to 3650, got 0"),
            (
                #""positions":[{"asset":"A","quantity":1,"cost":1},{"asset":"a","quantity":2,"cost":1}]"#,
                #"positions[1].asset must not occur twice, got "A""#
            ),
            (
                #""positions":[{"asset":"A","quantity":0,"cost":1}]"#,
                "positions[0].quantity must be a number above 0 and at most 10^15, got 0"
            ),
            (#""watchlist":["COIN","A B"]"#, #"watchlist[1] must be 1 to 15 letters, digits or . - ^ : =, got "A B""#),
            (#""trades":[{"name":"A"}]"#, "trades[0].id is required: 1 to 64 letters, digits, - or _, and not history"),
            (
                #""trades":[{"id":"history"}]"#,
                #"trades[0].id must be 1 to 64 letters, digits, - or _, and not history, got "history""#
            ),
            (
                #""trades":[{"id":"a","name":"A","underlying":"COIN","legs":[{"type":"stock","position":"long","quantity":1,"entered":5}]}]"#,
                "trades[0].legs[0].opened is required: an object"
            ),
            (#""watchList":[]"#, "watchList is unknown; members are positions, settings, trades, watchlist"),
        ])
    func refusedDocument(part: String, sentence: String) async throws {
        _ = try await send("PUT", "/trades/a", Self.trade(Self.leg()))
        _ = try await send("PUT", "/watchlist/SPY")
        let before = try await text("GET", "/personal")
        let parts = [
            #""watchlist":["QQQ"]"#, #""positions":[{"asset":"QQQ","quantity":1,"cost":1}]"#, #""trades":[]"#,
            #""settings":{"cacheDays":9}"#,
        ].filter { $0.prefix(6) != part.prefix(6) }
        let answer = try await send("PUT", "/personal", "{\((parts + [part]).joined(separator: ","))}")
        #expect(answer.status == .badRequest)
        #expect(isErrorObject(answer.body, sentence), "\(String(buffer: answer.body))")
        #expect(try await text("GET", "/personal") == before)
    }

    @Test("the thousand-and-first trade is refused")
    func limit() async throws {
        let trades = (0..<1000).map { number in
            #"{"id":"t\#(number)",\#(Self.trade(Self.leg(#""type":"stock""#)).dropFirst())"#
        }
        let document = #"{"trades":[\#(trades.joined(separator: ","))]}"#
        #expect(try await send("PUT", "/personal", document).status == .ok)
        for (method, target) in [("POST", "/trades"), ("PUT", "/trades/new")] {
            let answer = try await send(method, target, Self.trade(Self.leg()))
            #expect(answer.status == .conflict)
            #expect(
                String(buffer: answer.body)
                    == #"{"error":"there must be at most 1000 trades; remove one first","code":"too_many"}"#)
        }
        #expect(try await send("PUT", "/trades/t7", Self.trade(Self.leg())).status == .ok)
        let more = #"{"trades":[\#((trades + [trades[0]]).joined(separator: ","))]}"#
        #expect(
            try await text("PUT", "/personal", more)
                == #"{"error":"trades must have 0 to 1000 elements, got 1001","code":"not_allowed","path":"trades"}"#)
    }
}

extension String {
    fileprivate func replacing(_ text: String, with other: String) -> String {
        components(separatedBy: text).joined(separator: other)
    }
}
