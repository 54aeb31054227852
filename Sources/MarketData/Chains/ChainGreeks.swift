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
        var origins = [Origin?](repeating: nil, count: chain.count)
        let history = ChainColumns.sound(historicalVolatility)
        // Contracts without a volatility are valued at 1, so that one kernel call covers all contracts; their greeks
        // are never read.
        var volatilities = [Double](repeating: 1, count: chain.count)
        for index in 0..<chain.count where chain.isValued(index) {
            if let (volatility, source) = chain.quotedVolatility(index, market, quoted, quotes) {
                (volatilities[index], origins[index]) = (volatility, .greeks(source))
            } else if let smile, let volatility = ChainColumns.sound(try? smile.volatility(at: chain.strikes[index])) {
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

extension ChainColumns {
    /// Whether greeks of a contract can be computed.
    fileprivate func isValued(_ index: Int) -> Bool { isUsable[index] && strikes[index] > 0 }

    fileprivate static func sound(_ volatility: Double?) -> Double? {
        volatility.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Returns the volatility at which a contract is valued, if quotes or their source give one.
    fileprivate func quotedVolatility(
        _ index: Int, _ market: ChainMarket, _ quoted: ChainVolatilities, _ quotes: [ContractQuote]
    ) -> (Double, GreeksVolatility)? {
        let outside = outOfTheMoney(index, market.forward).flatMap { quoted.mid($0).value }
        if let volatility = Self.sound(outside) ?? Self.sound(quoted.mid(index).value) { return (volatility, .quote) }
        return Self.sound(quotes[self.quotes[index]].vendorVolatility).map { ($0, .vendor) }
    }

    /// Whether a contract has no volatility but that of the smile.
    func needSmile(_ market: ChainMarket, _ quoted: ChainVolatilities, _ quotes: [ContractQuote]) -> Bool {
        (0..<count).contains { isValued($0) && quotedVolatility($0, market, quoted, quotes) == nil }
    }
}
