/// One European option: amounts per share, time in years, the rest in decimals per year.
struct OptionInput: Sendable, CustomStringConvertible {
    var isPut: Bool
    var spot: Double
    var strike: Double
    var time: Double
    var rate: Double
    var yield: Double
    var volatility: Double

    /// With the digits that read back as the same doubles, and without a volatility that is not known.
    var description: String {
        "\(isPut ? "put" : "call") S=\(spot) K=\(strike) T=\(time) r=\(rate) q=\(yield)"
            + (volatility.isNaN ? "" : " σ=\(volatility)")
    }

    /// Whether the reference takes it: finite, and positive where it has to be.
    var isValid: Bool {
        let positive = [spot, strike, time, volatility]
        return positive.allSatisfy { $0.isNormal && $0 > 0 } && rate.isFinite && yield.isFinite
    }
}
