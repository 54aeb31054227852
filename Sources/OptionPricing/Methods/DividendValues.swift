internal import OptionKernels

/// The values of one option with dividends at ex-dates.
struct DividendValues {
    let greeks: Greeks
    let epsilon: Double

    init(_ option: ModelledOption, _ volatility: Double, _ exercise: DividendExercise) throws(PricingError) {
        try PricingError.requireNonNegative(.volatility, volatility)
        if volatility == 0 || option.timeToExpiration == 0 {
            self.init(certain: option, exercise)
        } else {
            try DividendDomain.require(option, volatility)
            guard let columns = Self.columns(option, volatility, exercise) else { throw .notConverged(.dividends) }
            let unit = SingleOption.unit(ofStrike: option.strike)
            self.init(Greeks(columns.span, unit: unit), epsilon: columns[6] * unit)
        }
        guard greeks.price.isFinite else { throw .notRepresentable(.price) }
    }

    private init(_ greeks: Greeks, epsilon: Double) {
        self.greeks = greeks
        self.epsilon = epsilon
    }

    /// The values at a volatility or a time of 0. Derivatives are those of the certain path.
    private init(certain option: ModelledOption, _ exercise: DividendExercise) {
        func price(rate: Double = 0, yield: Double = 0) -> Double {
            CertainPath(option, exercise, rate: option.riskFreeRate + rate, yield: option.dividendYield + yield).value
        }
        let path = CertainPath(option, exercise, rate: option.riskFreeRate, yield: option.dividendYield)
        let step = 0x1p-20
        self.init(
            Greeks(
                price: path.value, delta: path.delta, gamma: 0, theta: path.theta, vega: 0,
                rho: (price(rate: step) - price(rate: -step)) / (2 * step)),
            epsilon: (price(yield: step) - price(yield: -step)) / (2 * step))
    }

    private static func columns(
        _ option: ModelledOption, _ volatility: Double, _ exercise: DividendExercise
    ) -> [7 of Double]? {
        let one = SingleOption(option)
        let volatilities: [1 of Double] = [volatility]
        var values = [7 of Double](repeating: .nan)
        var columns = values.mutableSpan
        var status: [1 of DividendStatus] = [.notConverged]
        var statuses = status.mutableSpan
        let isAnswered = evaluateOptionsWithDividends(
            exercise: exercise, kinds: one.kind.span, spots: one.spot.span, strikes: one.strike.span,
            times: one.time.span,
            rates: one.rate.span, yields: one.yield.span, volatilities: volatilities.span,
            dividends: DividendColumns(option.market.schedule, unit: one.unit), level: .precise, values: &columns,
            statuses: &statuses)
        return isAnswered ? values : nil
    }
}

/// The prices of the underlying at which an American option with dividends is exercised.
struct DividendBoundaries {
    /// The price now next to the strike at which exercise is optimal; NaN without one.
    let now: Double
    /// For each dividend, the lowest price just before its ex-date at which a call is exercised; NaN without one.
    let beforeExDates: [Double]

    /// - Precondition: The option is in the domain.
    init(_ option: ModelledOption, _ volatility: Double) {
        let one = SingleOption(option)
        let volatilities: [1 of Double] = [volatility]
        let dividends = DividendColumns(option.market.schedule, unit: one.unit)
        var boundary: [1 of Double] = [.nan]
        var boundaries = boundary.mutableSpan
        var exDates = [Double](repeating: .nan, count: dividends.count)
        var exDateBoundaries = exDates.mutableSpan
        var status: [1 of DividendStatus] = [.notConverged]
        var statuses = status.mutableSpan
        _ = findExerciseBoundaries(
            kinds: one.kind.span, spots: one.spot.span, strikes: one.strike.span, times: one.time.span,
            rates: one.rate.span,
            yields: one.yield.span, volatilities: volatilities.span, dividends: dividends, level: .precise,
            boundaries: &boundaries, exDateBoundaries: &exDateBoundaries, statuses: &statuses)
        now = boundary[0] * one.unit
        beforeExDates = exDates.map { $0 * one.unit }
    }
}

extension DividendColumns {
    /// The dividends in units of money.
    init(_ schedule: DividendSchedule, unit: Double = 1) {
        self.init()
        for dividend in schedule.dividends {
            switch dividend.payment {
            case .amount(let amount): append(time: dividend.timeToExDate, amount: amount / unit)
            case .proportion(let proportion): append(time: dividend.timeToExDate, proportion: proportion)
            }
        }
    }
}
