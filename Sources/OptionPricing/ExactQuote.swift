#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import VectorMath

/// A quote whose discounting is done with twice the digits, for those that the kernel does not answer: prices outside their
/// bounds or too near to them, long times with high rates, values far from 1.
struct ExactQuote {
    /// Amounts are discounted and in units of a power of two.
    private let price: DoubleDouble
    /// Forward less strike for a call, strike less forward for a put.
    private let intrinsic: DoubleDouble
    /// The lesser of forward and strike.
    private let lesser: DoubleDouble
    /// The greater of forward and strike.
    private let greater: DoubleDouble
    /// ln(forward / strike).
    private let logMoneyness: DoubleDouble
    private let time: Double

    init(_ option: EuropeanOption, price original: Double) {
        time = option.timeToExpiration
        let rate = DoubleDouble(product: option.riskFreeRate, time)
        let yield = DoubleDouble(product: option.dividendYield, time)
        let (spotDiscount, spotExponent) = DoubleDouble.exponential(-yield)
        let (strikeDiscount, strikeExponent) = DoubleDouble.exponential(-rate)
        // In units in which forward and strike lie around 1, so that neither leaves the doubles.
        let unit =
            (Int(option.spot.exponent) + spotExponent + Int(option.strike.exponent) + strikeExponent) >> 1
        let forward =
            (DoubleDouble(option.spot.significand) * spotDiscount).scaled(
                by: Int(option.spot.exponent) + spotExponent - unit)
        let strike =
            (DoubleDouble(option.strike.significand) * strikeDiscount).scaled(
                by: Int(option.strike.exponent) + strikeExponent - unit)
        price = DoubleDouble(original.scaled(by: -unit))
        intrinsic = option.kind == .call ? forward - strike : strike - forward
        (lesser, greater) = forward < strike ? (forward, strike) : (strike, forward)

        let ratio = DoubleDouble(option.spot.significand) / DoubleDouble(option.strike.significand)
        let binary = Int(option.spot.exponent) - Int(option.strike.exponent)
        let logarithm = DoubleDouble.logarithm(ratio, near: log(ratio.high))
        logMoneyness = logarithm + DoubleDouble.logarithmOfTwo * DoubleDouble(Double(binary)) + (rate - yield)
    }

    func impliedVolatility() -> ImpliedVolatility {
        let value = intrinsic.high > 0 ? price - intrinsic : price
        let room = lesser - value
        // Whoever computed the price may have rounded the forward or the strike.
        let rounding = greater.high * 0x1p-52
        if value.high < -rounding { return .belowIntrinsic }
        if room.high < -rounding { return .aboveMaximum }
        guard value.high > 0, room.high > 0, time > 0 else { return .notDeterminable }

        // In units in which the value and its bound are as far from the ends of the doubles as can be.
        let unit = (Int(value.high.exponent) + Int(lesser.high.exponent)) >> 1
        let total = findTotalVolatility(
            price: price.scaled(by: -unit).high, value: value.scaled(by: -unit).high,
            largest: lesser.scaled(by: -unit).high, logMoneyness: logMoneyness.high.magnitude,
            ratio: ((greater - lesser) / value).high)
        let volatility = total / time.squareRoot()
        return volatility.isFinite ? .volatility(volatility) : .notDeterminable
    }
}
