internal import StrategyAnalytics

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension TimedStrategy {
    /// The volatility of the underlying up to the first expiration.
    ///
    /// The one that the request gives; otherwise the one that the legs of the first expiration determine: their own where they
    /// agree, and interpolated at the current price, linearly in the logarithm of the strike, where that lies between two
    /// strikes. Legs of one strike count with their mean.
    func underlyingVolatility() throws(ContractError) -> (value: Double, source: String) {
        if let given = extensions.volatility { return (given, "given") }
        let horizon = try horizon()
        var smile: [(strike: Double, volatilities: [Double])] = []
        for index in legs.indices where times[index] == horizon {
            guard let strike = legs[index].strikePrice else { continue }
            let volatility = try volatility(of: index).value
            if let place = smile.firstIndex(where: { $0.strike == strike }) {
                smile[place].volatilities.append(volatility)
            } else {
                smile.append((strike, [volatility]))
            }
        }
        guard let first = smile.first?.volatilities.first else { throw .missing(Name.volatility.text) }
        if smile.allSatisfy({ $0.volatilities.allSatisfy { $0 == first } }) {
            return (first, "legs of the first expiration, which have this one")
        }
        let means = smile.sorted { $0.strike < $1.strike }.map {
            (strike: $0.strike, volatility: $0.volatilities.reduce(0, +) / Double($0.volatilities.count))
        }
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
        let weight = log(spot / low.strike) / log(high.strike / low.strike)
        return (
            low.volatility + weight * (high.volatility - low.volatility),
            "legs of the first expiration, interpolated at the current price"
        )
    }
}
