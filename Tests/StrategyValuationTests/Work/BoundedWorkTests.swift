import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

/// A computation that takes a budget, and a hash of its result.
enum BoundedWork: CaseIterable {
    case scenarios, book, calendar, crossings, curve, points, calendarProbabilities, probabilities

    /// Whether the cost is known from the sizes of the input.
    var isEstimated: Bool {
        switch self {
        case .scenarios, .book, .curve, .points: true
        case .calendar, .crossings, .calendarProbabilities, .probabilities: false
        }
    }

    private static let levels = (1...50).map { Double($0) / 51 }

    /// Long calls and short puts at many strikes, of which half survive the horizon.
    private static func legs() throws -> (expiring: [Leg], surviving: [PricedLeg]) {
        var generator = SeededGenerator(seed: 1)
        var (expiring, surviving): ([Leg], [PricedLeg]) = ([], [])
        for _ in 0..<200 {
            let strike = generator.uniform(50, 150).rounded()
            let leg =
                Bool.random(using: &generator)
                ? try Leg.call(.long, strikePrice: strike, premium: 3, quantity: 1)
                : try Leg.put(.short, strikePrice: strike, premium: 2, quantity: 1)
            if Bool.random(using: &generator) {
                expiring.append(leg)
            } else {
                surviving.append(
                    try PricedLeg(leg, timeToExpiration: 0.1, volatility: generator.logUniform(0.001, 0.3)))
            }
        }
        return (expiring, surviving)
    }

    private static let profile = Result {
        let (expiring, surviving) = try legs()
        return try HorizonProfile(expiring: expiring, surviving: surviving, riskFreeRate: 0.03)
    }

    private static let prices = Result {
        try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.1, riskFreeRate: 0.03)
    }

    private static let sample = Result {
        try BookSample(seed: 1, positions: 100, legCounts: 1...150, contracts: 40, stockPrices: 400)
    }

    func hash(_ budget: WorkBudget) throws -> Int {
        switch self {
        case .scenarios:
            let sample = try Self.sample.get()
            return try PricedStrategy(sample.positions[0], in: sample.market)
                .profits(in: sample.grid, budget: budget).hashValue
        case .book:
            let sample = try Self.sample.get()
            let valuation = try BookValuation(sample.book, in: sample.grid, budget: budget)
            return [
                try valuation.totalProfits(budget: budget),
                try sample.book.profits(in: sample.grid, budget: budget).values,
            ].hashValue
        case .calendar:
            let (expiring, surviving) = try Self.legs()
            let profile = try HorizonProfile(
                expiring: expiring, surviving: surviving, riskFreeRate: 0.03, budget: budget)
            return [profile.maximumProfit, profile.minimumProfit, profile.isCertified ? 1 : 0].hashValue
                ^ profile.breakEvenPoints.hashValue
        case .crossings: return try Self.profile.get().levelCrossings(at: -20000, budget: budget).hashValue
        case .curve: return try Self.profile.get().curve(around: 100, budget: budget).hashValue
        case .points: return try Self.profile.get().curve(over: 50...150, points: 2000, budget: budget).hashValue
        case .calendarProbabilities:
            let profile = try Self.profile.get()
            return try ProfitProbabilities(
                of: profile, under: Self.prices.get(), levels: [0.5, 0.95], budget: budget
            ).hashValue
        case .probabilities:
            return try ProfitProbabilities(
                of: PayoffProfile(Self.legs().expiring), under: Self.prices.get(), levels: Self.levels, budget: budget
            ).hashValue
        }
    }
}

@Suite("Bounded work")
struct BoundedWorkTests {
    private func limits(_ valuations: Int) -> WorkLimits {
        var limits = WorkLimits.generous
        limits.valuations = valuations
        return limits
    }

    @Test(
        "a sufficient budget changes no bit, and the check is called at regular intervals",
        arguments: BoundedWork.allCases)
    func sameBits(_ work: BoundedWork) throws {
        let unlimited = WorkBudget()
        let expected = try work.hash(unlimited)
        let calls = Calls()
        let budget = WorkBudget(limits(1 << 40)) { calls.next() }
        #expect(try work.hash(budget) == expected)
        let spent = 1 << 40 - budget.valuations
        #expect(spent > 0)
        #expect(calls.count >= spent / (8 * WorkBudget.checkInterval))
    }

    @Test("a budget that does not suffice is refused by the limit's name", arguments: BoundedWork.allCases)
    func refusal(_ work: BoundedWork) throws {
        let unlimited = WorkBudget()
        _ = try work.hash(unlimited)
        let cost = WorkLimits.generous.valuations - unlimited.valuations
        let allowed = cost / 3
        let budget = WorkBudget(limits(allowed))
        #expect(throws: StrategyError("", .withinLimit(.valuations, allowed))) { try work.hash(budget) }
    }

    @Test("work of a known cost is refused before it begins", arguments: BoundedWork.allCases.filter(\.isEstimated))
    func estimate(_ work: BoundedWork) throws {
        let calls = Calls()
        let budget = WorkBudget(limits(1000)) { calls.next() }
        #expect(throws: StrategyError("", .withinLimit(.valuations, 1000))) { try work.hash(budget) }
        #expect(budget.valuations == 1000)
        #expect(calls.count == 0)
    }

    @Test("the first check that returns true ends the computation", arguments: BoundedWork.allCases)
    func cancellation(_ work: BoundedWork) throws {
        let calls = Calls(stopAt: 1)
        let budget = WorkBudget(.generous) { calls.next() }
        // Some computations are shorter than an interval.
        #expect(throws: StrategyError("", .notCancelled)) { while true { _ = try work.hash(budget) } }
        #expect(calls.count == 1)
    }

    @Test("a cancelled task ends the search of a long calendar within two intervals")
    func task() async {
        let spent = await withTaskGroup(of: Int.self) { group in
            // A child task that is added after this call is cancelled when it starts.
            group.cancelAll()
            group.addTask {
                await WorkBudget.run(.generous) { budget in
                    #expect(throws: StrategyError("", .notCancelled)) { try BoundedWork.calendar.hash(budget) }
                    return WorkLimits.generous.valuations - budget.valuations
                }
            }
            return await group.next()
        }
        #expect((spent ?? .max) <= 2 * WorkBudget.checkInterval)
    }

    @Test("a scenario has the same bits in every grid and at every place of a block")
    func blocks() throws {
        let sample = try BookSample(seed: 2, positions: 1, legCounts: 20...20, contracts: 10, stockPrices: 301)
        let strategy = try PricedStrategy(sample.positions[0], in: sample.market)
        let grid = sample.grid
        let profits = try strategy.profits(in: grid)
        for (price, stockPrice) in grid.stockPrices.enumerated() {
            let part = try ScenarioGrid(
                stockPrices: [stockPrice], volatilityShifts: grid.volatilityShifts, elapsedTimes: grid.elapsedTimes)
            #expect(try strategy.profits(in: part) == Array(profits[price * part.count..<(price + 1) * part.count]))
        }
    }

    @Test("the certificate of a search does not depend on the budget")
    func certificate() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let sample = try generator.horizonSample()
            let budget = WorkBudget(limits(1 << 30))
            let bounded = try HorizonProfile(
                expiring: sample.expiring, surviving: sample.surviving, riskFreeRate: sample.rate,
                dividendYield: sample.yield, budget: budget)
            let profile = try sample.profile()
            #expect(bounded.isCertified == profile.isCertified)
            #expect(bounded.zeroProfitIntervals == profile.zeroProfitIntervals)
            #expect(bounded.maximumProfit == profile.maximumProfit)
        }
    }
}
