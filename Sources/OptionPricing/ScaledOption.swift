internal import VectorMath

/// An option in other units of money and time, so that its values lie in the range of the kernels.
///
/// Both units change by powers of two, which changes no digit: with money in units of 2ᵐ and time in units of 4ᵉ years
/// the volatility is in units of 2⁻ᵉ, and every value scales by powers of the two.
struct ScaledOption {
    private let option: EuropeanOption?
    private let volatility: Double
    private let moneyExponent: Int
    private let timeExponent: Int

    /// The powers of money and of the square root of time in each value, in the order of ``Greek``.
    // swift-format-ignore
    private static let powers: [16 of (money: Int, rootOfTime: Int)] = [
        (1, 0), (0, 0), (-1, 0), (1, -2), (1, 1), (1, 2),
        (1, 2), (0, 1), (1, 2), (0, -2), (-2, 0), (-1, 1), (-1, -2), (1, 3), (0, 0), (-1, 0),
    ]

    init(_ original: EuropeanOption, volatility: Double) {
        // The least change that takes spot and strike into the range, so that no value leaves the doubles that need not;
        // 16 to 64 years, with which rates below 2 reach farthest.
        let (low, high) = (min(original.spot, original.strike), max(original.spot, original.strike))
        moneyExponent = max(min(0, Int(low.exponent) + 128), Int(high.exponent) - 127)
        timeExponent =
            original.timeToExpiration > 0 ? (Int(original.timeToExpiration.exponent) >> 1) - 2 : 0
        option = try? EuropeanOption(
            original.kind,
            spot: original.spot.scaled(by: -moneyExponent),
            strike: original.strike.scaled(by: -moneyExponent),
            timeToExpiration: original.timeToExpiration.scaled(by: -2 * timeExponent),
            riskFreeRate: original.riskFreeRate.scaled(by: 2 * timeExponent),
            dividendYield: original.dividendYield.scaled(by: 2 * timeExponent))
        self.volatility = volatility.scaled(by: timeExponent)
    }

    /// `nil` where the option is beyond the range in any units.
    func evaluate() -> OptionResult? {
        guard let option, var result = BlackScholesMerton.evaluateInRange(.allGreeks, option, volatility) else {
            return nil
        }
        for index in Self.powers.indices {
            let power = Self.powers[index]
            result.values[index] = result.values[index].scaled(
                by: power.money * moneyExponent + power.rootOfTime * timeExponent)
        }
        return result
    }
}

extension Double {
    /// self · 2^exponent, correctly rounded.
    func scaled(by exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: self)
    }
}
