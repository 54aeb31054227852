public import MarketData

extension TradierSource: StockQuoteProvider {
    private static let symbolsPerCall = 500
    /// More symbols are posted: an address must not be too long.
    private static let symbolsInAddress = 100
    private static let callsAtOnce = 4

    /// A call for each 500 tickers.
    public func callCount(quotes count: Int) -> Int { (max(count, 0) + Self.symbolsPerCall - 1) / Self.symbolsPerCall }

    /// Returns the quotes of shares, funds and indices. Unknown tickers are omitted.
    public func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        // Several of our tickers may be one of Tradier's.
        let named = Dictionary(grouping: Set(tickers), by: TradierSymbols.name)
        let names = named.keys.sorted()
        let isPosted = names.count > Self.symbolsInAddress
        return try await answers(to: names.chunks(of: Self.symbolsPerCall), atOnce: Self.callsAtOnce) {
            chunk async throws(MarketDataError) -> [StockQuote] in
            let rows = try await client.answer(Self.request(chunk, isPosted: isPosted), priority: priority) {
                reply throws(SourceFailure) in try Self.rows(reply)
            }
            let byName = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
            return chunk.flatMap { name in
                guard let row = byName[name] else { return [StockQuote]() }
                return (named[name] ?? []).map(row.quote)
            }
        }
    }

    private static let quotesEndpoint = "quotes"

    private static func request(_ names: [String], isPosted: Bool) -> SourceRequest {
        let parameters = [
            SourceParameter("symbols", names.joined(separator: ",")), SourceParameter("greeks", "false"),
        ]
        return SourceRequest(
            quotesEndpoint, path: "/markets/quotes", query: isPosted ? [] : parameters,
            form: isPosted ? parameters : nil)
    }

    /// Reads the rows of a reply.
    static func rows(_ reply: SourceReply) throws(SourceFailure) -> [TradierQuoteRow] {
        try reply.tradier(TradierQuotes.self, quotesEndpoint)?.quote?.readable(quotesEndpoint) ?? []
    }
}
