package import OptionPricing

extension SVISmile {
    /// Fits the smile of the distribution of the price at expiration, after the dividends that count; `nil` if it is not free of butterfly
    /// arbitrage at every strike, or nothing can be fitted.
    ///
    /// Its volatilities are those of Black (1976) at the forward of the market, under which European prices are means. European quotes
    /// are such prices, whatever dividends are paid. An American quote is multiplied by the ratio of European to American value at the
    /// volatility of the option.
    ///
    /// - Parameters:
    ///   - quotes: Bids and asks of options out of the money.
    ///   - volatilities: The volatilities of the options, in the market with its dividends.
    ///   - values: The values of the options at these volatilities.
    ///   - exercise: When the holders of the options may exercise them.
    ///   - market: The market, with its dividends.
    ///   - timeToExpiration: Years; greater than 0.
    package init?(
        ofDistribution quotes: [OptionQuote], volatilities: [Double], values: [Double], exercise: ExerciseStyle,
        in market: OptionMarket, timeToExpiration: Double
    ) {
        var european = quotes
        if exercise == .american {
            let means = Self.values(
                of: quotes, volatilities: volatilities, exercise: .european, in: market,
                timeToExpiration: timeToExpiration)
            european = quotes.indices.compactMap { index in
                let factor = min(means[index] / values[index], 1)
                // NaN outside the domain of the model.
                guard factor > 0 else { return nil }
                let quote = quotes[index]
                return OptionQuote(
                    quote.kind, strike: quote.strike, .bidAsk(bid: factor * quote.bid, ask: factor * quote.ask))
            }
        }
        guard let flat = try? market.withoutDividends(until: timeToExpiration),
            let chain = try? OptionChain(in: flat, timeToExpiration: timeToExpiration, quotes: european),
            let smile = try? SVISmile(chain), smile.isDistribution
        else { return nil }
        self = smile
    }

    /// Whether the smile is that of a distribution: free of butterfly arbitrage at every strike, with a variance that can be computed with.
    package var isDistribution: Bool { SmileVariance(parameters) != nil }

    /// The values of options at volatilities; NaN outside the domain of the model.
    package static func values(
        of quotes: [OptionQuote], volatilities: [Double], exercise: ExerciseStyle, in market: OptionMarket,
        timeToExpiration: Double
    ) -> [Double] {
        let kinds = quotes.map(\.kind)
        let strikes = quotes.map(\.strike)
        var values = [Double](repeating: .nan, count: quotes.count)
        var column = values.mutableSpan
        var evaluator = OptionEvaluator()
        // Options outside the domain have no value.
        _ = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(timeToExpiration),
                in: market, exercises: .same(exercise)),
            volatilities: .each(volatilities.span), into: &column)
        return values
    }
}
