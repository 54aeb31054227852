import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonChainTests {
    static func chain(_ scene: QuotesScene, _ symbol: String = "ZZCO") async throws -> ChainSnapshot? {
        try await scene.polygon().chain(
            of: Known.ticker(symbol), expiration: Known.day("2026-02-13"), priority: .interactive)
    }

    static func row(_ symbol: String, _ strike: String, type: String = "call", _ members: String = "") -> String {
        #"{"details":{"contract_type":"\#(type)","expiration_date":"2026-02-13","strike_price":\#(strike),"#
            + #""ticker":"\#(symbol)","shares_per_contract":100}\#(members)}"#
    }

    static func answer(_ rows: String...) -> String {
        #"{"status":"OK","request_id":"r","results":[\#(rows.joined(separator: ","))]}"#
    }

    @Test func aChainWithQuotes() async throws {
        let scene = QuotesScene(PolygonSamples.chain)
        let chain = try #require(try await Self.chain(scene))
        let (zed, friday) = (try Known.ticker("ZZCO"), try Known.day("2026-02-13"))
        var quote = ContractQuote(
            ListedContract(
                symbol: "O:ZZCO260213C00165000", underlying: zed, kind: .call, expiration: friday,
                strike: try Known.decimal("165")))
        (quote.bid, quote.ask) = (try Known.decimal("9.2"), try Known.decimal("9.3"))
        quote.last = try Known.decimal("9.26")
        (quote.volume, quote.openInterest, quote.vendorVolatility) = (88, 2406, 1.0465)
        quote.vendorGreeks = VendorGreeks(delta: 0.544, gamma: 0.012, theta: -0.05, vega: 0.15)
        quote.asOf = try Known.instant("2026-02-10T20:59:59Z")
        let expected = ChainSnapshot(
            underlying: zed, expiration: friday, spot: try Known.decimal("165.12"), quotes: [quote],
            asOf: try Known.instant("2026-02-10T20:59:59Z"))
        #expect(chain == expected)
        #expect(scene.paths == ["/v3/snapshot/options/ZZCO"])
        #expect(
            scene.transport.requests.first?.query == [
                SourceParameter("expiration_date", "2026-02-13"), SourceParameter("limit", "250"),
                SourceParameter("sort", "strike_price"), SourceParameter("order", "asc"),
            ])
    }

    /// What the source says of the exercise comes before what is usual.
    @Test(arguments: ["american", "european"]) func exerciseIsTheSources(style: String) async throws {
        let row =
            #"{"details":{"contract_type":"call","expiration_date":"2026-02-13","strike_price":165,"ticker":"O:A","#
            + #""exercise_style":"\#(style)"}}"#
        let chain = try #require(try await Self.chain(QuotesScene(Self.answer(row))))
        #expect(chain.exercise.rawValue == style)
    }

    @Test func everythingButTheContractMayBeMissing() async throws {
        let scene = QuotesScene(
            Self.answer(
                Self.row("O:B", "170", #","day":{},"last_trade":{},"greeks":{},"last_quote":{},"underlying_asset":{}"#),
                Self.row("O:A", "165"),
                Self.row(
                    "O:C", "175",
                    #","day":null,"last_trade":null,"greeks":null,"last_quote":null,"underlying_asset":null"#),
                Self.row(
                    "O:D", "180", #","day":5,"last_trade":"x","greeks":[],"implied_volatility":"x""#),
                #"{"day":{}}"#, #"{"details":{}}"#, #"{"details":{"ticker":"O:X","contract_type":"other"}}"#))
        let chain = try #require(try await Self.chain(scene))
        #expect(chain.quotes.map(\.contract.symbol) == ["O:A", "O:B", "O:C", "O:D"])
        for quote in chain.quotes { #expect(quote == ContractQuote(quote.contract)) }
        #expect(chain.spot == nil)
        #expect(chain.asOf == QuotesScene.start)
    }

    @Test func aPlanWithoutQuotesHasTheCloseOfTheDay() async throws {
        let scene = QuotesScene(
            Self.answer(
                Self.row(
                    "O:A", "165",
                    #","day":{"close":9.25,"volume":88.0,"last_updated":1770757200000000000},"#
                        + #""implied_volatility":1.0465,"open_interest":2406.0,"greeks":{"delta":0.5,"gamma":0.1},"#
                        + #""underlying_asset":{"value":6901.25,"last_updated":1770757260000000000}"#)))
        let chain = try #require(try await Self.chain(scene))
        let quote = try #require(chain.quotes.first)
        #expect(quote.bid == nil && quote.ask == nil && quote.vendorGreeks == nil)
        #expect(try quote.last == Known.decimal("9.25"))
        #expect((quote.volume, quote.openInterest) == (88, 2406))
        #expect(quote.vendorVolatility == 1.0465)
        #expect(try quote.asOf == Known.instant("2026-02-10T21:00:00Z"))
        #expect(try chain.spot == Known.decimal("6901.25"))
        #expect(try chain.asOf == Known.instant("2026-02-10T21:01:00Z"))
    }

    /// A bid of zero means that there are no buyers, unlike a plan without quotes.
    @Test func aBidOfZeroIsKept() async throws {
        let scene = QuotesScene(Self.answer(Self.row("O:A", "165", #","last_quote":{"bid":0,"ask":0.05}"#)))
        let quote = try #require(try await Self.chain(scene)?.quotes.first)
        #expect(quote.bid == .zero)
        #expect(try quote.ask == Known.decimal("0.05"))
    }

    @Test func noInstantIsInTheFuture() async throws {
        let scene = QuotesScene(
            Self.answer(Self.row("O:A", "165", #","underlying_asset":{"price":1,"last_updated":4102444800000000000}"#)))
        #expect(try await Self.chain(scene)?.asOf == QuotesScene.start)
    }

    @Test func pagesAreJoinedAndOrdered() async throws {
        let scene = QuotesScene { _, index in
            let page = Self.answer(
                index == 0 ? Self.row("O:P", "165", type: "put") : Self.row("O:C", "165"),
                Self.row("O:D", "\(170 - index)"))
            let next = #","next_url":"https://api.massive.com/v3/snapshot/options/ZZCO?cursor=YXA9"}"#
            return .init(index == 0 ? page.dropLast() + next : page)
        }
        let chain = try #require(try await Self.chain(scene))
        #expect(chain.quotes.map(\.contract.symbol) == ["O:C", "O:P", "O:D"])
        #expect(scene.transport.requests.last?.query == [SourceParameter("cursor", "YXA9")])
    }

    @Test func anEmptyChainIsNone() async throws {
        #expect(try await Self.chain(QuotesScene(#"{"status":"OK","results":[],"request_id":"r"}"#)) == nil)
        #expect(try await Self.chain(QuotesScene(#"{"status":"OK","request_id":"r"}"#)) == nil)
    }

    @Test func anIndexIsAskedByItsNameForPrices() async throws {
        let scene = QuotesScene(#"{"status":"OK","results":[]}"#)
        _ = try await Self.chain(scene, "^SPX")
        #expect(scene.paths == ["/v3/snapshot/options/I:SPX"])
    }

    @Test func a404IsAnUnknownUnderlying() async throws {
        let scene = QuotesScene(#"{"status":"NOT_FOUND","message":"Ticker not found."}"#, status: 404)
        await #expect(throws: MarketDataError.unknownSymbol("ZZCO")) { try await Self.chain(scene) }
    }
}
