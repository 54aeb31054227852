public import MarketData

extension PolygonSource {
    /// Returns the chain of an expiration; `nil` if it has no contract.
    ///
    /// - Throws: ``MarketData/MarketDataError/notInPlan(_:reason:)`` if the plan does not include chains.
    public func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> ChainSnapshot? {
        guard let name = PolygonSymbols.prices(underlying) else { return nil }
        let endpoint = "option chain"
        let first = SourceRequest(
            endpoint, path: "/v3/snapshot/options/\(PolygonSymbols.inPath(name))",
            query: [
                SourceParameter("expiration_date", expiration.description), SourceParameter("limit", "250"),
                SourceParameter("sort", "strike_price"), SourceParameter("order", "asc"),
            ])
        let pages = try await pages(from: first) { request async throws(MarketDataError) in
            try await answer(.optionChains, request, priority: priority) { reply throws(SourceFailure) in
                try PolygonPage<PolygonChainRow>(reply, endpoint, data: .optionChains, symbol: underlying.symbol)
            }
        }
        let rows = pages.flatMap(\.rows)
        if !rows.isEmpty { plan.remember(hasQuotes: rows.contains(where: \.isQuoted)) }
        return ChainSnapshot(
            underlying, expiration, rows, received: pages.map(\.received).max() ?? time.now())
    }
}

extension ChainSnapshot {
    /// Creates a chain from rows; `nil` if none has the expiration.
    ///
    /// - Parameters:
    ///   - underlying: The ticker of the underlying.
    ///   - expiration: The expiration.
    ///   - rows: The rows, in any order.
    ///   - received: The instant of the response, used as that of the chain if the rows have none or a later one.
    init?(_ underlying: Ticker, _ expiration: CalendarDate, _ rows: [PolygonChainRow], received: Timestamp) {
        let quotes = rows.compactMap { $0.quote(of: underlying, expiration: expiration) }
        guard !quotes.isEmpty else { return nil }
        let times = rows.flatMap { [$0.asOf, $0.spotTime] }.compactMap { $0 }
        self.init(
            underlying: underlying, expiration: expiration, spot: rows.lazy.compactMap(\.spot).first,
            quotes: ContractQuote.ordered(quotes), asOf: min(times.max() ?? received, received),
            exercise: rows.lazy.compactMap(\.details.exercise).first)
    }
}
