internal import MarketData

extension SourceDeclaration {
    /// Polygon, now Massive. Closes of the last session take one call for each ticker, so they are the last resort.
    static let polygon = SourceDeclaration(
        SourceDescription(
            .polygon, title: "Polygon", key: .required("POLYGON_API_KEY"),
            questions: [.quotes, .tickers, .options, .dividends]),
        variables: "POLYGON", access: .init(address: "https://api.massive.com", callsPerMinute: 5)
    ) { setup, sources, lastResorts in
        let polygon = PolygonSource(
            client: setup.client(fields: [SourceParameter("Authorization", "Bearer \(setup.key)")]),
            calendar: setup.calendar, time: setup.time)
        sources.checkable.append(polygon)
        sources.quotes.append(polygon.snapshotQuotes)
        lastResorts.quotes.append(polygon.previousCloses)
        sources.options.append(polygon)
        sources.dividends.append(polygon)
        sources.tickers = polygon
    }
}
