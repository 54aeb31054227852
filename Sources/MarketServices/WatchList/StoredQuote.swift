internal import MarketData
internal import MarketStore

/// The stored form of a quote: a line `name value` for each known member.
enum StoredQuote {
    /// Returns the key of the last known quote of a share.
    static func key(_ ticker: Ticker) -> String { "quote \(ticker)" }

    /// Returns the answer to store.
    static func answer(_ quote: Sourced<StockQuote>) -> StoredAnswer {
        var text = ""
        for (name, value) in members(of: quote.value) {
            // A name with a line break would begin another member.
            if let value { text += "\(name) \(value.filter { !$0.isNewline })\n" }
        }
        return StoredAnswer(asOf: quote.asOf, source: quote.source, body: Array(text.utf8))
    }

    /// Returns the quote of a stored answer, as stale.
    static func quote(of ticker: Ticker, _ answer: StoredAnswer) -> Sourced<StockQuote> {
        var values: [Substring: Substring] = [:]
        let text = String(decoding: answer.body, as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        func decimal(_ name: Substring) -> ExactDecimal? { values[name].flatMap { ExactDecimal($0) } }
        var quote = StockQuote(ticker)
        quote.name = values["name"].map { String($0) }
        quote.exchange = values["exchange"].map { String($0) }
        quote.kind = values["kind"].flatMap { AssetKind(rawValue: String($0)) }
        quote.last = decimal("last")
        quote.bid = decimal("bid")
        quote.ask = decimal("ask")
        quote.open = decimal("open")
        quote.high = decimal("high")
        quote.low = decimal("low")
        quote.previousClose = decimal("previousClose")
        quote.volume = values["volume"].flatMap { Int($0) }
        quote.yearLow = decimal("yearLow")
        quote.yearHigh = decimal("yearHigh")
        quote.nextEarnings = values["nextEarnings"].flatMap { CalendarDate(String($0)) }
        quote.asOf = answer.asOf
        return Sourced(quote, source: answer.source, asOf: answer.asOf, isStale: true)
    }

    private static func members(of quote: StockQuote) -> [(String, String?)] {
        [
            ("name", quote.name), ("exchange", quote.exchange), ("kind", quote.kind?.rawValue),
            ("last", quote.last?.description), ("bid", quote.bid?.description), ("ask", quote.ask?.description),
            ("open", quote.open?.description), ("high", quote.high?.description), ("low", quote.low?.description),
            ("previousClose", quote.previousClose?.description), ("volume", quote.volume.map { "\($0)" }),
            ("yearLow", quote.yearLow?.description), ("yearHigh", quote.yearHigh?.description),
            ("nextEarnings", quote.nextEarnings?.description),
        ]
    }
}
