internal import OptionPricing

/// The volatilities of the bids, mids and asks of a chain.
struct ChainVolatilities {
    /// Bids, then mids, then asks.
    private var results: [ChainVolatility]
    private let count: Int

    func bid(_ index: Int) -> ChainVolatility { results[index] }
    func mid(_ index: Int) -> ChainVolatility { results[count + index] }
    func ask(_ index: Int) -> ChainVolatility { results[2 * count + index] }

    /// Creates volatilities that are all missing for the same reason.
    init(_ columns: ChainColumns, _ status: ChainVolatility.Status) {
        count = columns.count
        results = [ChainVolatility](repeating: ChainVolatility(status), count: 3 * count)
    }

    /// Computes the volatilities of all prices. Those of European options without dividends take so little time that unusable prices are
    /// included, since compacting the columns would take longer.
    init(_ columns: ChainColumns, _ market: ChainMarket) {
        count = columns.count
        guard market.isPlain else {
            results = Self.results(columns, market)
            return
        }
        results = []
        results.reserveCapacity(3 * count)
        var evaluator = OptionEvaluator()
        for (place, prices) in [columns.bids, (0..<count).map(columns.mid), columns.asks].enumerated() {
            var values = [Double](repeating: .nan, count: count)
            var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: count)
            var valueColumn = values.mutableSpan
            var statusColumn = statuses.mutableSpan
            // A price outside the domain gets no volatility, and its status has the reason.
            _ = evaluator.findVolatilities(
                of: OptionColumns(
                    kinds: .each(columns.kinds.span), strikes: .each(columns.strikes.span),
                    timesToExpiration: .same(market.time), in: market.optionMarket),
                prices: prices.span, volatilities: &valueColumn, statuses: &statusColumn)
            for index in 0..<count {
                let obstacle = Self.obstacle(columns, index, place: place)
                results.append(obstacle.map { ChainVolatility($0) } ?? ChainVolatility(values[index], statuses[index]))
            }
        }
    }

    /// Computes the volatilities of the usable prices. Those of bids and asks, which are bounds, are less accurate, and are looked for near
    /// those of the mids.
    private static func results(_ columns: ChainColumns, _ market: ChainMarket) -> [ChainVolatility] {
        let prices = (0..<columns.count).map(columns.mid)
        let mids = results(columns, market, place: 1, prices, .reduced, near: ([], []))
        let known = (prices, mids.map { $0.value ?? .nan })
        let bids = results(columns, market, place: 0, columns.bids, .rough, near: known)
        let asks = results(columns, market, place: 2, columns.asks, .rough, near: known)
        return bids + mids + asks
    }

    private static func results(
        _ columns: ChainColumns, _ market: ChainMarket, place: Int, _ column: [Double], _ accuracy: PricingAccuracy,
        near known: (prices: [Double], volatilities: [Double])
    ) -> [ChainVolatility] {
        let obstacles = (0..<columns.count).map { obstacle(columns, $0, place: place) }
        let used = obstacles.indices.filter { obstacles[$0] == nil }
        let kinds = used.map { columns.kinds[$0] }
        let strikes = used.map { columns.strikes[$0] }
        let prices = used.map { column[$0] }
        let nearPrices = known.prices.isEmpty ? [] : used.map { known.prices[$0] }
        let nearVolatilities = known.volatilities.isEmpty ? [] : used.map { known.volatilities[$0] }
        var values = [Double](repeating: .nan, count: used.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: used.count)
        var valueColumn = values.mutableSpan
        var statusColumn = statuses.mutableSpan
        var evaluator = OptionEvaluator()
        _ = evaluator.findVolatilities(
            of: OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(market.time),
                in: market.optionMarket, exercises: .same(market.exercise), accuracy: accuracy),
            prices: prices.span, near: KnownVolatilities(prices: nearPrices.span, volatilities: nearVolatilities.span),
            volatilities: &valueColumn, statuses: &statusColumn)
        var results = obstacles.map { ChainVolatility($0 ?? .notDeterminable) }
        for (position, index) in used.enumerated() {
            results[index] = ChainVolatility(values[position], statuses[position])
        }
        return results
    }

    /// Returns the reason why a bid, mid or ask is unusable; `nil` if it is usable.
    private static func obstacle(_ columns: ChainColumns, _ index: Int, place: Int) -> ChainVolatility.Status? {
        if !columns.isUsable[index] { return .nonStandard }
        let (hasBid, hasAsk) = (columns.bids[index] > 0, columns.asks[index] > 0)
        if !hasBid, !hasAsk { return .noQuote }
        if hasBid, hasAsk, columns.bids[index] > columns.asks[index] { return .crossed }
        if !hasBid, place < 2 { return .noBid }
        if !hasAsk, place > 0 { return .noAsk }
        return columns.strikes[index] > 0 ? nil : .notDeterminable
    }
}
