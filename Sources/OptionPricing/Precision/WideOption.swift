internal import OptionKernels

/// The textbook formulas in numbers that cannot overflow, for options outside the domain of the kernels: without time or
/// volatility, where the formulas have limits, and with amounts, times or rates far from 1.
struct WideOption {
    private let option: ModelledOption
    private let volatility: Double
    private let discounted: DiscountedOption
    /// 1 for a call, −1 for a put.
    private let sign: Double
    private let rootTime: Double
    /// v = σ√T with an unlimited exponent.
    private let v: Wide
    /// v as a double, which may be 0.
    private let deviation: Double
    /// The discounted forward minus the discounted strike, with an error below 2⁻⁹⁵ of either.
    private let excess: Wide
    private let d1: Double
    private let d2: Double

    init(_ option: ModelledOption, volatility: Double) {
        self.option = option
        self.volatility = volatility
        discounted = DiscountedOption(option)
        sign = option.sign
        rootTime = option.timeToExpiration.squareRoot()
        v = Wide(volatility) * Wide(rootTime)
        deviation = min(v.double, 0x1p500)
        let unit = max(discounted.forward.exponent, discounted.strike.exponent)
        excess = Wide((discounted.forward.inUnits(of: unit) - discounted.strike.inUnits(of: unit)).high, power: unit)
        if v.isZero {
            // The distances are infinite, except at the money, where d1 = v/2 and d2 = −v/2 tend to 0.
            let middle: Double = excess.isZero ? 0 : excess.isPositive ? 1e9 : -1e9
            (d1, d2) = (middle, middle)
        } else {
            // Beyond 10⁹ the density is 0 for every purpose; the limit keeps its exponent representable.
            let middle = excess.isZero ? 0 : discounted.logMoneyness.high / deviation
            d1 = min(max(middle + deviation / 2, -1e9), 1e9)
            d2 = min(max(middle - deviation / 2, -1e9), 1e9)
        }
    }

    /// Computes the price alone, or all values. A derivative may be infinite, and so may a price that is too large.
    func evaluate(_ selection: GreekSelection) -> OptionResult {
        var result = OptionResult()
        result[.price] = price().double
        if selection == .price { return result }

        let (time, rate, yield) = (option.timeToExpiration, option.riskFreeRate, option.dividendYield)
        let spot = Wide(option.spot)
        let yieldDiscount = discounted.yieldDiscount.wide
        let delta = yieldDiscount * Wide.normalDistribution(sign * d1) * sign
        let strikePart = discounted.strike.wide * Wide.normalDistribution(sign * d2) * sign
        let spotPart = spot * delta

        result[.delta] = delta.double
        result[.rho] = (strikePart * time).double
        result[.epsilon] = -(spotPart * time).double
        result[.dualDelta] = -(discounted.rateDiscount.wide * Wide.normalDistribution(sign * d2) * sign).double
        let carry = spotPart * yield - strikePart * rate
        guard !v.isZero else {
            setLimits(of: &result, carry: carry, delta: delta)
            return result
        }

        let density = yieldDiscount * Wide.normalDensity(self.d1)
        let gamma = density / (spot * v)
        let vega = spot * density * rootTime
        // At the forward the distances are exactly ±v/2, even if v is tiny.
        let isAtForward = excess.isZero
        let (d1, d2) = isAtForward ? (v * 0.5, v * -0.5) : (Wide(self.d1), Wide(self.d2))
        let product = d1 * d2
        let d2OverVolatility = d2 / Wide(volatility)
        let drift = Wide(rate) - Wide(yield)
        let slope = drift / v - d2 * 0.5 / Wide(time)  // the derivative of d1 with respect to time
        result[.gamma] = gamma.double
        result[.vega] = vega.double
        result[.theta] = (carry - spot * density * volatility / (Wide(rootTime) * 2)).double
        result[.vanna] = -(density * d2OverVolatility).double
        result[.vomma] = (vega * d1 * d2OverVolatility).double
        result[.charm] = (delta * yield - density * slope).double
        result[.speed] = -(gamma / spot * (d1 / v + Wide(1))).double
        result[.zomma] = (gamma * (product - Wide(1)) / Wide(volatility)).double
        result[.color] = (gamma * (Wide(yield) + slope * d1 + Wide(0.5) / Wide(time))).double
        result[.ultima] =
            (vega / Wide(volatility) / Wide(volatility)
            * (product * (product - Wide(1)) - (d1 * d1 + d2 * d2))).double
        result[.dualGamma] =
            (discounted.rateDiscount.wide * Wide.normalDensity(self.d2) / (Wide(option.strike) * v)).double
        return result
    }

