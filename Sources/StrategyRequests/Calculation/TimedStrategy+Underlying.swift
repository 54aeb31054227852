internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

extension TimedStrategy {
    /// Returns the volatility of the underlying up to the first expiration, and caches it. It is the first available of
    /// these: the volatility in the request; the common volatility of the legs of the first expiration; their
    /// volatilities interpolated at the current price, linearly in the logarithm of the strike, if that price lies
    /// between two strikes. Legs with the same strike contribute their mean.
    mutating func findUnderlyingVolatility() throws(StrategyError) -> Double {
        let volatility = try underlyingVolatilityOfLegs()
        underlyingVolatility = volatility
        return volatility.value
    }

    private mutating func underlyingVolatilityOfLegs() throws(StrategyError) -> Conventions.UnderlyingVolatility {
        if let given = extensions.volatility { return .init(value: given, source: .given) }
        let horizon = try horizon()
        var quotes: [(strike: Double, volatility: Double)] = []
        for index in legs.indices where times[index] == horizon && legs[index].kind != .stock {
            quotes.append((legs[index].strike.value, try volatility(of: index)))
        }
        guard let first = quotes.first?.volatility else { throw .missing("volatility") }
        if quotes.allSatisfy({ $0.volatility == first }) { return .init(value: first, source: .legsAgree) }
        let means = Self.meansByStrike(quotes)
        let spot = market.underlyingPrice
        if let exact = means.first(where: { $0.strike == spot }) {
            return .init(value: exact.volatility, source: .legsAtCurrentPrice)
        }
        guard let above = means.firstIndex(where: { $0.strike > spot }), above > 0 else {
            throw StrategyError("volatility", .requiredWhereVolatilitiesDiffer)
        }
        let (low, high) = (means[above - 1], means[above])
        let weight = (log(spot) - log(low.strike)) / (log(high.strike) - log(low.strike))
        return .init(value: low.volatility + weight * (high.volatility - low.volatility), source: .legsInterpolated)
    }

    /// Strikes in ascending order without duplicates.
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
