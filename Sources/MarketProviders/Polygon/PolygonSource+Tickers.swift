public import MarketData

/// A ticker in the list of tickers.
struct PolygonTickerRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case ticker, name, type
        case exchange = "primary_exchange"
    }

    /// The ticker; `nil` if it is not a valid one.
    let listed: ListedTicker?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let symbol = try container.required(container.text(.ticker), .ticker)
        listed = PolygonSymbols.ticker(symbol).map { ticker in
            ListedTicker(
                ticker, name: container.text(.name) ?? symbol, exchange: container.text(.exchange),
                kind: container.text(.type).flatMap(Self.kind))
        }
    }

    /// Returns the kind of a Polygon type; `nil` for types that are neither shares nor funds, such as warrants.
    static func kind(_ type: String) -> AssetKind? {
        switch type.uppercased() {
        case "CS", "ADRC", "ADRP", "GDR", "NYRS", "OS", "PFD": .stock
        case "ETF", "ETV", "ETN", "ETS": .etf
        case "FUND": .fund
        default: nil
        }
    }
}

extension PolygonSource: TickerProvider {
    private static let tickersEndpoint = "tickers"

    /// Returns a page of at most 1000 active stocks and funds, ascending. Unreadable rows are omitted.
    public func tickers(at place: String?) async throws(MarketDataError) -> TickerPage {
        let endpoint = Self.tickersEndpoint
        var request = SourceRequest(
            endpoint, path: "/v3/reference/tickers",
            query: [
                SourceParameter("market", "stocks"), SourceParameter("active", "true"), SourceParameter("order", "asc"),
                SourceParameter("sort", "ticker"), SourceParameter("limit", "1000"),
            ])
        if let place {
            guard let place = PolygonPlace(place) else {
                throw .broken(.polygon, reason: "\(endpoint): there is no page at this place")
            }
            request = place.request(endpoint)
        }
        let page = try await client.answer(request, priority: .background) { reply throws(SourceFailure) in
            try PolygonPage<PolygonTickerRow>(reply, endpoint)
        }
        return TickerPage(tickers: page.rows.compactMap(\.listed), next: page.next?.text)
    }
}
