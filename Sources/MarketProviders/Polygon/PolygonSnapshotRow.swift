internal import MarketData

/// A share in the snapshot of Polygon.
struct PolygonSnapshotRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case ticker, day, prevDay, lastTrade, lastQuote, min, updated
    }

    /// A bar of a day or a minute. Zeros mean missing values: the daily bar is cleared before the session.
    struct Bar: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case o, h, l, c, v, t
        }

        let open, high, low, close: ExactDecimal?
        let volume: Int?
        /// In milliseconds.
        let time: Timestamp?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            (open, high) = (container.price(.o), container.price(.h))
            (low, close) = (container.price(.l), container.price(.c))
            volume = container.integer(.v).flatMap { $0 > 0 ? $0 : nil }
            time = container.instant(.t, in: .milliseconds)
        }
    }

    /// A trade or a quote. `p` is the price of a trade or the bid, and `P` the ask.
    struct Tick: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case p, P, t
        }

        let price, ask: ExactDecimal?
        /// In nanoseconds.
        let time: Timestamp?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            (price, ask) = (container.price(.p), container.price(.P))
            time = container.instant(.t, in: .nanoseconds)
        }
    }

    /// The name that Polygon has for the ticker.
    let name: String
    let day, previousDay, minute: Bar?
    let lastTrade, lastQuote: Tick?
    let updated: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.required(container.text(.ticker), .ticker)
        day = container.value(Bar.self, .day)
        previousDay = container.value(Bar.self, .prevDay)
        minute = container.value(Bar.self, .min)
        lastTrade = container.value(Tick.self, .lastTrade)
        lastQuote = container.value(Tick.self, .lastQuote)
        updated = container.instant(.updated, in: .nanoseconds)
    }

    /// Returns the quote of a ticker.
    ///
    /// - Parameters:
    ///   - ticker: Our ticker.
    ///   - lastClose: The end of the last session: the instant of a price that is known only as the previous close.
    /// - Returns: The quote.
    func quote(of ticker: Ticker, lastClose: Timestamp?) -> StockQuote {
        var quote = StockQuote(ticker)
        if let price = lastTrade?.price {
            (quote.last, quote.asOf) = (price, lastTrade?.time ?? updated)
        } else if let price = minute?.close {
            (quote.last, quote.asOf) = (price, minute?.time ?? updated)
        } else if let price = day?.close {
            (quote.last, quote.asOf) = (price, updated)
        } else if previousDay?.close != nil {
            quote.asOf = lastClose
        }
        quote.previousClose = previousDay?.close
        (quote.bid, quote.ask) = (lastQuote?.price, lastQuote?.ask)
        (quote.open, quote.high, quote.low) = (day?.open, day?.high, day?.low)
        quote.volume = day?.volume
        return quote
    }
}
