internal import MarketData

/// The bar of a session.
struct PolygonSessionBar: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case o, h, l, c, v, t
    }

    let open, high, low: ExactDecimal?
    let close: ExactDecimal
    let volume: Int?
    /// An instant of the day of the session.
    let time: Timestamp

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        (open, high, low) = (container.price(.o), container.price(.h), container.price(.l))
        close = try container.required(container.price(.c), .c)
        volume = container.count(.v)
        time = try container.required(container.instant(.t, in: .milliseconds), .t)
    }

    /// Returns the quote at the end of the session. The price is the close; the previous close is unknown.
    func quote(of ticker: Ticker, calendar: ExchangeCalendar) -> StockQuote {
        var quote = StockQuote(ticker)
        (quote.last, quote.volume) = (close, volume)
        (quote.open, quote.high, quote.low) = (open, high, low)
        quote.asOf = calendar.session(on: NewYorkTime.date(at: time))?.close ?? time
        return quote
    }
}

/// The closes of the last session by Polygon.
struct PolygonPreviousCloses: StockQuoteProvider {
    private static let callsAtOnce = 4
    private static let endpoint = "previous close"

    let polygon: PolygonSource

    var source: MarketSource { .polygon }

    func callCount(quotes count: Int) -> Int { max(count, 0) }

    func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        try await answers(to: Set(tickers).sorted(), atOnce: Self.callsAtOnce) {
            ticker async throws(MarketDataError) -> [StockQuote] in
            guard let name = PolygonSymbols.prices(ticker) else { return [] }
            let request = SourceRequest(
                Self.endpoint, path: "/v2/aggs/ticker/\(PolygonSymbols.inPath(name))/prev",
                query: [SourceParameter("adjusted", "true")])
            do throws(MarketDataError) {
                let bars = try await polygon.client.answer(request, priority: priority) { reply throws(SourceFailure) in
                    try PolygonPage<PolygonSessionBar>(reply, Self.endpoint, symbol: ticker.symbol).rows
                }
                return bars.prefix(1).map { $0.quote(of: ticker, calendar: polygon.calendar) }
            } catch .unknownSymbol {
                return []
            }
        }
    }
}
