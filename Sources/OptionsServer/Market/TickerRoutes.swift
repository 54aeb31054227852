internal import MarketData
internal import MarketServices
internal import StrategyContract

/// The endpoints of the list of tickers.
struct TickerRoutes {
    private static let maximumLength = 100
    private static let defaultLimit = 20
    private static let limits = 1...100

    let tickers: TickerService

    var routes: [Route] {
        let tickers = tickers
        return [
            .reading("/api/rest/stocks/search", "Tickers whose symbol or name matches a text.") { parameters in
                let rule = "1 to \(Self.maximumLength) characters"
                let text = try parameters.required("query", rule).trimmed
                guard (1...Self.maximumLength).contains(text.count) else {
                    throw ServerError(
                        .notAllowed, path: "query", "must be \(rule), got \(RequestParameters.quoted(text))")
                }
                let limit = try parameters.integer("limit", in: Self.limits) ?? Self.defaultLimit
                let (found, status) = try await tickers.search(text, limit: limit)
                var json = JSONText()
                json.object { json in
                    json.member("results", objects: found) { json, ticker in
                        json.member("symbol", ticker.ticker.symbol)
                        json.member("name", ticker.name)
                    }
                    json.member("universe") { json in
                        json.object { json in
                            json.member("count", status.count)
                            json.member("complete", status.isComplete)
                            json.member("updated", status.updated)
                        }
                    }
                }
                return json
            },
            .reading("/api/rest/tickers/status", "How complete the list of tickers is.") { _ in
                let status = try await tickers.status()
                var json = JSONText()
                json.object { json in
                    json.member("count", status.count)
                    json.member("complete", status.isComplete)
                    json.member("updated", status.updated)
                    json.member("nextRefresh", status.nextRefresh)
                    json.member("message", status.message)
                }
                return json
            },
        ]
    }
}
