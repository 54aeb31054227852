internal import OptionKernels
internal import _OptionsMath

/// European options on a lognormal spot price.
enum BlackScholesMerton: PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        evaluateOptions(
            selection, kinds: block.kinds, spots: block.underlyingPrices, strikes: block.strikes, times: block.times,
            rates: block.rates, yields: block.yields, volatilities: volatilities, values: &values, at: start)
    }

    static func evaluateChain(
        _ chain: OptionChainBlock, volatilities: Span<Double>, into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool? {
        OptionKernels.evaluateChain(
            spot: chain.underlyingPrice, time: chain.time, rate: chain.rate, yield: chain.yield, kinds: chain.kinds,
            strikes: chain.strikes, volatilities: volatilities, values: &values, at: start)
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        try PricingError.requireNonNegative(.volatility, volatility)
        if selection == .price, option.timeToExpiration == 0 {
            // Equal to the last digit to the price of `WideOption`.
            let payoff = option.kind == .call ? option.spot - option.strike : option.strike - option.spot
            result[.price] = max(payoff, 0)
            return
        }
        // Not -0, whose reciprocal has the opposite sign.
        result = WideOption(option, volatility: volatility + 0).evaluate(selection)
        guard result[.price].isFinite else { throw .notRepresentable(.price) }
    }

    static func evaluateOne(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        if evaluateInRange(selection, option, volatility, into: &result) { return }
        try evaluatePrecisely(selection, option, volatility, into: &result)
    }

    /// Evaluates an option by the kernels and returns whether it is in their range.
    static func evaluateInRange(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) -> Bool {
        let kind: [1 of OptionKind] = [option.kind]
        let spot: [1 of Double] = [option.spot]
        let strike: [1 of Double] = [option.strike]
        let time: [1 of Double] = [option.timeToExpiration]
        let rate: [1 of Double] = [option.riskFreeRate]
        let yield: [1 of Double] = [option.dividendYield]
        let volatilities: [1 of Double] = [volatility]
        var all = result.values.mutableSpan
        var values = all._mutatingExtracting(0..<selection.columnCount)
        return evaluateOptions(
            selection, kinds: kind.span, spots: spot.span, strikes: strike.span, times: time.span, rates: rate.span,
            yields: yield.span, volatilities: volatilities.span, values: &values)
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        try PricingError.requireNonNegative(.volatility, volatility)
        // Not -0, whose reciprocal has the opposite sign.
        return WideOption(option, volatility: volatility + 0).veta()
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findImpliedVolatilities(
            kinds: block.kinds, prices: prices, spots: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, yields: block.yields, volatilities: &volatilities,
            statuses: &statuses)
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
        ExactQuote(option, price: price).impliedVolatility()
    }

    static func findVolatilityOfOne(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
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
        _ = findImpliedVolatilities(
            kinds: kind.span, prices: prices.span, spots: spot.span, strikes: strike.span, times: time.span,
            rates: rate.span, yields: yield.span, volatilities: &volatilities, statuses: &statuses)
        return ImpliedVolatility(volatility[0], status[0]) ?? findVolatilityPrecisely(option, price: price)
    }

    /// F e^(v²/2 − d v).
    static func strike(forward: Double, distance: Double, deviation: Double) -> Double {
        forward * exp(deviation * (deviation / 2 - distance))
    }
}
