import ExactPayoff
import OptionPricing
import Testing
import _TestSupport

@testable import AccountMargin

@Suite("Least grouping")
struct LeastGroupingTests {
    private static func least(
        _ account: MarginAccount, _ measure: MarginMeasure, isExhaustive: Bool, solver: SolverLibrary? = .loaded,
        limits: WorkLimits = .generous
    ) throws -> MarginRequirement {
        let rules = GroupRules(account, try AccountHoldings(account), measure)
        var search = RequirementSearch(
            withCertificate: true, isExhaustive: isExhaustive, solver: { solver }, budget: WorkBudget(limits))
        return try search.least(rules)
    }

    @Test("The program finds what the exhaustive search finds", arguments: 0..<SampleCount.all(2000))
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

    /// A machine may lack both solvers; the answer is then an interval that contains the least requirement.
    @Test("Without a solver, the least requirement lies between bound and requirement")
    func hiddenSolver() throws {
        var open = 0
        for seed in 0..<80 {
            var random = RandomAccount(seed: UInt64(seed))
            let account = try random.account(10, quantities: 1...3, dateCount: 3)
            for measure in MarginMeasure.allCases {
                let answer = try Self.least(account, measure, isExhaustive: false, solver: nil)
                #expect(answer.isOptimal == (answer.proof == .certificate))
                try account.expectWhole(answer)
                if answer.isOptimal { continue }
                open += 1
                guard let solver = SolverLibrary.loaded else { continue }
                let solved = try Self.least(account, measure, isExhaustive: false, solver: solver)
                #expect(solved.proof == .solver)
                let least = try #require(solved.requirement)
                #expect(try #require(answer.lowerBound) <= least && least <= (try #require(answer.requirement)))
            }
        }
        #expect(open > 0, "no account needs a solver")
    }

    @Test("Without time for a solver, an account that needs one is refused; with too little, the answer is an interval")
    func solverTime() throws {
        guard SolverLibrary.loaded != nil else { return }
        var (refused, open) = (0, 0)
        for seed in 0..<40 {
            var random = RandomAccount(seed: UInt64(seed))
            let account = try random.account(20, quantities: 1...3, dateCount: 3)
            let unlimited = try Self.least(account, .initial, isExhaustive: false)
            var limits = WorkLimits.generous
            limits.solverSeconds = 0
            do {
                let answer = try Self.least(account, .initial, isExhaustive: false, limits: limits)
                #expect(answer == unlimited && answer.proof == .certificate)
            } catch let error as StrategyError {
                refused += 1
                #expect(error.rule == .withinLimit(.valuations, .max) && unlimited.proof == .solver)
            }
            limits.solverSeconds = 1e-6
            let hurried = try Self.least(account, .initial, isExhaustive: false, limits: limits)
            try account.expectWhole(hurried)
            if !hurried.isOptimal { open += 1 }
            let least = try #require(unlimited.requirement)
            #expect(try #require(hurried.lowerBound) <= least && least <= (try #require(hurried.requirement)))
        }
        #expect(refused > 0 && open > 0)
    }

    @Test("Options on different numbers of shares share no group, and cover by their own numbers")
    func sizes() throws {
        let date = try #require(CalendarDate("2026-03-20"))
        let valuation = try #require(Timestamp("2026-01-02"))
        func leg(_ side: Leg.Side, _ strike: Double, _ size: Int) throws -> MarginPosition {
            MarginPosition(
                try .call(
                    side, strikePrice: strike, premium: 1, quantity: 1, sharesPerContract: size, expiration: .date(date)
                ))
        }
        let options = try [leg(.short, 105, 100), leg(.long, 110, 10), leg(.short, 105, 10)]
        let shares = MarginPosition(try .stock(.long, entryPrice: 100, quantity: 100))
        let account = MarginAccount(.margin, valuation: valuation, currentPrice: 100, positions: options + [shares])
        let answer = try account.requirements(withCertificate: true)
        // Shares cover the first call; the others are a spread of width 5 on 10 shares, and the long costs 10.
        #expect(answer.initial.requirement == 5060)
        #expect(answer.initial.isOptimal)
        #expect(answer.initial.certificate?.dates.allSatisfy { $0.sharesPerContract != nil } == true)
        try account.expectWhole(answer.initial)
    }

    @Test("An account whose legs cancel requires nothing")
    func cancelled() throws {
        let date = try #require(CalendarDate("2026-03-20"))
        let valuation = try #require(Timestamp("2026-01-02"))
        let positions = try [Leg.Side.long, .short].map { side in
            MarginPosition(try .put(side, strikePrice: 80, premium: 2, quantity: 3, expiration: .date(date)))
        }
        let account = MarginAccount(.margin, valuation: valuation, currentPrice: 95, positions: positions)
        let answer = try account.requirements(withCertificate: true)
        #expect(answer.initial.requirement == 0 && answer.initialDeposit == 0 && answer.initial.groups.isEmpty)
    }
}
