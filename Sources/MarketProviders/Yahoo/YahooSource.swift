public import MarketData

/// Yahoo Finance: daily prices, latest prices and quotes of shares, funds, indices and currencies. It requires no key.
///
/// Each request is one chart of one symbol. The interface is undocumented, so an unreadable response is
/// an error, never a price.
public struct YahooSource: Sendable {
    let client: SourceClient
    let calendar: ExchangeCalendar
    let time: ServiceTime

    init(client: SourceClient, calendar: ExchangeCalendar, time: ServiceTime) {
        self.client = client
        self.calendar = calendar
        self.time = time
    }

    /// Asks for the chart of a ticker over some time.
    func chart<Value: Sendable>(
        _ ticker: Ticker, _ span: [SourceParameter], priority: CallPriority,
        read: @Sendable (YahooChart?) throws(SourceFailure) -> Value
    ) async throws(MarketDataError) -> Value {
        guard let segment = Self.spelling(ticker).pathSegment else { throw .unknownSymbol(ticker.symbol) }
        let request = SourceRequest(
            "chart", path: "/v8/finance/chart/\(segment)",
            query: span + [
                SourceParameter("interval", "1d"), SourceParameter("includePrePost", "false"),
                SourceParameter("events", "div,splits"),
            ])
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            try read(try reply.yahooChart(of: ticker))
        }
    }

    /// Yahoo's spelling: the class of a share follows a hyphen. `L`, `F`, `T` and `V` after a full stop denote
    /// exchanges.
    static func spelling(_ ticker: Ticker) -> String {
        let parts = ticker.symbol.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.count == 1, let letter = parts[1].utf8.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter), !["L", "F", "T", "V"].contains(parts[1])
        else { return ticker.symbol }
        return parts.joined(separator: "-")
    }
}

extension YahooSource: MarketProvider {
    /// ``MarketData/MarketSource/yahoo``.
    public var source: MarketSource { .yahoo }
}

extension YahooSource: CheckableProvider {
    private static let probe = Ticker("SPY")

    /// Returns the status after the last calls.
    public func status() async -> SourceStatus { await client.status() }

    /// Asks for the chart of a large fund.
    public func check() async -> SourceStatus {
        if let probe = Self.probe { _ = try? await quotes(for: [probe], priority: .interactive) }
        return await client.status()
    }
}
