import ExactPayoff
import StrategyNames
import Testing
import _TestSupport

@testable import StrategyNames

extension AccountSplit {
    /// Splits legs in notation; a leg of shares stands for 100 shares.
    static func recognise(
        _ legs: [NotedLeg], _ effort: SplitOptimizer.Effort = .init(), budget: WorkBudget = WorkBudget()
    ) throws -> AccountSplit {
        try recognise(legs.map { try $0.accountLeg() }, expirations: legs.map(\.years), effort, budget)
    }

    /// The strategies as texts, `2 iron condor: 2 of 0, 2 of 1`, in their order.
    var summary: [String] {
        strategies.map { strategy in
            let legs = strategy.legs.map { "\($0.quantity) of \($0.index)" }.joined(separator: ", ")
            return "\(strategy.quantity) \(strategy.name): \(legs)"
        }
    }
}

extension NotedLeg {
    /// The leg, with 100 shares per contract; a leg of shares has 100 of them for each unit of its count.
    func accountLeg() throws -> Leg {
        kind != .stock
            ? try leg()
            : try .stock(count > 0 ? .long : .short, entryPrice: 100, quantity: 100 * abs(count))
    }

    /// Random legs at a few strikes and one or two expirations.
    static func randomAccount(
        _ legCount: Int, strikes: Int = 5, greatest: Int = 3, _ random: inout SeededGenerator
    ) -> [NotedLeg] {
        let isDated = Int.random(in: 0..<3, using: &random) == 0
        return (0..<legCount).map { _ in
            let isStock = Int.random(in: 0..<6, using: &random) == 0
            let count = Int.random(in: 1...greatest, using: &random)
            return NotedLeg(
                count: Bool.random(using: &random) ? count : -count,
                kind: isStock ? .stock : Bool.random(using: &random) ? .call : .put,
                strike: isStock ? 0 : 90 + 5 * Double(Int.random(in: 0..<strikes, using: &random)),
                expiration: !isDated || isStock ? nil : Bool.random(using: &random) ? .near : .far)
        }
    }
}
