internal import StrategyAnalytics
internal import _OptionsMath

extension TimedStrategy {
    /// The volatility of the underlying up to the first expiration.
    ///
    /// The one that the request gives; otherwise the one that the legs of the first expiration determine: their own where they
    /// agree, and interpolated at the current price, linearly in the logarithm of the strike, where that lies between two
    /// strikes. Legs of one strike count with their mean.
    ///
    /// The volatilities that it looks at go into `conventions`.
    func underlyingVolatility(_ conventions: inout Conventions) throws(ContractError) -> (value: Double, source: String)
    {
        if let given = extensions.volatility { return (given, "given") }
        let horizon = try horizon()
        var quotes: [(strike: Double, volatility: Double)] = []
        for index in legs.indices where times[index] == horizon {
            guard let strike = legs[index].strikePrice else { continue }
            quotes.append((strike, try volatility(of: index, &conventions)))
        }
        guard let first = quotes.first?.volatility else { throw .missing(Name.volatility.text) }
        if quotes.allSatisfy({ $0.volatility == first }) {
            return (first, "legs of the first expiration, which have this one")
        }
        let means = Self.meansByStrike(quotes)
        let spot = market.spot
        if let exact = means.first(where: { $0.strike == spot }) {
            return (exact.volatility, "legs of the first expiration at the current price")
        }
        guard let above = means.firstIndex(where: { $0.strike > spot }), above > 0 else {
            throw ContractError(
                .missing, path: Name.volatility.text,
                "is required: those of the legs differ, and the current price does not lie between their strikes")
        }
        let (low, high) = (means[above - 1], means[above])
        let weight = (log(spot) - log(low.strike)) / (log(high.strike) - log(low.strike))
        return (
            low.volatility + weight * (high.volatility - low.volatility),
            "legs of the first expiration, interpolated at the current price"
        )
    }

    /// Ascending by strike, each once.
    private static func meansByStrike(
        _ quotes: [(strike: Double, volatility: Double)]
    ) -> [(strike: Double, volatility: Double)] {
        var means: [(strike: Double, volatility: Double)] = []
        var count = 0.0
        for quote in quotes.sorted(by: { ($0.strike, $0.volatility) < ($1.strike, $1.volatility) }) {
            if let last = means.last, last.strike == quote.strike {
                count += 1
                means[means.count - 1].volatility += (quote.volatility - last.volatility) / count
            } else {
                count = 1
                means.append(quote)
            }
        }
        return means
    }
}
