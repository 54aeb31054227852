internal import MarketData

/// A row of the daily series. Prices are as traded.
struct AlphaVantageRow: Decodable, Sendable {
    let open, high, low, close: ExactDecimal?
    let volume: Int?

    private enum Key: String, CodingKey {
        case open = "1. open"
        case high = "2. high"
        case low = "3. low"
        case close = "4. close"
        case volume = "5. volume"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        open = container.price(.open)
        high = container.price(.high)
        low = container.price(.low)
        close = container.price(.close)
        volume = container.count(.volume)
    }
}

/// An answer of Alpha Vantage: the daily series, or a message.
private struct AlphaVantageAnswer: Decodable {
    let series: KeyedRows<AlphaVantageRow>?
    /// Messages in place of prices. They repeat the key.
    let note, information, error: String?

    private enum Key: String, CodingKey {
        case series = "Time Series (Daily)"
        case note = "Note"
        case information = "Information"
        case error = "Error Message"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        series = try container.decodeIfPresent(KeyedRows<AlphaVantageRow>.self, forKey: .series)
        note = container.text(.note)
        information = container.text(.information)
        error = container.text(.error)
    }
}

extension SourceReply {
    /// Reads the daily prices of a ticker, ascending. Errors have the status 200.
    ///
    /// - Parameters:
    ///   - ticker: The requested ticker.
    ///   - now: The present instant, for the time until the daily quota resets.
    /// - Returns: The days, including the current one.
    /// - Throws: The failure that the error message describes.
    func alphaVantagePrices(of ticker: Ticker, now: Timestamp) throws(SourceFailure) -> [DailyPrice] {
        let failed = failure("daily")
        guard isObject else { throw failed ?? .broken("daily: the answer is not JSON") }
        let answer = try decoded(AlphaVantageAnswer.self, "daily", unless: failed)
        if let failed { throw failed }
        if let series = answer.series {
            let prices = series.rows.compactMap { date, row in DailyPrice(date, row) }
            if prices.isEmpty, !series.rows.isEmpty || series.unreadable > 0 {
                throw .broken("daily: no row of Time Series (Daily) can be read")
            }
            return prices.ascending()
        }
        if let text = (answer.information ?? answer.note)?.lowercased() {
            // The burst limit is checked first: its message also mentions the daily quota.
            if text.contains("per second") || text.contains("per minute") { throw .limited(retryAfter: 60) }
            if text.contains("per day") || text.contains("rate limit") {
                throw .limited(retryAfter: now.secondsToMidnight)
            }
            if text.contains("premium") { throw .notInPlan("the plan of the key does not include daily prices") }
            if text.contains("demo") { throw .keyRefused }
            throw .broken("daily: the source answers a message")
        }
        if let text = answer.error?.lowercased() {
            // A bad symbol has a message that names the call only.
            if text.contains("apikey") || text.contains("api key") { throw .keyRefused }
            throw .unknownSymbol(ticker.symbol)
        }
        throw .broken("daily: Time Series (Daily) is missing")
    }
}

extension DailyPrice {
    fileprivate init?(_ text: String, _ row: AlphaVantageRow) {
        guard let date = CalendarDate(text), let close = row.close else { return nil }
        self.init(date: date, close: close, open: row.open, high: row.high, low: row.low, volume: row.volume)
    }
}
