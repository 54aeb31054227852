public import StrategyAnalytics

/// Profits over prices at one time.
public struct ValueCurve: Hashable, Sendable {
    /// When.
    public let date: ValueDate
    /// The prices of the payoff curve, and the profits there.
    public let curve: PayoffCurve
}
