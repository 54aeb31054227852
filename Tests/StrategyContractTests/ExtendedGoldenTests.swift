import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// Requests of `Fixtures/extended` and their indented answers. Other tests check the numbers, whose last digits depend
/// on the C library; this test compares the format.
@Suite("Golden answers before expiration")
struct ExtendedGoldenTests {
    @Test("look like the committed ones", arguments: ["iron-condor", "calendar", "call-spread"])
    func calculation(name: String) throws {
        let request = try CalculationRequest(json: Fixture.bytes("Fixtures/extended/\(name).json"))
        try expect(request.calculate().json(pretty: true), name)
    }

    @Test("of a book, position by position and in all")
    func book() throws {
        let request = try ScenarioRequest(json: Fixture.bytes("Fixtures/extended/book.json"))
        try expect(request.scenarios().json(pretty: true), "book")
    }

    @Test("of a portfolio, with the contribution of each position")
    func portfolio() throws {
        let request = try RiskRequest(json: Fixture.bytes("Fixtures/extended/portfolio.json"))
        try expect(request.risk().json(pretty: true), "portfolio")
    }

    /// 50 % of the shares at 90, and 10 % of the strike 80 and the premium 2; 25 % of the shares at 95 for maintenance.
    @Test("of an account, with the groups of its least margin")
    func account() throws {
        let request = try MarginRequest(json: Fixture.bytes("Fixtures/extended/account.json"))
        try expect(request.margin().json(pretty: true), "account")
    }

    private func expect(_ answer: [UInt8], _ name: String) throws {
        let golden = String(decoding: try Fixture.bytes("Fixtures/extended/\(name).response.json"), as: UTF8.self)
        let text = String(decoding: answer, as: UTF8.self) + "\n"
        let number = /-?\d+(?:\.\d+)?(?:e[-+]\d+)?/
        #expect(text.replacing(number, with: "0") == golden.replacing(number, with: "0"))
        for (own, expected) in zip(text.matches(of: number), golden.matches(of: number)) {
            let (own, expected) = (try #require(Double(own.output)), try #require(Double(expected.output)))
            #expect(abs(own - expected) <= 1e-11 * abs(expected))
        }
    }
}
