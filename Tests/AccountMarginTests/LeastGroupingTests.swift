import ExactPayoff
import Testing
import _TestSupport

@testable import AccountMargin

@Suite("Least grouping")
struct LeastGroupingTests {
    private static func least(
        _ account: MarginAccount, _ measure: MarginMeasure, isExhaustive: Bool, solver: SolverLibrary? = .loaded
    ) throws -> MarginRequirement {
        let rules = GroupRules(account, try AccountHoldings(account), measure)
        var search = RequirementSearch(
            withCertificate: true, isExhaustive: isExhaustive, solver: { solver }, budget: WorkBudget())
        return try search.least(rules)
    }

    @Test("The program finds what the exhaustive search finds", arguments: 0..<SampleCount.all(300))
    func equalsExhaustiveSearch(_ seed: Int) throws {
        var random = RandomAccount(seed: UInt64(seed))
        let account = try random.account(2 + seed % 5, quantities: 1...(seed % 3 + 1))
        for measure in MarginMeasure.allCases {
            guard ExhaustiveSearch(GroupRules(account, try AccountHoldings(account), measure)) != nil else { continue }
            let exhaustive = try Self.least(account, measure, isExhaustive: true)
            let program = try Self.least(account, measure, isExhaustive: false)
            #expect(program.requirement == exhaustive.requirement)
            #expect(program.isOptimal && exhaustive.proof == .exhaustive)
            try account.expectWhole(program)
            try account.expectWhole(exhaustive)
            let bound = try #require(program.certificate?.bound.rounded)
            #expect(bound <= (exhaustive.requirement ?? 0) + 1e-7)
        }
    }
}
