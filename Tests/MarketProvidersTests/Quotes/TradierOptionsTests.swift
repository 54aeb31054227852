import MarketData
import Testing

@testable import MarketProviders

@Suite struct TradierOptionsTests {
    static func chain(_ body: String) async throws -> ChainSnapshot? {
        try await QuotesScene(body).tradier().chain(
            of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
    }

    static func row(_ symbol: String, _ strike: String, type: String = "call", _ members: String = "") -> String {
        #"{"symbol":"\#(symbol)","strike":\#(strike),"option_type":"\#(type)","#
            + #""expiration_date":"2026-02-13"\#(members)}"#
    }

    @Test(
        arguments: [
            (TradierSamples.expirations, ["2026-02-13", "2026-02-20"]),
            (TradierSamples.detailedExpirations, ["2026-02-13"]),
            (#"{"expirations":{"date":"2026-02-13"}}"#, ["2026-02-13"]),
            (
                #"{"expirations":{"date":["2026-02-20","2026-02-13","2026-02-20","soon",7,null]}}"#,
                ["2026-02-13", "2026-02-20"]
            ),
            (#"{"expirations":{"expiration":{"date":"2026-02-13","strikes":{"strike":160.0}}}}"#, ["2026-02-13"]),
            (#"{"expirations":{"date":null}}"#, []), (#"{"expirations":{}}"#, []), (#"{"expirations":null}"#, []),
            (#"{"expirations":"null"}"#, []),
        ])
    func expirations(body: String, dates: [String]) async throws {
        let scene = QuotesScene(body)
        let found = try await scene.tradier().expirations(
            of: Known.ticker("BRK.B"), kind: .call, priority: .interactive)
        #expect(found.map(\.description) == dates)
        #expect(scene.paths == ["/markets/options/expirations"])
        #expect(
            scene.transport.requests.first?.query == [
                SourceParameter("symbol", "BRK/B"), SourceParameter("includeAllRoots", "true"),
            ])
    }

    @Test func aChain() async throws {
        let scene = QuotesScene(TradierSamples.chain)
        let (zed, friday) = (try Known.ticker("ZZCO"), try Known.day("2026-02-13"))
        let chain = try await scene.tradier().chain(of: zed, expiration: friday, priority: .interactive)
        var quote = ContractQuote(
            ListedContract(
                symbol: "O:ZZCO260213C00165000", underlying: zed, kind: .call, expiration: friday,
                strike: try Known.decimal("165")))
        (quote.bid, quote.ask) = (try Known.decimal("9.2"), try Known.decimal("9.3"))
        quote.last = try Known.decimal("9.25")
        (quote.volume, quote.openInterest, quote.vendorVolatility) = (88, 2406, 1.04)
        quote.vendorGreeks = VendorGreeks(delta: 0.544, gamma: 0.012, theta: -0.05, vega: 0.15, rho: 0.01)
        quote.asOf = try Known.instant("2026-02-10T20:59:59Z")
        #expect(
            try chain
                == ChainSnapshot(
                    underlying: zed, expiration: friday, spot: nil, quotes: [quote],
                    asOf: Known.instant("2026-02-10T20:59:59Z")))
        #expect(scene.paths == ["/markets/options/chains"])
        #expect(
            scene.transport.requests.first?.query == [
                SourceParameter("symbol", "ZZCO"), SourceParameter("expiration", "2026-02-13"),
                SourceParameter("greeks", "true"),
            ])
    }

    @Test func contractsAreAskedWithoutGreeks() async throws {
        let rows = [
            Self.row("ZZCO260213P00100000", "100", type: "put"), Self.row("ZZCO260213C00100000", "100.0"),
            Self.row("ZZCO1260213C00012500", "12.5", #","contract_size":10,"root_symbol":"ZZCO1""#),
            Self.row("ZZCO2260213C00013000", "13", #","contract_size":100"#),
            #"{"symbol":"ZZCO260220C00100000","strike":100,"option_type":"call","expiration_date":"2026-02-20"}"#,
        ]
        let scene = QuotesScene(#"{"options":{"option":[\#(rows.joined(separator: ","))]}}"#)
        let contracts = try await scene.tradier().contracts(
            of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
        #expect(
            contracts.map(\.symbol) == [
                "O:ZZCO1260213C00012500", "O:ZZCO2260213C00013000", "O:ZZCO260213C00100000", "O:ZZCO260213P00100000",
            ])
        #expect(contracts.map(\.sharesPerContract) == [10, 100, 100, 100])
        #expect(contracts.map(\.isStandard) == [false, false, true, true])
        #expect(scene.query("greeks") == ["false"])
    }

    @Test(arguments: [
        #"{"options":null}"#, #"{"options":"null"}"#, #"{"options":{"option":[]}}"#, #"{"options":{"option":null}}"#,
    ])
    func noContracts(body: String) async throws {
        #expect(try await Self.chain(body) == nil)
        let contracts = try await QuotesScene(body).tradier().contracts(
            of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
        #expect(contracts.isEmpty)
    }

    /// The members of the greeks, the volatility, and whether there are greeks.
    @Test(
        arguments: [
            (#""delta":0.5,"gamma":0.1,"theta":-0.1,"vega":0.2,"mid_iv":0.0,"smv_vol":1.02"#, 1.02, true),
            (#""delta":0.5,"gamma":0.1,"theta":-0.1,"vega":0.2,"mid_iv":0.0,"smv_vol":0.0"#, nil, true),
            (#""delta":0,"gamma":0,"theta":0,"vega":0,"rho":0,"mid_iv":0.0,"smv_vol":0.0"#, nil, false),
            (#""delta":0.5,"gamma":0.1,"theta":null,"vega":0.2,"mid_iv":0.9"#, 0.9, false), ("", nil, false),
        ] as [(String, Double?, Bool)])
    func unsolvedVolatilities(members: String, volatility: Double?, hasGreeks: Bool) async throws {
        let row = Self.row("ZZCO260213C00165000", "165", #","greeks":{\#(members)}"#)
        let quote = try #require(try await Self.chain(#"{"options":{"option":\#(row)}}"#)?.quotes.first)
        #expect(quote.vendorVolatility == volatility)
        #expect((quote.vendorGreeks != nil) == hasGreeks)
    }

    @Test(
        arguments: [
            "", #","greeks":null,"last":null,"bid":null,"ask":null,"volume":null,"open_interest":null,"trade_date":0"#,
            #","greeks":"null","last":0,"bid":-1,"ask":-1,"bid_date":0,"contract_size":null"#,
        ])
    func whatIsMissingIsNil(members: String) async throws {
        let row = Self.row("ZZCO260213C00165000", "165", members)
        let chain = try #require(try await Self.chain(#"{"options":{"option":\#(row)}}"#))
        let quote = try #require(chain.quotes.first)
        #expect(quote == ContractQuote(quote.contract))
        #expect(chain.asOf == QuotesScene.start)
    }

    @Test func rowsThatCannotBeReadAreLeftOut() async throws {
        let rows = [
            Self.row("ZZCO260213C00165000", "165"), Self.row("ZZCO260213C00170000", "null"), "{}", "null",
            Self.row("ZZCO260213C00175000", "175", type: "warrant"),
        ]
        let chain = try await Self.chain(#"{"options":{"option":[\#(rows.joined(separator: ","))]}}"#)
        #expect(chain?.quotes.map(\.contract.symbol) == ["O:ZZCO260213C00165000"])
        await #expect(throws: MarketDataError.self) { try await Self.chain(#"{"options":{"option":[{},{}]}}"#) }
    }
}
