import ExactPayoff
import StrategyNames
import Testing
import _TestSupport

@testable import StrategyNames

@Suite("Accounts: laws")
struct SplitLawTests {
    /// A lower limit of work than usual, because tests without optimisation are slow.
    private static let little = SplitOptimizer.Effort(exactContracts: 8, exactSteps: 4_000, improvementSteps: 6_000)

    @Test("the strategies of random accounts add up to their legs, and each alone has the same name")
    func recombination() throws {
        var random = SeededGenerator(seed: 16)
        for number in 0..<SampleCount.all(10_000) {
            let legCount = number.isMultiple(of: 500) ? 40 : Int.random(in: 1...7, using: &random)
            let account = NotedLeg.randomAccount(legCount, strikes: legCount, &random)
            let split = try AccountSplit.recognise(account, Self.little)
            var used = [Int](repeating: 0, count: legCount)
            let legs = try account.map { try $0.accountLeg() }
            for strategy in split.strategies {
                #expect(Set(strategy.legs.map(\.index)).count == strategy.legs.count)
                var own: [Leg] = []
                for part in strategy.legs {
                    used[part.index] += part.quantity
                    let leg = legs[part.index]
                    own.append(
                        try Leg(
                            leg.instrument, leg.side, premium: 0, quantity: part.quantity,
                            sharesPerContract: leg.sharesPerContract))
                }
                let alone = try StrategyName.recognise(own, expirations: strategy.legs.map { account[$0.index].years })
                #expect(alone.name == strategy.name && alone.family == strategy.family, "\(account)")
                #expect(alone.aliases == strategy.aliases && alone.roles == strategy.legs.map(\.role), "\(account)")
            }
            #expect(used == legs.map(\.quantity), "\(account)")
        }
    }

    @Test("the order of the legs changes only their indices")
    func order() throws {
        var random = SeededGenerator(seed: 17)
        let count = 300
        var compared = 0
        for number in 0..<count {
            let legCount = number.isMultiple(of: 50) ? 30 : Int.random(in: 2...8, using: &random)
            let account = NotedLeg.randomAccount(legCount, &random)
            // Legs of the same contract share its strategies in their order, so each contract is one leg here.
            let merged = Self.netted(account)
            guard !merged.isEmpty else { continue }
            let order = merged.indices.shuffled(using: &random)
            let split = try AccountSplit.recognise(merged, Self.little)
            let shuffled = try AccountSplit.recognise(order.map { merged[$0] }, Self.little)
            #expect(split.isOptimal == shuffled.isOptimal)
            #expect(split.strategies.map(\.name) == shuffled.strategies.map(\.name))
            for (one, other) in zip(split.strategies, shuffled.strategies) {
                let parts = other.legs.map { [order[$0.index], $0.quantity] }.sorted { $0[0] < $1[0] }
                #expect(one.legs.map { [$0.index, $0.quantity] } == parts)
            }
            compared += 1
        }
        #expect(compared >= count * 9 / 10)
    }

    @Test("ten times the account has ten times each strategy")
    func scale() throws {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<200 {
            let account = NotedLeg.randomAccount(Int.random(in: 1...7, using: &random), &random)
            let multiple = account.map { leg in
                var leg = leg
                leg.count *= 10
                return leg
            }
            let split = try AccountSplit.recognise(account, Self.little)
            let larger = try AccountSplit.recognise(multiple, Self.little)
            #expect(larger.strategies.map(\.name) == split.strategies.map(\.name))
            #expect(larger.strategies.map(\.quantity) == split.strategies.map { 10 * $0.quantity })
        }
    }

    @Test("accounts of eight contracts, up to five of each, are split exactly")
    func exactSize() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<60 {
            let account = NotedLeg.randomAccount(8, strikes: 12, greatest: 5, &random)
            #expect(try AccountSplit.recognise(account).isOptimal)
        }
    }

    @Test("200 legs stay within the limits of a server, and are split into fewer strategies than contracts")
    func work() throws {
        var random = SeededGenerator(seed: 19)
        let account = NotedLeg.randomAccount(200, strikes: 40, &random)
        let budget = WorkBudget(.strict)
        let split = try AccountSplit.recognise(account, budget: budget)
        #expect(budget.valuations > WorkLimits.strict.valuations / 2)
        #expect(split.strategies.count { $0.family != nil } < Self.netted(account).count)
        #expect(throws: StrategyError("", .withinLimit(.valuations, 1_000))) {
            try AccountSplit.recognise(
                account, budget: WorkBudget(WorkLimits(bytes: 1, legs: 200, valuations: 1_000, responsePoints: 1)))
        }
        #expect(throws: StrategyError("", .notCancelled)) {
            try AccountSplit.recognise(account, budget: WorkBudget { true })
        }
    }

    private static func netted(_ legs: [NotedLeg]) -> [NotedLeg] {
        var netted: [NotedLeg] = []
        for leg in legs {
            let index = netted.firstIndex {
                ($0.kind, $0.strike) == (leg.kind, leg.strike) && $0.expiration == leg.expiration
            }
            if let index { netted[index].count += leg.count } else { netted.append(leg) }
        }
        return netted.filter { $0.count != 0 }
    }
}
