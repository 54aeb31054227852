import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonPlanTests {
    /// A source with a plan, which determines from the path whether the request is included.
    static func scene(snapshots: Bool, chain: String?) -> QuotesScene {
        QuotesScene { request, _ in
            let refusal = QuotesScene.Answer(#"{"status":"NOT_AUTHORIZED","message":"Upgrade"}"#, status: 403)
            if request.path.hasPrefix("/v3/snapshot/options") { return chain.map { .init($0) } ?? refusal }
            if request.path.hasPrefix("/v2/snapshot") { return snapshots ? .init(PolygonSamples.snapshot) : refusal }
            return .init(PolygonSamples.contracts)
        }
    }

    static func ask(_ polygon: PolygonSource) async throws {
        let zed = try Known.ticker("ZZCO")
        _ = try? await polygon.snapshotQuotes.quotes(for: [zed], priority: .interactive)
        _ = try? await polygon.chain(of: zed, expiration: Known.day("2026-02-13"), priority: .interactive)
        _ = try await polygon.contracts(of: zed, expiration: Known.day("2026-02-13"), priority: .interactive)
    }

    static let unquoted = PolygonChainTests.answer(PolygonChainTests.row("O:A", "165", #","day":{"close":1}"#))

    @Test(
        arguments: [
            (false, nil, "free"), (true, nil, "stocks"), (true, unquoted, "starter"), (false, unquoted, "starter"),
            (false, PolygonSamples.chain, "advanced"), (true, #"{"status":"OK","results":[]}"#, nil),
        ] as [(Bool, String?, String?)])
    func answersTellThePlan(snapshots: Bool, chain: String?, plan: String?) async throws {
        let polygon = Self.scene(snapshots: snapshots, chain: chain).polygon()
        #expect(await polygon.status().plan == nil)
        #expect(await polygon.status().state == .unknown)
        try await Self.ask(polygon)
        let status = await polygon.status()
        #expect(status.plan == plan)
        #expect(status.state == .ok)
        #expect((status.message != nil) == (chain == nil || !snapshots))
    }

    /// An underlying may have no quotes in a plan that includes them.
    @Test func aChainWithoutQuotesDoesNotTakeBackWhatAnotherTold() async throws {
        let polygon = QuotesScene { _, index in .init(index == 1 ? PolygonSamples.chain : Self.unquoted) }.polygon()
        var plans: [String?] = []
        for _ in 0..<3 {
            _ = try await polygon.chain(
                of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
            plans.append(await polygon.status().plan)
        }
        #expect(plans == ["starter", "advanced", "advanced"])
    }

    @Test func aRefusalNamesTheKeyAndThePlan() async throws {
        let polygon = Self.scene(snapshots: false, chain: nil).polygon()
        let error = await #expect(throws: MarketDataError.self) {
            try await polygon.chain(
                of: Known.ticker("ZZCO"), expiration: Known.day("2026-02-13"), priority: .interactive)
        }
        #expect(
            error
                == .notInPlan(
                    .polygon,
                    reason: "the plan of POLYGON_API_KEY has no option chains; they need Options Starter or better"))
    }

    /// A refused request uses one of the few permitted calls.
    @Test func aRefusalIsRememberedForAWhile() async throws {
        let scene = Self.scene(snapshots: false, chain: nil)
        let polygon = scene.polygon()
        try await Self.ask(polygon)
        #expect(scene.transport.requests.count == 3)
        try await Self.ask(polygon)
        #expect(scene.paths.dropFirst(3) == ["/v3/reference/options/contracts"])
        scene.clock.advance(600)
        try await Self.ask(polygon)
        #expect(scene.transport.requests.count == 7)
    }

    @Test(arguments: [(nil, "free"), (unquoted, "starter"), (PolygonSamples.chain, "advanced")] as [(String?, String)])
    func aCheckTellsThePlanByOneQuestion(chain: String?, plan: String) async throws {
        let scene = Self.scene(snapshots: false, chain: chain)
        let polygon = scene.polygon()
        for count in 1...2 {
            let status = await polygon.check()
            #expect(status.state == .ok && status.plan == plan)
            #expect(scene.paths.last == "/v3/snapshot/options/SPY" && scene.transport.requests.count == count)
        }
    }

    @Test func aCheckTellsThatTheKeyIsRefused() async throws {
        let status = await QuotesScene(#"{"status":"ERROR","error":"Unknown API Key"}"#, status: 401).polygon().check()
        #expect(status.state == .failing)
        #expect(status.message == "the key is refused")
    }
}
