internal import MarketData

/// The quotes of the current session by Polygon.
struct PolygonSnapshotQuotes: StockQuoteProvider {
    static let tickersPerCall = 250
    private static let callsAtOnce = 4
    private static let endpoint = "stock snapshots"

    let polygon: PolygonSource

    var source: MarketSource { .polygon }

    func callCount(quotes count: Int) -> Int { (max(count, 0) + Self.tickersPerCall - 1) / Self.tickersPerCall }

    func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        // The snapshot has shares only.
        let named = Dictionary(
            tickers.compactMap { ticker in PolygonSymbols.prices(ticker).map { ($0, ticker) } },
            uniquingKeysWith: { first, _ in first }
        ).filter { name, _ in !name.hasPrefix("I:") }
        let chunks = named.keys.sorted().chunks(of: Self.tickersPerCall)
        return try await answers(to: chunks, atOnce: Self.callsAtOnce) {
            chunk async throws(MarketDataError) -> [StockQuote] in
            let path = "/v2/snapshot/locale/us/markets/stocks/tickers"
            // One share has an address of its own.
            let request =
                chunk.count == 1
                ? SourceRequest(Self.endpoint, path: "\(path)/\(PolygonSymbols.inPath(chunk[0]))")
                : SourceRequest(
                    Self.endpoint, path: path,
                    query: [SourceParameter("tickers", chunk.joined(separator: ","))])
            let page: PolygonPage<PolygonSnapshotRow>
            do throws(MarketDataError) {
                page = try await polygon.answer(.stockSnapshots, request, priority: priority) {
                    reply throws(SourceFailure) in
                    try PolygonPage(reply, Self.endpoint, data: .stockSnapshots, symbol: "")
                }
            } catch .unknownSymbol {
                return []
            }
            let lastClose = polygon.calendar.lastSession(endedBy: page.received)?.close
            let asked = Set(chunk)
            return page.rows.compactMap { row in
                asked.contains(row.name) ? named[row.name].map { row.quote(of: $0, lastClose: lastClose) } : nil
            }
        }
    }
}
