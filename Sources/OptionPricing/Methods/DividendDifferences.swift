internal import OptionKernels

/// Higher greeks of an option with dividends, as differences of its greeks.
struct DividendDifferences {
    private let option: ModelledOption
    private let volatility: Double
    private let exercise: DividendExercise

    /// The relative change of an input. The errors of greeks, about 10⁻⁵, require long steps.
    private static let step = 0x1p-6

    init(_ option: ModelledOption, _ volatility: Double, _ exercise: DividendExercise) {
        self.option = option
        self.volatility = volatility
        self.exercise = exercise
    }

    /// Whether the price path is certain.
    private var isCertain: Bool { volatility == 0 || option.timeToExpiration == 0 }

    func byVolatility(_ greek: KeyPath<Greeks, Double>) throws(PricingError) -> Double {
        if isCertain { return 0 }
        let domain = DividendDomain.volatilities
        let low = max(volatility * (1 - Self.step), domain.lowerBound)
        let high = min(volatility * (1 + Self.step), domain.upperBound)
        let (below, above) = try (
            DividendValues(option, low, exercise), DividendValues(option, high, exercise)
        )
        return (above.greeks[keyPath: greek] - below.greeks[keyPath: greek]) / (high - low)
    }

    /// The change per year that passes, in which ex-dates come nearer. It is taken between now and a little later, but not beyond the next
    /// ex-date.
    func byPassingTime(_ greek: KeyPath<Greeks, Double>) throws(PricingError) -> Double {
        if isCertain { return 0 }
        var elapsed = option.timeToExpiration * Self.step
        if let next = option.market.dividends.first(where: { $0.timeToExDate > 0 }) {
            elapsed = min(elapsed, next.timeToExDate / 2)
        }
        elapsed = min(elapsed, max(0, option.timeToExpiration - DividendDomain.times.lowerBound))
        guard elapsed > 0 else { return .nan }
        let later = try ModelledOption(
            OptionTerms(
                option.kind, strike: option.strike, timeToExpiration: option.timeToExpiration - elapsed,
                exercise: option.terms.exercise), in: option.market.after(elapsed))
        let (now, then) = try (
            DividendValues(option, volatility, exercise), DividendValues(later, volatility, exercise)
        )
        return (then.greeks[keyPath: greek] - now.greeks[keyPath: greek]) / elapsed
    }

    /// The first and the second derivative by the strike.
    func byStrike(_ price: Double) throws(PricingError) -> (first: Double, second: Double) {
        let change = option.strike * Self.step / 4
        let (below, above) = try (
            DividendValues(option.withStrike(option.strike - change), volatility, exercise),
            DividendValues(option.withStrike(option.strike + change), volatility, exercise)
        )
        return (
            (above.greeks.price - below.greeks.price) / (2 * change),
            (above.greeks.price - 2 * price + below.greeks.price) / (change * change)
        )
    }
}
