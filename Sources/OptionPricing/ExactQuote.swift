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
    private let price: Double
    /// The power of two that the discounted amounts below are in units of.
    private let unit: Int
    /// Forward less strike for a call, strike less forward for a put.
    private let intrinsic: DoubleDouble
    /// The lesser of forward and strike.
    private let lesser: DoubleDouble
    /// The greater of forward and strike.
    private let greater: DoubleDouble
    /// ln(forward / strike).
    private let logMoneyness: DoubleDouble
    private let time: Double

    init(_ option: EuropeanOption, price: Double) {
        self.price = price
        time = option.timeToExpiration
        let rate = DoubleDouble(product: option.riskFreeRate, time)
        let yield = DoubleDouble(product: option.dividendYield, time)
        let (spotDiscount, spotPower) = DoubleDouble.exponential(-yield)
        let (strikeDiscount, strikePower) = DoubleDouble.exponential(-rate)
        // In units in which forward and strike lie around 1, so that neither leaves the doubles.
        let spotExponent = Int(option.spot.exponent) + spotPower
        let strikeExponent = Int(option.strike.exponent) + strikePower
        unit = (spotExponent + strikeExponent) >> 1
        let forward = (DoubleDouble(option.spot.significand) * spotDiscount).scaled(by: spotExponent - unit)
        let strike = (DoubleDouble(option.strike.significand) * strikeDiscount).scaled(by: strikeExponent - unit)
        intrinsic = option.kind == .call ? forward - strike : strike - forward
        (lesser, greater) = forward < strike ? (forward, strike) : (strike, forward)

        let ratio = DoubleDouble(option.spot.significand) / DoubleDouble(option.strike.significand)
        let binary = Int(option.spot.exponent) - Int(option.strike.exponent)
        let logarithm = DoubleDouble.logarithm(ratio, near: log(ratio.high))
        logMoneyness = logarithm + DoubleDouble.logarithmOfTwo * DoubleDouble(Double(binary)) + (rate - yield)
    }

    func impliedVolatility() -> ImpliedVolatility {
        // Out of the money the price is the value, and may be too small for the unit of the other amounts.
        let isInTheMoney = intrinsic.high > 0
        let excess = DoubleDouble(price.scaled(by: -unit)) - intrinsic
        let room = isInTheMoney ? lesser - excess : lesser - DoubleDouble(price.scaled(by: -unit))
        // Whoever computed the price may have rounded the forward or the strike.
        let rounding = greater.high * 0x1p-52
        if isInTheMoney, excess.high < -rounding { return .belowIntrinsic }
        if room.high < -rounding { return .aboveMaximum }
        let value = isInTheMoney ? excess : DoubleDouble(price)
        guard value.high > 0, room.high > 0, time > 0 else { return .notDeterminable }

        let valueUnit = isInTheMoney ? unit : 0
        let valueExponent = Int(value.high.exponent) + valueUnit
        let lesserExponent = Int(lesser.high.exponent) + unit
        let distance = logMoneyness.high.magnitude
        let total: Double
        if valueExponent - lesserExponent < -1000 {
            let ratio = log(value.high.significand / lesser.high.significand)
            total = FarTail.totalVolatility(
                logValue: ratio + Double(valueExponent - lesserExponent) * log(2), logMoneyness: distance)
        } else {
            // As far from the ends of the doubles as can be.
            let middle = (valueExponent + lesserExponent) >> 1
            let scaledValue = value.scaled(by: valueUnit - middle).high
            let difference = (greater - lesser).scaled(by: unit - middle).high
            total = findTotalVolatility(
                price: price.scaled(by: -middle), value: scaledValue,
                largest: lesser.scaled(by: unit - middle).high, logMoneyness: distance,
                ratio: min(difference / scaledValue, .greatestFiniteMagnitude))
        }
        let volatility = total / time.squareRoot()
        return volatility.isFinite ? .volatility(volatility) : .notDeterminable
    }
}
