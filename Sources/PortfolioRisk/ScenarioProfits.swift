/// The profits of a portfolio, one for each scenario, all of them equally likely.
public struct ScenarioProfits: Equatable, Sendable {
    /// By number of scenario.
    public let profits: [Double]
    private let ascending: [Double]

    init(_ profits: [Double]) {
        self.profits = profits
        ascending = profits.sorted()
    }

    /// The mean profit.
    public var mean: Double { ascending.reduce(0, +) / Double(ascending.count) }

    /// The least loss that is not exceeded with a probability of at least `level`.
    ///
    /// - Parameter level: The confidence, between 0 and 1, both excluded: 0.99 for one scenario in a hundred that is worse.
    /// - Returns: Of *n* losses the ⌈`level` · *n*⌉-th smallest: positive for a loss, negative where even this scenario brings
    ///   a profit.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    public func valueAtRisk(level: Double) throws(RiskError) -> Double {
        // A product that is whole but for its rounding is whole.
        let rank = try (Self.checked(level) * Double(ascending.count) * (1 - 0x1p-50)).rounded(.up)
        return -ascending[ascending.count - Int(rank)]
    }

    /// The mean loss in the worst scenarios.
    ///
    /// - Parameter level: The confidence, between 0 and 1, both excluded.
    /// - Returns: The mean over as many scenarios as make up a probability of 1 − `level`, of the last of them only the part
    ///   that is needed. It is at least the value at risk.
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
