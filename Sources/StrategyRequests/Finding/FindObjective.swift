/// What combinations are ranked by. Raw values are the JSON names; the greater value is the better one.
public enum FindObjective: String, Hashable, Sendable, CaseIterable {
    /// The mean profit under the belief, not discounted.
    case expectedProfit
    /// The mean profit divided by the capital; not if the loss is unlimited.
    case expectedProfitPerCapital
    /// P(profit > 0) under the belief.
    case probabilityOfProfit
    /// The greatest profit; not if it is unlimited.
    case maxProfit
    /// The greatest profit divided by the capital; not if profit or loss is unlimited.
    case maxProfitPerCapital
    /// The profit at the target.
    case profitAtTarget
    /// The profit at the target divided by the capital; not if the loss is unlimited.
    case profitAtTargetPerCapital
    /// The mean profit divided by the expected shortfall; not if the loss is unlimited, or the shortfall below 1 % of the capital.
    case expectedProfitPerShortfall
    /// The least profit: the closer to 0, the better; not if the loss is unlimited.
    case maxLoss

    /// Whether the objective is the profit at the target, or derived from it.
    package var needsTarget: Bool { self == .profitAtTarget || self == .profitAtTargetPerCapital }

    /// Whether combinations with an unlimited loss are not eligible.
    package var needsLimitedLoss: Bool {
        switch self {
        case .expectedProfit, .probabilityOfProfit, .maxProfit, .profitAtTarget: false
        default: true
        }
    }

    /// Whether combinations with two expirations can be ranked by it.
    package var isSupportedWithPairs: Bool {
        switch self {
        case .expectedProfit, .expectedProfitPerCapital, .profitAtTarget, .profitAtTargetPerCapital: true
        default: false
        }
    }

    /// Whether the objective needs probabilities other than the mean.
    package var needsChances: Bool { self == .probabilityOfProfit || self == .expectedProfitPerShortfall }

    /// Whether combinations with an unlimited profit are not eligible.
    package var needsLimitedProfit: Bool { self == .maxProfit || self == .maxProfitPerCapital }
}