    /// Sets the limits of the remaining values for σ√T → 0. Away from the money, the terms with the density vanish.
    private func setLimits(of result: inout OptionResult, carry: Wide, delta: Wide) {
        let (time, rate, yield) = (option.timeToExpiration, option.riskFreeRate, option.dividendYield)
        for greek: Greek in [
            .gamma, .vega, .vanna, .vomma, .speed, .zomma, .color, .ultima, .dualGamma,
        ] { result[greek] = 0 }
        result[.theta] = carry.double
        result[.charm] = (delta * yield).double
        guard excess.isZero else { return }
        let density = (discounted.yieldDiscount.wide * Wide.normalDensity(0)).double
        let vega = option.spot * density * rootTime
        result[.gamma] = .infinity
        result[.dualGamma] = .infinity
        result[.zomma] = -.infinity
        result[.vega] = vega
        result[.vanna] = density * rootTime / 2
        result[.ultima] = vega * (volatility * volatility * time * time / 16 - time / 4)
        if time == 0, volatility > 0 { result[.theta] = -.infinity }

        // The other values diverge as a factor 1/√T or 1/σ does, unless the sum that it multiplies is 0. With T → 0, spot and
        // strike are equal:
        //     d1 = (r − q + σ²/2) √T/σ,   d1′ = (r − q + σ²/2) / (2σ√T),   d1/v + 1 = (r − q + 3σ²/2) / σ².
        // With σ → 0, forward and strike are equal:
        //     d1 = v/2,   d1′ = (r − q)/v + σ/(4√T),   d1/v + 1 = 3/2,   q + d1 d1′ + 1/(2T) → (r + q)/2 + 1/(2T).
        let drift = Wide(rate) - Wide(yield)
        let square = Wide(volatility) * Wide(volatility)
        let slope = time == 0 ? drift + square * 0.5 : drift
        let incline = time == 0 && !(drift.isZero && square.isZero) ? drift + square * 1.5 : Wide(1)
        let growth = time == 0 ? Wide(1) : (Wide(rate) + Wide(yield)) * time + Wide(1)
        if !slope.isZero { result[.charm] = -slope.infinite }
        result[.speed] = 0 - incline.infinite
        result[.color] = growth.infinite
    }

    // MARK: Veta

    /// Computes −∂vega/∂T. If the time is 0, that of an option at the money is −∞.
    ///
    /// With the derivative of d1 with respect to time, d1′ = (r − q)/(σ√T) − d2/(2T), it is vega (q + d1 d1′ − 1/(2T)).
    func veta() -> Double {
        let (time, yield) = (option.timeToExpiration, option.dividendYield)
        let drift = Wide(option.riskFreeRate) - Wide(yield)
        let density = discounted.yieldDiscount.wide * Wide.normalDensity(self.d1)
        let vega = Wide(option.spot) * density * rootTime
        let product: Wide
        if excess.isZero {
            // The distances are ±σ√T/2, which may be 0.
            if time == 0 { return -.infinity }
            product = drift * 0.5 + Wide(volatility) * Wide(volatility) * 0.125
        } else if v.isZero {
            return 0
        } else {
            product = Wide(d1) * (drift / v - Wide(d2) * 0.5 / Wide(time))
        }
        return (vega * (Wide(yield) + product - Wide(0.5) / Wide(time))).double
    }

    // MARK: The price

    /// The intrinsic value, if positive, plus the value of the out-of-the-money option of the put–call pair.
    private func price() -> Wide {
        let value = v.isZero ? Wide(0) : outOfTheMoneyValue()
        let intrinsic = excess * sign
        return intrinsic.isPositive ? intrinsic + value : value
    }

    private func outOfTheMoneyValue() -> Wide {
        let (forward, strike) = (discounted.forward, discounted.strike)
        let isCall = !excess.isPositive
        let (y1, y2) = isCall ? (-d1, -d2) : (d2, d1)
        let front = (forward.wide * Wide.normalDensity(d1))
        if deviation < 0x1p-32 {
            // The normal model replaces the lognormal one: F v (φ(d) − d N(−d)), with a relative error of the order of v.
            let d = excess.isZero ? 0 : min(discounted.logMoneyness.high.magnitude / deviation, 1e9)
            return front * v * max(1 - d * MillsRatio.value(d), 0)
        }
        if y1 >= 36 { return front * MillsRatio.difference(y1, y2, width: deviation) }
        // The kernel evaluates distances up to 36 total volatilities, in units in which forward and strike are near 1.
        let unit = (forward.exponent + strike.exponent) >> 1
        if abs(forward.exponent - strike.exponent) < 60,
            let normalised = try? ModelledOption(
                isCall ? .call : .put, spot: forward.inUnits(of: unit).high, strike: strike.inUnits(of: unit).high,
                timeToExpiration: 1)
        {
            var result = OptionResult()
            if BlackScholesMerton.evaluateInRange(.price, normalised, deviation, into: &result) {
                return Wide(result[.price], power: unit)
            }
        }
        if y1 > 0 { return front * (MillsRatio.value(y1) - MillsRatio.value(y2)) }
        // The distances have different signs, so nothing cancels.
        return isCall
            ? forward.wide * Wide.normalDistribution(d1) - strike.wide * Wide.normalDistribution(d2)
            : strike.wide * Wide.normalDistribution(-d2) - forward.wide * Wide.normalDistribution(-d1)
    }
}
