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
    /// It is fitted to the options out of the money, of which an American one is valued as a European one.
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
        let quotes = used.map { OptionQuote($0.kind, strike: $0.strike, .bidAsk(bid: $0.bid, ask: $0.ask)) }
        let values = try values(of: used, quotes, in: market, horizon, budget)
        guard
            let smile = SVISmile(
                ofDistribution: quotes, volatilities: used.map(\.volatility), values: values, exercise: exercise,
                in: market, timeToExpiration: horizon)
        else { throw Self.noSmile }
        return RequestDistribution(
            forward: smile.chain.forward, timeToExpiration: horizon, smile: smile.parameters)
    }

    /// The values of American options; NaN outside the domain of the model. European ones need none.
    private func values(
        of used: [UsedQuote], _ quotes: [OptionQuote], in market: OptionMarket, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) -> [Double] {
        if exercise == .european { return [] }
        for quote in used {
            // European and American values are computed.
            for style in [ExerciseStyle.european, .american] {
                let contract = try OptionContract(
                    quote.kind, strikePrice: quote.strike, timeToExpiration: horizon, volatility: quote.volatility,
                    exercise: style)
                try budget.spend(contract.cost(in: market))
            }
        }
        return SVISmile.values(
            of: quotes, volatilities: used.map(\.volatility), exercise: .american, in: market, timeToExpiration: horizon
        )
    }
}
