internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import StrategyContract

/// The endpoints of the watch list. All of them answer the list.
struct WatchListRoutes {
    private static let path = "/api/rest/watchlist"

    let watchList: WatchListService
    let volatilities: VolatilityService

    var routes: [Route] {
        let (watchList, volatilities) = (watchList, volatilities)
        return [
            .reading(Self.path, "The shares that are watched.") { _ in try await Self.answer(watchList, volatilities) },
            .changing(.put, Self.path, "Replaces the watch list.", takesBody: true) { request in
                let members = try request.members()
                try members.allow(["tickers"])
                let rule = "an array of tickers"
                guard let texts = try members.strings("tickers", rule) else {
                    throw ServerError(.missing, path: "tickers", "is required: \(rule)")
                }
                var tickers: [Ticker] = []
                for (index, text) in texts.enumerated() {
                    tickers.append(try RequestParameters.ticker(text, name: "tickers[\(index)]"))
                }
                try await Self.requireKnown(tickers, watchList)
                try await watchList.replace(with: tickers)
                return Response(json: try await Self.answer(watchList, volatilities))
            },
            .changing(.put, Self.path + "/{ticker}", "Adds a share to the watch list.", takesBody: false) { request in
                let ticker = try request.parameters.ticker()
                try await Self.requireKnown([ticker], watchList)
                try await watchList.add(ticker)
                return Response(json: try await Self.answer(watchList, volatilities))
            },
            .changing(.delete, Self.path + "/{ticker}", "Removes a share from the watch list.", takesBody: false) {
                request in
                let ticker = try request.parameters.ticker()
                guard try await watchList.remove(ticker) else {
                    throw ServerError(404, "\(ticker) is not in the watch list")
                }
                return Response(json: try await Self.answer(watchList, volatilities))
            },
        ]
    }

    private static func requireKnown(_ tickers: [Ticker], _ watchList: WatchListService) async throws {
        if let unknown = try await watchList.firstUnknown(of: tickers) {
            throw ServerError(404, "Stock not found: \(unknown)")
        }
    }

    private static func answer(
        _ watchList: WatchListService, _ volatilities: VolatilityService
    ) async throws -> JSONText {
        let rows = try await watchList.rows()
        let known = try await volatilities.volatilities(of: rows.map(\.ticker))
        var json = JSONText()
        json.object { json in
            json.member("watchlist") { json in
                json.array(rows) { json, row in json.append(row, known[row.ticker]) }
            }
        }
        return json
    }
}

extension JSONText {
    fileprivate mutating func append(_ row: WatchListRow, _ volatility: MonthVolatility?) {
        if var quote = row.quote {
            quote.value.name = quote.value.name ?? row.listed?.name
            append(quote, volatility)
            return
        }
        // Only the entry in the list of tickers is known.
        var quote = StockQuote(row.ticker)
        quote.name = row.listed?.name
        quote.exchange = row.listed?.exchange
        quote.kind = row.listed?.kind
        append(quote, volatility, asOf: nil, source: nil, isStale: true)
    }
}
