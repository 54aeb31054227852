internal import OptionKernels
internal import _OptionsMath

/// American options on a lognormal spot price with a continuous yield.
///
/// The kernel answers all options in its domain. Of the others, those that are never exercised early are European; at a time or a
/// volatility of 0 the price path is certain; and far in or out of the money, or within a second of the expiration, an option is
/// worth the larger of its payoff and its European value, to the accuracy of the kernel. What is left is refused by name.
enum AmericanExercise: PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        evaluate(selection, block, volatilities: volatilities, isForward: false, into: &values, at: start)
    }

    /// Evaluates a block of options on spot prices or on forwards by the kernel.
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>, isForward: Bool,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        if selection == .allGreeks { return answerNone(selection, block, &values, start) }
        var isComplete = AmericanKernel.evaluate(
            selection, block, volatilities: volatilities, isForward: isForward, into: &values, at: start)
        // For the same digits as those of European options, which other methods value.
        for index in block.times.indices where isForward || block.times[index] >= AmericanDomain.europeanTimes {
            if isEuropean(block.kinds[index], rate: block.rates[index], yield: block.yields[index]) {
                values[start + index] = .nan
                isComplete = false
            }
        }
        return isComplete
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        if isEuropean(option) {
            return try BlackScholesMerton.evaluateOne(selection, option, volatility, into: &result)
        }
        try fill(&result, selection, values(of: option, volatility), option, volatility)
    }

    /// Converts the values of an option that may be exercised early to those of a selection.
    static func fill(
        _ result: inout OptionResult, _ selection: GreekSelection, _ values: AmericanValues, _ option: ModelledOption,
        _ volatility: Double
    ) throws(PricingError) {
        let greeks = values.greeks
        result.set(greeks, of: selection)
        if selection == .price { return }
        // The yield of a forward changes with the rate.
        let isForward = option.market.underlying == .forward
        if isForward { result[.rho] += values.epsilon }
        guard selection == .allGreeks else { return }
        result[.epsilon] = isForward ? 0 : values.epsilon
        // The price is homogeneous of degree 1 in spot and strike.
        result[.dualDelta] = (greeks.price - option.spot * greeks.delta) / option.strike
        let ratio = option.spot / option.strike
        result[.dualGamma] = ratio * ratio * greeks.gamma
        try addHigherGreeks(option, volatility, values, to: &result)
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        if isEuropean(option) { return try BlackScholesMerton.veta(option, volatility) }
        let values = try values(of: option, volatility)
        if hasNoTimeValue(values, option, volatility) { return 0 }
        return try -timeDifference(option, volatility, \.vega)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findAmericanVolatilities(
            kinds: block.kinds, prices: prices, spots: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, yields: block.yields, volatilities: &volatilities,
            statuses: &statuses)
    }

    static func findVolatilityOfOne(
        _ option: ModelledOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        if !isEuropean(option), let found = findVolatilityInRange(option, price: price) { return found }
        return try findVolatilityPrecisely(option, price: price)
    }

    /// Returns the volatility that the kernel finds; `nil` if it does not answer.
    private static func findVolatilityInRange(_ option: ModelledOption, price: Double) -> ImpliedVolatility? {
        let kind: [1 of OptionKind] = [option.kind]
        let prices: [1 of Double] = [price]
        let spot: [1 of Double] = [option.spot]
        let strike: [1 of Double] = [option.strike]
        let time: [1 of Double] = [option.timeToExpiration]
        let rate: [1 of Double] = [option.riskFreeRate]
        let yield: [1 of Double] = [option.dividendYield]
        var volatility: [1 of Double] = [.nan]
        var status: [1 of ImpliedVolatilityStatus] = [.unanswered]
        var volatilities = volatility.mutableSpan
        var statuses = status.mutableSpan
        _ = findAmericanVolatilities(
            kinds: kind.span, prices: prices.span, spots: spot.span, strikes: strike.span, times: time.span,
            rates: rate.span, yields: yield.span, volatilities: &volatilities, statuses: &statuses)
        return ImpliedVolatility(volatility[0], status[0])
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) throws(PricingError)
        -> ImpliedVolatility
    {
        if isEuropean(option) { return BlackScholesMerton.findVolatilityOfOne(option, price: price) }
        let domain = AmericanDomain.volatilities
        try AmericanDomain.require(option, domain.upperBound)
        var highest = domain.upperBound
        // The European option is worth less, so its implied volatility is greater. With room for rounding.
        if case .volatility(let european) = BlackScholesMerton.findVolatilityOfOne(option, price: price) {
            highest = max(domain.lowerBound, min(highest, european * (1 + 0x1p-20)))
        }
        let carry = option.market.carry(to: option.timeToExpiration)
        let greatest =
            option.kind == .call
            ? max(option.spot, carry.prepaidForward) : option.strike * max(1, carry.discountFactor)
        let search = VolatilitySearch(
            price: price, least: CertainExercise(option).value, greatest: greatest,
            accuracy: AmericanDomain.accuracy * max(option.spot, option.strike),
            volatilities: domain.lowerBound...highest)
        return try search.volatility { (volatility) throws(PricingError) in
            let values = try values(of: option, volatility)
            return (values.greeks.price, values.greeks.vega)
        }
    }

    static func strike(forward: Double, distance: Double, deviation: Double) throws(PricingError) -> Double {
        throw .notSupported(.exercise)
    }

    // MARK: Single options

    /// Whether exercise before the expiration never pays, for any volatility.
    static func isEuropean(_ option: ModelledOption) -> Bool {
        isEuropean(option.kind, rate: option.riskFreeRate, yield: option.dividendYield)
    }

    /// Without interest to gain on the strike of a put, or dividends on the underlying of a call, waiting costs nothing. If both rates are
    /// negative, the other one must not be more so.
    @inline(__always)
    static func isEuropean(_ kind: OptionKind, rate: Double, yield: Double) -> Bool {
        let (gain, loss) = kind == .put ? (rate, yield) : (yield, rate)
        return gain < 0 ? loss >= gain : gain == 0 && loss >= 0
    }

    /// Returns the values of an option that may be exercised early.
    static func values(
        of option: ModelledOption, _ volatility: Double, level: AmericanLevel = .standard
    ) throws(PricingError) -> AmericanValues {
        try PricingError.requireNonNegative(.volatility, volatility)
        if volatility == 0 || option.timeToExpiration == 0 { return try AmericanValues(certain: option) }
        try AmericanDomain.require(option, volatility)
        if let values = try limitValues(of: option, volatility) { return values }
        guard let values = AmericanValues(kernel: option, volatility, level) else { throw .notConverged(.exercise) }
        guard values.greeks.price.isFinite else { throw .notRepresentable(.price) }
        return values
    }

    /// The values of an option beyond the range of the kernel whose premium of early exercise is below its accuracy, unless it is exercised
    /// now; `nil` for other options.
    private static func limitValues(of option: ModelledOption, _ volatility: Double) throws(PricingError)
        -> AmericanValues?
    {
        let ratio = option.spot / option.strike
        let isNear = option.timeToExpiration < AmericanDomain.times.lowerBound
        guard isNear || !(ratio >= 0x1p-31 && ratio < 0x1p31) else { return nil }
        let european = try AmericanValues(european: option, volatility)
        let payoff = option.sign * (option.spot - option.strike)
        guard payoff > european.greeks.price else { return european }
        return AmericanValues(exercised: option)
    }

    // MARK: Higher greeks

    /// The relative change of volatility and time in differences of greeks, whose errors are about 10⁻⁸. At an end of the domain, the
    /// difference is that on its inner side.
    private static let step = 0x1p-10

    private static func addHigherGreeks(
        _ option: ModelledOption, _ volatility: Double, _ values: AmericanValues, to result: inout OptionResult
    ) throws(PricingError) {
        if hasNoTimeValue(values, option, volatility) {
            for greek in [Greek.vanna, .vomma, .charm] { result[greek] = 0 }
            return
        }
        result[.vanna] = try volatilityDifference(option, volatility, \.delta)
        result[.vomma] = try volatilityDifference(option, volatility, \.vega)
        result[.charm] = try -timeDifference(option, volatility, \.delta)
    }

    private static func hasNoTimeValue(_ values: AmericanValues, _ option: ModelledOption, _ volatility: Double) -> Bool
    {
        values.isExercised || option.timeToExpiration == 0 || volatility == 0
    }

    private static func volatilityDifference(
        _ option: ModelledOption, _ volatility: Double, _ greek: KeyPath<Greeks, Double>
    ) throws(PricingError) -> Double {
        let domain = AmericanDomain.volatilities
        let (low, high) = (
            max(volatility * (1 - step), domain.lowerBound), min(volatility * (1 + step), domain.upperBound)
        )
        let (below, above) = try (values(of: option, low, level: .precise), values(of: option, high, level: .precise))
        return (above.greeks[keyPath: greek] - below.greeks[keyPath: greek]) / (high - low)
    }

    private static func timeDifference(
        _ option: ModelledOption, _ volatility: Double, _ greek: KeyPath<Greeks, Double>
    ) throws(PricingError) -> Double {
        let early = option.timeToExpiration * (1 - step)
        let late = min(option.timeToExpiration * (1 + step), AmericanDomain.times.upperBound)
        let below = try values(of: option.withTime(early), volatility, level: .precise)
        let above = try values(of: option.withTime(late), volatility, level: .precise)
        return (above.greeks[keyPath: greek] - below.greeks[keyPath: greek]) / (late - early)
    }
}

/// American options on a forward price: options on a futures contract, which pays no dividends and costs nothing to hold. They are worth as
/// much as options on an underlying that trades at the forward price and yields the risk-free rate.
enum AmericanOnForward: PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        AmericanExercise.evaluate(
            selection, block, volatilities: volatilities, isForward: true, into: &values, at: start)
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        if AmericanExercise.isEuropean(option) {
            return try Black76.evaluateOne(selection, option, volatility, into: &result)
        }
        try AmericanExercise.evaluatePrecisely(selection, option, volatility, into: &result)
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        try AmericanExercise.veta(option, volatility)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        AmericanExercise.findVolatilities(block, prices: prices, volatilities: &volatilities, statuses: &statuses)
    }

    static func findVolatilityOfOne(
        _ option: ModelledOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        try AmericanExercise.findVolatilityOfOne(option, price: price)
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) throws(PricingError)
        -> ImpliedVolatility
    {
        try AmericanExercise.findVolatilityPrecisely(option, price: price)
    }

    static func strike(forward: Double, distance: Double, deviation: Double) throws(PricingError) -> Double {
        throw .notSupported(.exercise)
    }
}
