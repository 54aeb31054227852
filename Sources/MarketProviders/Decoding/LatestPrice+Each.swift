internal import MarketData

extension LatestPrice {
    /// Asks for the latest price of each share by a call of its own, as sources without a call for several have to.
    ///
    /// - Parameters:
    ///   - routes: The assets. Coins are left out.
    ///   - ask: Asks for one share; `nil` if it has no price.
    /// - Returns: The prices. Unknown shares and shares without a price are left out.
    /// - Throws: The first error of `ask` but ``MarketData/MarketDataError/unknownSymbol(_:)``.
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
