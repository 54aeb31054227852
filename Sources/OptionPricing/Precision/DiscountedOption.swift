/// An option whose spot and strike are discounted in double-double precision and with unlimited exponents. The evaluations
/// outside the range of the kernels start from it.
struct DiscountedOption {
    /// A discount factor or an amount, as the unevaluated sum of two doubles times a power of two.
    struct Amount {
        let significand: DoubleDouble
        let exponent: Int

        /// The amount in units of 2^unit; 0 or infinite if it is outside the range of doubles.
        func inUnits(of unit: Int) -> DoubleDouble { significand.scaled(by: exponent - unit) }

        var wide: Wide { Wide(significand.high, power: exponent) }
    }

    let yieldDiscount: Amount
    let rateDiscount: Amount
    /// S e^(−qT).
    let forward: Amount
    /// K e^(−rT).
    let strike: Amount
    /// ln(forward / strike).
    let logMoneyness: DoubleDouble

    init(_ option: ModelledOption) {
        let rate = DoubleDouble.growth(rate: option.riskFreeRate, time: option.timeToExpiration)
        let yield = DoubleDouble.growth(rate: option.dividendYield, time: option.timeToExpiration)
        yieldDiscount = Self.exponential(-yield)
        rateDiscount = Self.exponential(-rate)
        forward = Self.amount(option.spot, yieldDiscount)
        strike = Self.amount(option.strike, rateDiscount)

        logMoneyness = DoubleDouble.logarithm(ofRatio: option.spot, option.strike) + (rate - yield)
    }

    private static func exponential(_ x: DoubleDouble) -> Amount {
        let (significand, exponent) = DoubleDouble.exponential(x)
        return Amount(significand: significand, exponent: exponent)
    }

    private static func amount(_ undiscounted: Double, _ discount: Amount) -> Amount {
        Amount(
            significand: DoubleDouble(undiscounted.significand) * discount.significand,
            exponent: Int(undiscounted.exponent) + discount.exponent)
    }
}
