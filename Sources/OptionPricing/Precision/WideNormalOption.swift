internal import OptionKernels

/// The formulas of the normal model in numbers that cannot overflow, with their limits without time or volatility.
///
/// In the terms of ``NormalTerms``, the price is V = ±m N(±d) + s φ(d), with V_m = ±N(±d) and V_s = φ(d). All other values
/// follow by the chain rule from the derivatives of m and s.
struct WideNormalOption {
    private let terms: NormalTerms
    private let volatility: Double
    private let rootTime: Double
    /// s.
    private let deviation: Wide
    /// d, at most 10⁹ in magnitude, beyond which the density is 0 for every purpose.
    private let d: Double

    init(_ option: ModelledOption, volatility: Double) {
        self.volatility = volatility
        terms = NormalTerms(option)
        rootTime = option.timeToExpiration.squareRoot()
        deviation = terms.rateDiscount * Wide(volatility) * Wide(rootTime)
        let excess = terms.wideExcess
        if deviation.isZero {
            d = excess.isZero ? 0 : excess.isPositive ? 1e9 : -1e9
        } else {
            d = min(max((excess / deviation).double, -1e9), 1e9)
        }
    }

    /// Computes the price alone, or all values. A derivative may be infinite, and so may a price that is too large.
    func evaluate(_ selection: GreekSelection) -> OptionResult {
        var result = OptionResult()
        let (time, rate, yield) = (terms.option.timeToExpiration, terms.option.riskFreeRate, terms.dividendYield)
        let density = Wide.normalDensity(d)
        let intrinsic = terms.wideExcess * terms.sign
        let timeValue = deviation * density * NormalLoss.ratio(d.magnitude)
        let price = intrinsic.isPositive ? intrinsic + timeValue : timeValue
        result[.price] = price.double
        if selection == .price { return result }

        let probability = Wide.normalDistribution(terms.sign * d) * terms.sign
        let delta = terms.yieldDiscount * probability
        let forwardPart = terms.forward * probability
        let vega = terms.rateDiscount * Wide(rootTime) * density
        result[.delta] = delta.double
        result[.vega] = vega.double
        result[.dualDelta] = -(terms.rateDiscount * probability).double
        if terms.option.market.underlying == .forward {
            result[.rho] = -(price * time).double + 0
            result[.epsilon] = 0
        } else {
            let strikePart = terms.strike * probability
            result[.rho] = ((strikePart - deviation * density) * time).double + 0
            result[.epsilon] = -(forwardPart * time).double + 0
        }
        let carry = price * rate + forwardPart * (yield - rate)
        guard !deviation.isZero else {
            setLimits(of: &result, carry: carry, delta: delta)
            return result
        }

        let (distance, square) = (Wide(d), Wide(d) * d)
        let gamma = terms.yieldDiscount * terms.yieldDiscount * density / deviation
        // The derivative of d with respect to time, and the relative one of s.
        let halfInverseTime = Wide(0.5) / Wide(time)
        let slope = terms.forward * (rate - yield) / deviation - distance * halfInverseTime
        let wideVolatility = Wide(volatility)
        let curvature = vega * square / wideVolatility
        result[.gamma] = gamma.double
        result[.theta] = (carry - deviation * density * halfInverseTime).double
        result[.vanna] = -(terms.yieldDiscount * density * distance / wideVolatility).double + 0
        result[.vomma] = curvature.double
        result[.charm] = (delta * yield - terms.yieldDiscount * density * slope).double
        result[.speed] = -(gamma * terms.yieldDiscount * distance / deviation).double + 0
        result[.zomma] = (gamma * (square - Wide(1)) / wideVolatility).double
        result[.color] = (gamma * (Wide(yield) * 2 - Wide(rate) + distance * slope + halfInverseTime)).double
        result[.ultima] = (curvature * (square - Wide(3)) / wideVolatility).double
        result[.dualGamma] = (terms.rateDiscount * terms.rateDiscount * density / deviation).double
        return result
    }

    /// Sets the limits of the remaining values for σ√T → 0. Away from the money, the terms with the density vanish. At the
    /// money d is 0, and so is every value with a factor d, except for speed without time: it has the factors Γ and d/s, and d/s
    /// tends to A (r − q)/σ².
    private func setLimits(of result: inout OptionResult, carry: Wide, delta: Wide) {
        let (time, rate, yield) = (terms.option.timeToExpiration, terms.option.riskFreeRate, terms.dividendYield)
        for greek: Greek in [.gamma, .vanna, .vomma, .speed, .zomma, .color, .ultima, .dualGamma] { result[greek] = 0 }
        result[.theta] = carry.double
        result[.charm] = (delta * yield).double
        guard terms.excess.high == 0 else { return }
        result[.gamma] = .infinity
        result[.dualGamma] = .infinity
        result[.zomma] = -.infinity
        let growth = time == 0 ? 1 : 2 * yield - rate + 0.5 / time
        result[.color] = growth == 0 ? 0 : growth * .infinity
        if time == 0, volatility > 0 { result[.theta] = -.infinity }
        let drift = terms.forward * (rate - yield)
        if !drift.isZero { result[.charm] = -drift.infinite }
        if time == 0 { result[.speed] = 0 - drift.infinite }
    }
}
