public import MarketData

/// A dividend, with the amount per share of its ex-date.
struct PolygonDividendRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case ticker, currency
        case amount = "cash_amount"
        case type = "dividend_type"
        case exDate = "ex_dividend_date"
        case payDate = "pay_date"
    }

    /// The name that Polygon has for the ticker.
    let name: String?
    let dividend: ListedDividend

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = container.text(.ticker)
        dividend = try ListedDividend(
            container, exDate: .exDate, payDate: .payDate, amount: .amount, currency: .currency, type: .type)
    }
}

extension PolygonSource: DividendProvider {
    /// `false`
    public var listsSplits: Bool { false }

    /// The most rows of an answer: weekly payers have 52 a year.
    private static let dividendLimit = 1000

    /// Returns the dividends of a share, declared ones included, without splits; none for an unknown ticker and for an
    /// index.
    public func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        let endpoint = "dividends"
        guard ticker.index == nil, let name = PolygonSymbols.prices(ticker) else {
            return DividendListing(source: .polygon, asOf: time.now(), rows: [])
        }
        var request = SourceRequest(
            endpoint, path: "/v3/reference/dividends",
            query: [
                SourceParameter("ticker", name), SourceParameter("ex_dividend_date.gte", day.description),
                SourceParameter("sort", "ex_dividend_date"), SourceParameter("order", "desc"),
                SourceParameter("limit", "\(Self.dividendLimit)"),
            ])
        request.isRetried = false
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonDividendRow>(reply, endpoint)
            return DividendListing(
                source: .polygon, asOf: page.received,
                rows: page.rows.filter { $0.name ?? name == name }.map(\.dividend))
        }
    }
}
