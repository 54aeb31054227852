public import MarketData
internal import MarketStore

extension MarketSources {
    /// Returns the daily prices of an asset in a market with its whole history and the settings of a new
    /// database, ascending.
    ///
    /// For a process that only reads, before a server has created the database.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - first: The first day; `nil` for all.
    ///   - last: The last day; `nil` for all.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    /// - Returns: The prices; `nil` if the asset is unknown, or the market has no whole history.
    /// - Throws: The error of the source.
    public func computedPrices(
        of asset: Asset, from first: CalendarDate?, through last: CalendarDate?, calendar: ExchangeCalendar = .newYork,
        time: ServiceTime
    ) async throws(MarketDataError) -> AssetPrices? {
        let sources = PriceSources(sources: self, calendar: calendar)
        guard hasWholeHistory, let service = sources.service(of: asset, MarketSettings()) else { return nil }
        return try await PriceService.computedPrices(of: asset, service, from: first, through: last, time: time)
    }
}
