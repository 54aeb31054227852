internal import OptionKernels

/// The values of one American option.
struct AmericanValues {
    var greeks = Greeks.absent
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
        greeks = Greeks(
            price: option.sign * (option.spot - option.strike), delta: option.sign, gamma: 0, theta: 0, vega: 0, rho: 0)
        epsilon = 0
        isExercised = true
    }

    /// The values of the European option.
    init(european option: ModelledOption, _ volatility: Double) throws(PricingError) {
        var result = OptionResult()
        try BlackScholesMerton.evaluateOne(.allGreeks, option, volatility, into: &result)
        greeks = Greeks(result)
        epsilon = result[.epsilon]
        european = greeks.price
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
            let delta = option.sign * exercise.spotFactor
            // A time between now and the expiration depends on the spot; all derivatives but gamma are those at a fixed time.
            let isTurn = exercise.time < last
            greeks = Greeks(
                price: exercise.value, delta: delta,
                gamma: isTurn ? -yield * delta / ((rate - yield) * option.spot) : 0,
                theta: isTurn ? 0 : yield * spot - rate * strike, vega: 0, rho: exercise.time * strike)
            epsilon = -exercise.time * spot
        }
        setBoundaries(certain: option)
        guard greeks.price.isFinite else { throw .notRepresentable(.price) }
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

    /// The values of an option in the domain of the kernel; `nil` if the kernel did not converge.
    init?(kernel option: ModelledOption, _ volatility: Double, _ level: AmericanLevel) {
        let one = SingleOption(option)
        let volatilities: [1 of Double] = [volatility]
        var columns = [10 of Double](repeating: .nan)
        var values = columns.mutableSpan
        var status: [1 of AmericanStatus] = [.notConverged]
        var statuses = status.mutableSpan
        let isAnswered = evaluateAmericanOptions(
            kinds: one.kind.span, spots: one.spot.span, strikes: one.strike.span, times: one.time.span,
            rates: one.rate.span, yields: one.yield.span, volatilities: volatilities.span, level: level,
            values: &values, statuses: &statuses)
        guard isAnswered else { return nil }
        self.init()
        greeks = Greeks(columns.span, unit: one.unit)
        epsilon = columns[AmericanValue.epsilon.rawValue] * one.unit
        boundary = columns[AmericanValue.exerciseBoundary.rawValue] * one.unit
        secondBoundary = columns[AmericanValue.secondExerciseBoundary.rawValue] * one.unit
        european = columns[AmericanValue.europeanPrice.rawValue] * one.unit
        let payoff = option.sign * (option.spot - option.strike)
        isExercised = greeks.delta == option.sign && greeks.gamma == 0 && greeks.price == payoff
    }
}
