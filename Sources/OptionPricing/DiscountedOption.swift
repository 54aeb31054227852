#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// An option whose spot and strike are discounted with twice the digits and without a limit of range: what the kernels
/// leave to more digits starts from here.
struct DiscountedOption {
    /// A discount factor or an amount: the unevaluated sum of two doubles times a power of two.
    struct Amount {
        let significand: DoubleDouble
        let exponent: Int

        /// The amount in units of 2^unit; 0 or infinite where that leaves the doubles.
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

    init(_ option: EuropeanOption) {
        let rate = Self.exponent(option.riskFreeRate, option.timeToExpiration)
        let yield = Self.exponent(option.dividendYield, option.timeToExpiration)
        yieldDiscount = Self.exponential(-yield)
        rateDiscount = Self.exponential(-rate)
        forward = Self.amount(option.spot, yieldDiscount)
        strike = Self.amount(option.strike, rateDiscount)

        let ratio = DoubleDouble(option.spot.significand) / DoubleDouble(option.strike.significand)
        let binary = Int(option.spot.exponent) - Int(option.strike.exponent)
        let logarithm = DoubleDouble.logarithm(ratio, near: log(ratio.high))
        logMoneyness = logarithm + DoubleDouble.logarithmOfTwo * DoubleDouble(Double(binary)) + (rate - yield)
    }

    /// rate · time, at most 2⁴⁰ in magnitude: beyond, the exponents of the discount factors would leave the integers.
    private static func exponent(_ rate: Double, _ time: Double) -> DoubleDouble {
        let product = rate * time
        if product.magnitude < 0x1p40 { return DoubleDouble(product: rate, time) }
        return DoubleDouble(product < 0 ? -0x1p40 : 0x1p40)
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
