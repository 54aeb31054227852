internal import OptionPricing
internal import VolatilitySmile

/// The greeks and deltas of a chain, each contract at the best known volatility.
///
/// The call and the put of a strike have one volatility: that of the option out of the money, whose price is time value alone.
struct ChainGreeks {
    /// The origin of the volatility at which a contract is valued.
    private enum Origin {
        case greeks(GreeksVolatility)
        case history
    }

    private let columns: GreekColumns?
    private let origins: [Origin?]
    private let volatilities: [Double]

    /// Creates greeks that are all missing.
    init() {
        columns = nil
        (origins, volatilities) = ([], [])
    }

    /// Computes the greeks of all contracts in one call of the kernel.
    init(
        _ chain: ChainColumns, _ market: ChainMarket, _ quoted: ChainVolatilities, smile: SVISmile?,
        historicalVolatility: Double?, quotes: [ContractQuote]
    ) {
        func isSound(_ volatility: Double?) -> Double? {
            volatility.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
        var origins = [Origin?](repeating: nil, count: chain.count)
        let history = isSound(historicalVolatility)
        // Contracts without a volatility are valued at 1, so that one kernel call covers all contracts; their greeks
        // are never read.
        var volatilities = [Double](repeating: 1, count: chain.count)
        for index in 0..<chain.count where chain.isUsable[index] && chain.strikes[index] > 0 {
            let outside = chain.outOfTheMoney(index, market.forward)
            if let volatility = isSound(outside.flatMap { quoted.mid($0).value }) ?? isSound(quoted.mid(index).value) {
                (volatilities[index], origins[index]) = (volatility, .greeks(.quote))
            } else if let volatility = isSound(quotes[chain.quotes[index]].vendorVolatility) {
                (volatilities[index], origins[index]) = (volatility, .greeks(.vendor))
            } else if let smile, let volatility = isSound(try? smile.volatility(at: chain.strikes[index])) {
                (volatilities[index], origins[index]) = (volatility, .greeks(.smile))
            } else if let history {
                (volatilities[index], origins[index]) = (history, .history)
            }
        }
        var columns = GreekColumns(.greeks, count: chain.count)
        // The values of a contract outside the domain stay NaN.
        var evaluator = OptionEvaluator()
        _ = evaluator.evaluate(
            OptionColumns(
                kinds: .each(chain.kinds.span), strikes: .each(chain.strikes.span),
                timesToExpiration: .same(market.time), in: market.optionMarket, exercises: .same(market.exercise),
                accuracy: .reduced),
            volatilities: .each(volatilities.span), into: &columns)
        self.columns = columns
        (self.origins, self.volatilities) = (origins, volatilities)
    }

    /// Returns the greeks of a contract in the units of the market, their volatility and its source.
    func greeks(_ index: Int) -> (MarketGreeks, Double, GreeksVolatility)? {
        guard let columns, case .greeks(let origin)? = origins[index] else { return nil }
        // The units are those of `GreekUnits.market`.
        let greeks = MarketGreeks(
            delta: Self.bounded(columns[.delta, index]), gamma: columns[.gamma, index],
            theta: columns[.theta, index] / 365, vega: columns[.vega, index] / 100, rho: columns[.rho, index] / 100)
        guard greeks.delta.isFinite, greeks.gamma.isFinite, greeks.theta.isFinite, greeks.vega.isFinite,
            greeks.rho.isFinite
        else { return nil }
        return (greeks, volatilities[index], origin)
    }

    /// Returns the delta of a contract: the source's if it gives one, otherwise the computed one.
    func delta(_ index: Int, vendor: VendorGreeks?) -> ChainDelta? {
        if let vendor, vendor.delta.isFinite { return ChainDelta(value: vendor.delta, source: .vendor) }
        guard let columns, let origin = origins[index], columns[.delta, index].isFinite else { return nil }
        let source: DeltaSource =
            switch origin {
            case .greeks(.quote): .quote
            case .greeks(.vendor): .vendor
            case .greeks(.smile): .smile
            case .history: .history
            }
        return ChainDelta(value: Self.bounded(columns[.delta, index]), source: source)
    }

    /// Returns a delta within −1 and 1, which the rounding of dividends exceeds by some units in the last place.
    private static func bounded(_ delta: Double) -> Double { delta > 1 ? 1 : delta < -1 ? -1 : delta }
}
