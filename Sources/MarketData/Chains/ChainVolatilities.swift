internal import OptionPricing

/// The volatilities of the bids, mids and asks of a chain.
struct ChainVolatilities {
    /// Bids, then mids, then asks.
    private var results: [ChainVolatility]
    private let count: Int

    func bid(_ index: Int) -> ChainVolatility { results[index] }
    func mid(_ index: Int) -> ChainVolatility { results[count + index] }
    func ask(_ index: Int) -> ChainVolatility { results[2 * count + index] }

    /// Creates volatilities that are all missing for one reason.
    init(_ columns: ChainColumns, _ status: ChainVolatility.Status) {
        count = columns.count
        results = [ChainVolatility](repeating: ChainVolatility(status), count: 3 * count)
    }

    /// Finds the volatilities of all prices in one call of the kernel.
    init(_ columns: ChainColumns, _ market: ChainMarket) {
        self.init(columns, .notDeterminable)
        var slots: [Int] = []
        var kinds: [OptionKind] = []
        var (prices, strikes): ([Double], [Double]) = ([], [])
        slots.reserveCapacity(3 * count)
        kinds.reserveCapacity(3 * count)
        prices.reserveCapacity(3 * count)
        strikes.reserveCapacity(3 * count)
        for index in 0..<count {
            let (bid, ask) = (columns.bids[index], columns.asks[index])
            for (place, price) in [bid, columns.mid(index), ask].enumerated() {
                let slot = place * count + index
                if let status = Self.obstacle(columns, index, place: place) {
                    results[slot] = ChainVolatility(status)
                } else {
                    slots.append(slot)
                    kinds.append(columns.kinds[index])
                    prices.append(price)
                    strikes.append(columns.strikes[index])
                }
            }
        }
        let spots = [Double](repeating: market.spot, count: slots.count)
        let times = [Double](repeating: market.time, count: slots.count)
        let rates = [Double](repeating: market.riskFreeRate, count: slots.count)
        let yields = [Double](repeating: market.dividendYield, count: slots.count)
        var values = [Double](repeating: .nan, count: slots.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: slots.count)
        var valueColumn = values.mutableSpan
        var statusColumn = statuses.mutableSpan
        // A price outside the domain has no volatility, and its status says so.
        _ = BlackScholesMerton.impliedVolatilities(
            kinds: kinds.span, prices: prices.span, spots: spots.span, strikes: strikes.span,
            timesToExpiration: times.span, riskFreeRates: rates.span, dividendYields: yields.span,
            volatilities: &valueColumn, statuses: &statusColumn)
        for (position, slot) in slots.enumerated() {
            results[slot] = ChainVolatility(values[position], statuses[position])
        }
    }

    /// The reason why a price says nothing: that of a bid, of a mid or of an ask; `nil` if there is none.
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
