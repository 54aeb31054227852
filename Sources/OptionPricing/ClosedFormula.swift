#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The formulas as they stand in books, for the rare options beyond the range of the kernels: without time or volatility,
/// where they have limits, or with spot and strike hundreds of orders of magnitude apart.
enum ClosedFormula {
    /// Every value of `option`; a derivative may be infinite, and so may a price that is too large.
    static func evaluate(_ option: EuropeanOption, _ volatility: Double) -> OptionResult {
        let (spot, strike, time) = (option.spot, option.strike, option.timeToExpiration)
        let (rate, yield) = (option.riskFreeRate, option.dividendYield)
        let sign: Double = option.kind == .call ? 1 : -1
        let rootTime = time.squareRoot()
        let deviation = volatility * rootTime

        let ratio = spot / strike
        let x = (ratio.isNormal ? log(ratio) : log(spot) - log(strike)) + (rate - yield) * time
        // Without deviation the distances are infinite, but at the money d1 = v/2 and d2 = -v/2 in the limit.
        let isAtKink = deviation == 0 && x == 0
        let middle = x == 0 ? 0 : x / deviation
        let d1 = min(max(middle + deviation / 2, -64), 64)
        let d2 = min(max(middle - deviation / 2, -64), 64)

        let yieldDiscount = exp(-yield * time)
        let strikeValue = strike * exp(-rate * time)
        let density = yieldDiscount * normalDensity(d1)
        let delta = sign * yieldDiscount * normalDistribution(sign * d1)
        let strikePart = sign * strikeValue * normalDistribution(sign * d2)
        let spotPart = spot * delta
        let intrinsic = sign * (spot * yieldDiscount - strikeValue)
        let gamma = quotient(density / spot, deviation)
        let vega = spot * density * rootTime

        var result = OptionResult()
        // At the forward the two terms differ by an error function.
        let difference = x == 0 ? spot * yieldDiscount * erf(deviation / 8.0.squareRoot()) : spotPart - strikePart
        result[.price] = max(difference, intrinsic, 0)
        result[.delta] = delta
        result[.gamma] = gamma
        let decay = quotient(spot * density * volatility, 2 * rootTime)
        result[.theta] = yield * spotPart - rate * strikePart - decay
        result[.vega] = vega
        result[.rho] = time * strikePart
        result[.epsilon] = -time * spotPart
        result[.dualDelta] = -sign * exp(-rate * time) * normalDistribution(sign * d2)
        result[.dualGamma] = quotient(exp(-rate * time) * normalDensity(d2) / strike, deviation)
        guard density > 0 else {
            result[.charm] = yield * delta
            for greek: Greek in [.vanna, .vomma, .speed, .zomma, .color, .ultima] { result[greek] = 0 }
            return result
        }

        // The derivative of d1 by time, and what it is at the kink.
        let drift = rate == yield ? 0 : (rate - yield) / volatility
        let slope = isAtKink ? quotient(drift + volatility / 4, rootTime) : drift / rootTime - d2 / (2 * time)
        let d1Slope = isAtKink ? ((rate - yield) + volatility * volatility / 4) / 2 : d1 * slope
        let d2OverVolatility = isAtKink ? -rootTime / 2 : d2 / volatility
        let product = d1 * d2
        result[.charm] = yield * delta - density * slope
        result[.vanna] = -density * d2OverVolatility
        result[.vomma] = vega * d1 * d2OverVolatility
        result[.speed] = -(gamma / spot) * ((isAtKink ? 0.5 : d1 / deviation) + 1)
        result[.zomma] = gamma * (product - 1) / volatility
        result[.color] = gamma * (yield + d1Slope + 1 / (2 * time))
        result[.ultima] =
            isAtKink
            ? vega * (volatility * volatility * time * time / 16 - time / 4)
            : vega / volatility / volatility * (product * (product - 1) - d1 * d1 - d2 * d2)
        return result
    }

    private static func normalDensity(_ x: Double) -> Double {
        exp(-x * x / 2) / (2 * Double.pi).squareRoot()
    }

    private static func normalDistribution(_ x: Double) -> Double {
        erfc(-x / 2.0.squareRoot()) / 2
    }

    /// 0 / 0 is 0 here: a derivative without density vanishes faster than what it is divided by.
    private static func quotient(_ dividend: Double, _ divisor: Double) -> Double {
        dividend == 0 ? 0 : dividend / divisor
    }
}
