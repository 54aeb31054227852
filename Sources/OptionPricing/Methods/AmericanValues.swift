internal import OptionKernels

/// The values of one American option.
struct AmericanValues {
    var price = Double.nan
    var delta = Double.nan
    var gamma = Double.nan
    var theta = Double.nan
    var vega = Double.nan
    var rho = Double.nan
    var epsilon = Double.nan
    /// The price of the underlying next to the strike at which exercise now is optimal; NaN without one.
    var boundary = Double.nan
    /// The other end of the prices at which exercise now is optimal; NaN if these have one end.
    var secondBoundary = Double.nan
    /// Whether exercise now is optimal.
    var isExercised = false
    /// The price of the European option; NaN if it was not computed.
    var european = Double.nan

    private init() {}

    /// The values of an option whose exercise now is optimal.
    init(exercised option: ModelledOption) {
        price = option.sign * (option.spot - option.strike)
        delta = option.sign
        (gamma, theta, vega, rho, epsilon) = (0, 0, 0, 0, 0)
        isExercised = true
    }

    /// The values of the European option.
    init(european option: ModelledOption, _ volatility: Double) throws(PricingError) {
        var result = OptionResult()
        try BlackScholesMerton.evaluateOne(.allGreeks, option, volatility, into: &result)
        price = result[.price]
        delta = result[.delta]
        gamma = result[.gamma]
        theta = result[.theta]
        vega = result[.vega]
        rho = result[.rho]
        epsilon = result[.epsilon]
        european = price
    }

    /// The values of an option at a volatility or a time of 0.
    ///
    /// Exercised at the time t, the option is worth s (S e^(−qt) − K e^(−rt)) now, with s = 1 for a call and −1 for a put. The holder
    /// chooses the time from 0 to T at which this is greatest. Derivatives with respect to the volatility are 0, their limit.
    init(certain option: ModelledOption) throws(PricingError) {
        let (rate, yield, last) = (option.riskFreeRate, option.dividendYield, option.timeToExpiration)
        let exercise = CertainExercise(option)
        if exercise.value == 0 {
            // Not in the money at any time: the limits of the European option.
            try self.init(european: option, 0)
        } else if exercise.time == 0 {
            self.init(exercised: option)
        } else {
            let spot = option.sign * option.spot * exercise.spotFactor
            let strike = option.sign * option.strike * exercise.strikeFactor
            self.init()
            price = exercise.value
            delta = option.sign * exercise.spotFactor
            // A time between now and the expiration depends on the spot; all derivatives but gamma are those at a fixed time.
            let isTurn = exercise.time < last
            gamma = isTurn ? -yield * delta / ((rate - yield) * option.spot) : 0
            theta = isTurn ? 0 : yield * spot - rate * strike
            vega = 0
            rho = exercise.time * strike
            epsilon = -exercise.time * spot
        }
        setBoundaries(certain: option)
        guard price.isFinite else { throw .notRepresentable(.price) }
    }

    /// Exercise now beats a moment later while the interest on the strike of a put exceeds the dividends, q S ≤ r K, and the converse for a
    /// call.
    private mutating func setBoundaries(certain option: ModelledOption) {
        let strike = option.strike
        if option.timeToExpiration == 0 {
            boundary = strike
            return
        }
        let (rate, yield) = (option.riskFreeRate, option.dividendYield)
        let (gain, loss) = option.kind == .put ? (rate, yield) : (yield, rate)
        let even = strike * (rate / yield)
        if gain > 0 {
            boundary = loss <= gain ? strike : even
        } else if loss < gain {
            boundary = strike
            if gain < 0 { secondBoundary = even }
        }
    }

    /// The values of an option in the domain of the kernel, in units of money in which the strike is at least 1 and below 2; `nil` if the
    /// kernel did not converge.
    init?(kernel option: ModelledOption, _ volatility: Double, _ level: AmericanLevel) {
        let unit = Double(sign: .plus, exponent: option.strike.exponent, significand: 1)
        let kind: [1 of OptionKind] = [option.kind]
        let spot: [1 of Double] = [option.spot / unit]
        let strike: [1 of Double] = [option.strike / unit]
        let time: [1 of Double] = [option.timeToExpiration]
        let rate: [1 of Double] = [option.riskFreeRate]
        let yield: [1 of Double] = [option.dividendYield]
        let volatilities: [1 of Double] = [volatility]
        var values = [9 of Double](repeating: .nan)
        var columns = values.mutableSpan
        var status: [1 of AmericanStatus] = [.notConverged]
        var statuses = status.mutableSpan
        let isAnswered = evaluateAmericanOptions(
            kinds: kind.span, spots: spot.span, strikes: strike.span, times: time.span, rates: rate.span,
            yields: yield.span, volatilities: volatilities.span, level: level, values: &columns,
            statuses: &statuses)
        guard isAnswered else { return nil }
        price = values[0] * unit
        delta = values[1]
        gamma = values[2] / unit
        theta = values[3] * unit
        vega = values[4] * unit
        rho = values[5] * unit
        epsilon = values[6] * unit
        boundary = values[7] * unit
        european = values[8] * unit
        isExercised = delta == option.sign && gamma == 0 && price == option.sign * (option.spot - option.strike)
    }
}
