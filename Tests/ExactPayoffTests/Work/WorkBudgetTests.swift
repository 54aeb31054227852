import ExactPayoff
import Testing
import _TestSupport

@Suite("Work budget")
struct WorkBudgetTests {
    private let limits = WorkLimits(bytes: 1, legs: 2, valuations: 1_000_000, responsePoints: 4)

    @Test("spends valuations down to 0 and refuses the next one by name")
    func spending() throws {
        let budget = WorkBudget(limits)
        try budget.spend(999_999)
        try budget.require(1)
        #expect(throws: StrategyError("", .withinLimit(.valuations, 1_000_000))) { try budget.require(2) }
        try budget.spend(1)
        #expect(throws: StrategyError("", .withinLimit(.valuations, 1_000_000))) { try budget.spend(1) }
        #expect(budget.valuations == 0)
    }

    @Test("spends response points, which cost valuations as well")
    func responsePoints() throws {
        let budget = WorkBudget(limits)
        try budget.spend(responsePoints: 3)
        #expect(budget.responsePoints == 1)
        #expect(budget.valuations < 1_000_000)
        #expect(throws: StrategyError("", .withinLimit(.responsePoints, 4))) {
            try budget.spend(responsePoints: 2)
        }
    }

    @Test("compares the value of a request with a limit", arguments: WorkLimits.Name.allCases)
    func values(_ name: WorkLimits.Name) throws {
        let budget = WorkBudget(limits)
        try budget.require(name, limits[name])
        #expect(throws: StrategyError("", .withinLimit(name, limits[name]))) {
            try budget.require(name, limits[name] + 1)
        }
    }

    @Test("calls the check at least once an interval, and stops when it returns true")
    func check() throws {
        let calls = Calls(stopAt: 5)
        let budget = WorkBudget(.generous) { calls.next() }
        #expect(throws: StrategyError("", .notCancelled)) {
            while true { try budget.spend(1000) }
        }
        #expect(calls.count == 5)
        let spent = WorkLimits.generous.valuations - budget.valuations
        #expect(spent <= 5 * (WorkBudget.checkInterval + 1000))
    }

    @Test("an unlimited budget takes any cost")
    func unlimited() throws {
        let budget = WorkBudget()
        try budget.spend(1 << 62)
        try budget.spend(responsePoints: 1 << 40)
    }

    @Test("strict limits are within the generous ones", arguments: WorkLimits.Name.allCases)
    func presets(_ name: WorkLimits.Name) {
        #expect(WorkLimits.strict[name] <= WorkLimits.generous[name])
    }
}
