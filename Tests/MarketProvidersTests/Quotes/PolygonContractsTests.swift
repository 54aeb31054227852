import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonContractsTests {
    typealias Samples = PolygonSamples

    static func row(_ type: String, _ expiration: String, _ strike: String = "165") -> String {
        Samples.contract(type, expiration, strike, symbol: "O:ZZCO\(expiration)\(type)\(strike)")
    }

    @Test func expirationsAreTheDistinctDatesOfAllPages() async throws {
        let scene = QuotesScene { _, index in
            let second = "https://api.polygon.io/v3/reference/options/contracts?cursor=YXA9&apiKey=X"
            return .init(
                index == 0
                    ? Samples.contractPage(
                        [
                            Self.row("call", "2026-02-13"), Self.row("call", "2026-02-13", "170"),
                            Self.row("put", "2026-02-18"),
                        ],
                        next: second)
                    : Samples.contractPage([Self.row("call", "2026-02-20"), Self.row("call", "2026-13-01"), "{}", "7"]))
        }
        let dates = try await scene.polygon().expirations(of: Known.ticker("ZZCO"), kind: .call, priority: .interactive)
        #expect(dates.map(\.description) == ["2026-02-13", "2026-02-20"])
        let requests = scene.transport.requests
        #expect(requests.map(\.path) == Array(repeating: "/v3/reference/options/contracts", count: 2))
        #expect(
            requests.first?.query == [
                SourceParameter("underlying_ticker", "ZZCO"), SourceParameter("contract_type", "call"),
                SourceParameter("sort", "expiration_date"), SourceParameter("order", "asc"),
                SourceParameter("expired", "false"), SourceParameter("limit", "1000"),
            ])
        #expect(requests.last?.query == [SourceParameter("cursor", "YXA9")])
    }

    @Test(arguments: [#"{"results":[],"status":"OK"}"#, #"{"status":"OK","request_id":"r"}"#])
    func anUnknownUnderlyingHasNone(body: String) async throws {
        let scene = QuotesScene(body)
        let unknown = try Known.ticker("NOPE")
        #expect(try await scene.polygon().expirations(of: unknown, kind: .put, priority: .interactive).isEmpty)
        #expect(
            try await scene.polygon().contracts(
                of: unknown, expiration: Known.day("2026-02-13"), priority: .interactive
            )
            .isEmpty)
    }

    /// More pages than a minute allows: the second request resumes where the first one stopped.
    @Test func aWalkGoesOnAfterALimit() async throws {
        let scene = QuotesScene { request, index in
            if index == 2 { return .init("", status: 429) }
            let page = request.query.first.flatMap { $0.name == "cursor" ? Int($0.value) : nil } ?? 1
            return .init(
                Samples.contractPage(
                    [Self.row("call", "2026-0\(page)-01")],
                    next: page < 4 ? "https://x/v3/reference/options/contracts?cursor=\(page + 1)" : nil))
        }
        let (polygon, zed) = (scene.polygon(), try Known.ticker("ZZCO"))
        let error = await #expect(throws: MarketDataError.self) {
            try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        }
        guard case .limitReached(.polygon, let seconds) = error else {
            Issue.record("no limit: \(String(describing: error))")
            return
        }
        scene.clock.advance(Double(seconds))
        let dates = try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        #expect(dates.map(\.description) == ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"])
        #expect(scene.query("cursor") == [nil, "2", "3", "3", "4"])
        // After the last page, the next copy begins with the first page.
        _ = try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        #expect(scene.query("cursor").dropFirst(5) == [nil, "2", "3", "4"])
    }

    @Test func aWalkIsNotResumedForAnotherKindOrLater() async throws {
        let scene = QuotesScene { _, index in
            index == 1
                ? .init("", status: 429)
                : .init(
                    Samples.contractPage([Self.row("call", "2026-02-13")], next: index == 0 ? "/v3/x?cursor=2" : nil))
        }
        let (polygon, zed) = (scene.polygon(), try Known.ticker("ZZCO"))
        _ = try? await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        scene.clock.advance(100)
        _ = try await polygon.expirations(of: zed, kind: .put, priority: .interactive)
        #expect(scene.query("contract_type").last == "put")
        scene.clock.advance(3600)
        _ = try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        #expect(scene.query("contract_type").last == "call")
    }

    /// The next request does not repeat a place that the source has rejected.
    @Test func aBrokenPageEndsAWalk() async throws {
        let scene = QuotesScene { request, index in
            request.query.first?.name == "cursor"
                ? .init("bad cursor", status: 400)
                : .init(Samples.contractPage([Self.row("call", "2026-02-13")], next: "/v3/x?cursor=2"))
        }
        let (polygon, zed) = (scene.polygon(), try Known.ticker("ZZCO"))
        for _ in 0..<2 {
            await #expect(throws: MarketDataError.self) {
                try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
            }
        }
        #expect(scene.query("contract_type").filter { $0 != nil }.count == 2)
    }

    @Test func aPageThatFollowsItselfIsBroken() async throws {
        let scene = QuotesScene(Samples.contractPage([Self.row("call", "2026-02-13")], next: "/v3/x?cursor=1"))
        let (polygon, zed) = (scene.polygon(), try Known.ticker("ZZCO"))
        await #expect(throws: MarketDataError.self) {
            try await polygon.expirations(of: zed, kind: .call, priority: .interactive)
        }
        await #expect(throws: MarketDataError.self) {
            try await polygon.contracts(of: zed, expiration: Known.day("2026-02-13"), priority: .interactive)
        }
        #expect(scene.transport.requests.count == 4)
    }

    @Test func contractsOfAnExpiration() async throws {
        let scene = QuotesScene(PolygonSamples.contracts)
        let (zed, friday) = (try Known.ticker("ZZCO"), try Known.day("2026-02-13"))
        let contracts = try await scene.polygon().contracts(of: zed, expiration: friday, priority: .interactive)
        let expected = ListedContract(
            symbol: "O:ZZCO260213C00165000", underlying: zed, kind: .call, expiration: friday,
            strike: try Known.decimal("165"))
        #expect(contracts == [expected])
        #expect(
            scene.transport.requests.first?.query == [
                SourceParameter("underlying_ticker", "ZZCO"), SourceParameter("expiration_date", "2026-02-13"),
                SourceParameter("sort", "strike_price"), SourceParameter("order", "asc"),
                SourceParameter("expired", "false"), SourceParameter("limit", "1000"),
            ])
    }

    @Test func unusualContractsKeepTheirFlags() async throws {
        let rows = [
            Samples.contract("put", "2026-02-13", "100.0", symbol: "O:ZZCO260213P00100000"),
            Samples.contract("call", "2026-02-13", "100", symbol: "O:ZZCO260213C00100000"),
            Samples.contract("other", "2026-02-13", "100", symbol: "O:ZZCO260213C00100000"),
            Samples.contract("call", "2026-02-20", "100", symbol: "O:ZZCO260220C00100000"),
            Samples.contract("call", "2026-02-13", "0", symbol: "O:ZZCO260213C00000000"),
            #"{"contract_type":"call","expiration_date":"2026-02-13","strike_price":12.5,"shares_per_contract":10,"#
                + #""ticker":"O:ZZCO1260213C00012500","#
                + #""additional_underlyings":[{"underlying":"USD","amount":3.2,"type":"currency"}]}"#,
            #"{"contract_type":"call","expiration_date":"2026-02-13","strike_price":13,"#
                + #""ticker":"ZZCO2260213C00013000","additional_underlyings":[],"underlying_ticker":"ZZCO"}"#,
            #"{"contract_type":"call","expiration_date":"2026-02-13","strike_price":9,"ticker":"O:AB260213C00009000","#
                + #""underlying_ticker":"AB"}"#,
        ]
        let scene = QuotesScene(Samples.contractPage(rows))
        let contracts = try await scene.polygon().contracts(
            of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
        #expect(
            contracts.map(\.symbol) == [
                "O:ZZCO1260213C00012500", "O:ZZCO2260213C00013000", "O:ZZCO260213C00100000", "O:ZZCO260213P00100000",
            ])
        #expect(contracts.map(\.sharesPerContract) == [10, 100, 100, 100])
        #expect(contracts.map(\.hasAdditionalUnderlyings) == [true, true, false, false])
        #expect(contracts.map(\.isStandard) == [false, false, true, true])
        #expect(contracts.allSatisfy { $0.underlying.symbol == "ZZCO" })
    }

    @Test func contractsOfAnIndexHaveNoPrefix() async throws {
        let scene = QuotesScene(
            #"{"status":"OK","results":[{"contract_type":"call","expiration_date":"2026-02-13","strike_price":6900,"#
                + #""ticker":"O:SPXW260213C06900000","underlying_ticker":"SPX"}]}"#)
        let contracts = try await scene.polygon().contracts(
            of: Known.ticker("^SPX"), expiration: Known.day("2026-02-13"), priority: .interactive)
        #expect(scene.query("underlying_ticker") == ["SPX"])
        #expect(contracts.map(\.underlying.symbol) == ["^SPX"])
        #expect(contracts.map(\.isStandard) == [true])
    }
}
