/// The profits of a portfolio in equally likely scenarios.
public struct ScenarioProfits: Equatable, Sendable {
    /// The profits in order of scenario.
    public let profits: [Double]
    private let ascending: [Double]

    init(_ profits: [Double]) { self.init(profits, ascending: profits.sorted()) }

    /// `ascending` are the profits in ascending order.
    init(_ profits: [Double], ascending: [Double]) {
        self.profits = profits
        self.ascending = ascending
    }

    /// The mean profit.
    public var mean: Double { ascending.reduce(0, +) / Double(ascending.count) }

    /// Computes the value at risk: the least loss that is not exceeded with a probability of at least `level`.
    ///
    /// - Parameter level: The confidence level, between 0 and 1, exclusive. At 0.99, one scenario in a hundred is worse.
    /// - Returns: The ⌈`level` · *n*⌉-th smallest of *n* losses; negative if that scenario has a profit.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    public func valueAtRisk(level: Double) throws(RiskError) -> Double { try -ascending[index(ofValueAtRisk: level)] }

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
        let tail = try tail(level: level)
        return -(ascending[..<tail.whole].reduce(0, +) + tail.fraction * ascending[tail.whole]) / tail.scenarios
    }

    /// Computes an interval that contains the value at risk of infinitely many scenarios with a probability of about 95 %: the losses
    /// ±1.96 standard deviations of a binomial number of scenarios from the value at risk.
    ///
    /// - Parameter level: The confidence level of the value at risk, between 0 and 1, exclusive.
    /// - Returns: The interval, which contains the value at risk.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    public func valueAtRiskInterval(level: Double) throws(RiskError) -> ClosedRange<Double> {
        let place = try Double(index(ofValueAtRisk: level))
        let count = Double(ascending.count)
        let deviation = Self.deviations * (count * level * (1 - level)).squareRoot()
        let better = min((place + deviation).rounded(.up), count - 1)
        let worse = max((place - deviation).rounded(.down), 0)
        return -ascending[Int(better)]...(-ascending[Int(worse)])
    }

    /// Computes an interval that contains the expected shortfall of infinitely many scenarios with a probability of about 95 %: ±1.96
    /// standard errors.
    ///
    /// - Parameter level: The confidence level of the expected shortfall, between 0 and 1, exclusive.
    /// - Returns: The interval around the expected shortfall; infinite if the error is not representable.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    ///
    /// > Source: Manistre and Hancock, "Variance of the CTE estimator", N. Am. Actuar. J. 9(2), 2005,
    /// > doi:10.1080/10920277.2005.10596207.
    public func expectedShortfallInterval(level: Double) throws(RiskError) -> ClosedRange<Double> {
        let (tail, shortfall) = (try tail(level: level), try expectedShortfall(level: level))
        func square(_ profit: Double) -> Double { (profit + shortfall) * (profit + shortfall) }
        let squares =
            ascending[..<tail.whole].reduce(0) { $0 + square($1) } + tail.fraction * square(ascending[tail.whole])
        let excess = try shortfall - valueAtRisk(level: level)
        let variance = (squares / tail.scenarios + level * excess * excess) / tail.scenarios
        guard shortfall.isFinite, variance.isFinite else { return -.infinity ... .infinity }
        let error = Self.deviations * variance.squareRoot()
        return shortfall - error...shortfall + error
    }

    /// The number of standard deviations of the intervals.
    private static let deviations = 1.96

    /// The place in ascending order of the profit that is the value at risk.
    func index(ofValueAtRisk level: Double) throws(RiskError) -> Int {
        // A product that is an integer up to rounding counts as that integer.
        let rank = try (Self.checked(level) * Double(ascending.count) * (1 - 0x1p-50)).rounded(.up)
        return ascending.count - Int(rank)
    }

    /// The worst scenarios that together have a probability of 1 − `level`: their number, which is that of the whole ones and the
    /// fraction of the next.
    func tail(level: Double) throws(RiskError) -> (scenarios: Double, whole: Int, fraction: Double) {
        let worst = try (1 - Self.checked(level)) * Double(ascending.count)
        let whole = min(Int(worst), ascending.count - 1)
        return (worst, whole, worst - Double(whole))
    }

    private static func checked(_ level: Double) throws(RiskError) -> Double {
        guard level > 0, level < 1 else { throw .levelOutOfRange(level) }
        return level
    }
}
