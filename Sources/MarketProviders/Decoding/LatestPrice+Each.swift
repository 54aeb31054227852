internal import MarketData

extension LatestPrice {
    /// Requests the latest price of each share with a call of its own, for sources without a combined call.
    ///
    /// - Parameters:
    ///   - routes: The assets. Coins are skipped.
    ///   - ask: Requests the price of one share; `nil` if it has none.
    /// - Returns: The prices. Unknown shares and shares without a price are omitted.
    /// - Throws: The first error of `ask` other than ``MarketData/MarketDataError/unknownSymbol(_:)``.
    static func each(
        of routes: [AssetRoute], ask: (Ticker) async throws(MarketDataError) -> LatestPrice?
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        var prices: [AssetRoute: LatestPrice] = [:]
        for route in routes where prices[route] == nil {
            guard let ticker = route.ticker else { continue }
            do throws(MarketDataError) {
                prices[route] = try await ask(ticker)
            } catch .unknownSymbol {
                continue
            }
        }
        return prices
    }
}
