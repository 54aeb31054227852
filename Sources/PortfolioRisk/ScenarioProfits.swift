/// The profits of a portfolio in equally likely scenarios.
public struct ScenarioProfits: Equatable, Sendable {
    /// The profits in order of scenario.
    public let profits: [Double]
    private let ascending: [Double]

    init(_ profits: [Double]) {
        self.profits = profits
        ascending = profits.sorted()
    }

    /// The mean profit.
    public var mean: Double { ascending.reduce(0, +) / Double(ascending.count) }

    /// Computes the value at risk: the least loss that is not exceeded with a probability of at least `level`.
    ///
    /// - Parameter level: The confidence level, between 0 and 1, exclusive. At 0.99, one scenario in a hundred is worse.
    /// - Returns: The ⌈`level` · *n*⌉-th smallest of *n* losses; negative if that scenario has a profit.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    public func valueAtRisk(level: Double) throws(RiskError) -> Double {
        // A product that is an integer up to rounding counts as that integer.
        let rank = try (Self.checked(level) * Double(ascending.count) * (1 - 0x1p-50)).rounded(.up)
        return -ascending[ascending.count - Int(rank)]
    }

    /// Computes the expected shortfall: the mean loss in the worst scenarios.
    ///
    /// - Parameter level: The confidence level, between 0 and 1, exclusive.
    /// - Returns: The mean over the worst scenarios that together have a probability of 1 − `level`; the last of them is
    ///   weighted by the fraction that completes the probability. The result is at least the value at risk.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    ///
    /// > Source: Acerbi and Tasche, "On the coherence of expected shortfall", J. Bank. Finance 26(7), 2002,
    /// > doi:10.1016/S0378-4266(02)00283-2.
    public func expectedShortfall(level: Double) throws(RiskError) -> Double {
        let worst = try (1 - Self.checked(level)) * Double(ascending.count)
        let whole = min(Int(worst), ascending.count - 1)
        let sum = ascending[..<whole].reduce(0, +) + (worst - Double(whole)) * ascending[whole]
        return -sum / worst
    }

    private static func checked(_ level: Double) throws(RiskError) -> Double {
        guard level > 0, level < 1 else { throw .levelOutOfRange(level) }
        return level
    }
}
