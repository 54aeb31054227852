internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation
internal import VolatilitySmile

extension FindRequest {
    static let noSmile = StrategyError("belief.distribution", .smileFreeOfButterflyArbitrage)

    /// An option out of the money, with its volatility.
    private struct UsedQuote {
        let kind: OptionKind
        let strike, bid, ask, volatility: Double
    }

    /// The distribution that the smile of the chain implies.
    ///
    /// The smile is one of prices of European options on the price after its dividends, whose forward is F, so that their volatilities
    /// are those of Black (1976). European quotes are such prices, whatever dividends are paid. An American quote is multiplied by the ratio
    /// of European and American value at the volatility of the contract.
    func marketDistribution(
        _ volatilities: [Double?], in market: OptionMarket, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) -> RequestDistribution {
        let forward = market.carry(to: horizon).forward
        var used: [UsedQuote] = []
        for (quote, volatility) in zip(options, volatilities) {
            guard let volatility, let bid = quote.bid, let ask = quote.ask, quote.mid != nil,
                (quote.strikePrice >= forward) == (quote.kind == .call)
            else { continue }
            used.append(
                UsedQuote(kind: quote.kind, strike: quote.strikePrice, bid: bid, ask: ask, volatility: volatility))
        }
        // As many as the smile of a chain that a server analyses.
        let most = 128
        if used.count > most { used = (0..<most).map { used[$0 * (used.count - 1) / (most - 1)] } }
        let factors = try europeanFactors(of: used, in: market, horizon, budget)
        let quotes = zip(used, factors).filter { $1 > 0 && $1.isFinite }.map { quote, factor in
            OptionQuote(
                quote.kind, strike: quote.strike, .bidAsk(bid: factor * quote.bid, ask: factor * quote.ask))
        }
        guard let flat = try? market.withoutDividends(until: horizon),
            let chain = try? OptionChain(in: flat, timeToExpiration: horizon, quotes: quotes),
            let smile = try? SVISmile(chain), smile.isFreeOfButterflyArbitrage
        else { throw Self.noSmile }
        return RequestDistribution(forward: chain.forward, timeToExpiration: horizon, smile: smile.parameters)
    }

    /// The values of European options as parts of those of the options, at most 1; NaN outside the domain of the model.
    private func europeanFactors(
        of used: [UsedQuote], in market: OptionMarket, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) -> [Double] {
        if exercise == .european { return used.map { _ in 1 } }
        let kinds = used.map(\.kind)
        let strikes = used.map(\.strike)
        let volatilities = used.map(\.volatility)
        func values(_ exercise: ExerciseStyle) throws(StrategyError) -> [Double] {
            for quote in used {
                let contract = try OptionContract(
                    quote.kind, strikePrice: quote.strike, timeToExpiration: horizon, volatility: quote.volatility,
                    exercise: exercise)
                try budget.spend(contract.cost(in: market))
            }
            var values = [Double](repeating: .nan, count: used.count)
            var column = values.mutableSpan
            var evaluator = OptionEvaluator()
            // Options outside the domain have no value.
            _ = evaluator.evaluatePrices(
                OptionColumns(
                    kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(horizon),
                    in: market, exercises: .same(exercise)),
                volatilities: .each(volatilities.span), into: &column)
            return values
        }
        return zip(try values(.european), try values(.american)).map { min($0 / $1, 1) }
    }
}
