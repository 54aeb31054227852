internal import MarketData

/// An asset and its rows, as Yahoo answers them.
struct YahooChart: Decodable, Sendable {
    /// The description of the asset.
    let meta: Meta
    /// The instants of the rows; `nil` if there is no row.
    let timestamps: NumberColumn?
    /// The prices of the rows; a column may be shorter than ``timestamps``.
    let quote: Quote?
    /// The closes adjusted for dividends too.
    let adjustedCloses: NumberColumn?
    let splits: [Split]
    let dividends: [Dividend]

    private enum Key: String, CodingKey { case meta, timestamp, indicators, events, quote, adjclose, splits, dividends }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        meta = try container.decode(Meta.self, forKey: .meta)
        // A column of another type is malformed; an absent one means that there are no rows.
        timestamps = try container.decodeIfPresent(NumberColumn.self, forKey: .timestamp)
        let indicators = try? container.nestedContainer(keyedBy: Key.self, forKey: .indicators)
        quote = indicators?.value(Rows<Quote>.self, .quote)?.rows.first
        adjustedCloses = indicators?.value(Rows<Adjusted>.self, .adjclose)?.rows.first?.adjclose
        let events = try? container.nestedContainer(keyedBy: Key.self, forKey: .events)
        splits = events?.value(KeyedRows<Split>.self, .splits).map { Array($0.rows.values) } ?? []
        dividends = events?.value(KeyedRows<Dividend>.self, .dividends).map { Array($0.rows.values) } ?? []
    }

    /// The columns of prices.
    struct Quote: Decodable, Sendable {
        let open, high, low, close, volume: NumberColumn?

        private enum Key: String, CodingKey { case open, high, low, close, volume }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            open = container.value(NumberColumn.self, .open)
            high = container.value(NumberColumn.self, .high)
            low = container.value(NumberColumn.self, .low)
            close = container.value(NumberColumn.self, .close)
            volume = container.value(NumberColumn.self, .volume)
        }
    }

    private struct Adjusted: Decodable {
        let adjclose: NumberColumn?
    }

    /// A split: `numerator` new shares for `denominator` old ones.
    struct Split: Decodable, Sendable {
        let date: Timestamp
        let numerator, denominator: ExactDecimal

        private enum Key: String, CodingKey { case date, numerator, denominator }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            date = try container.instant(.date)
            guard let numerator = container.price(.numerator), let denominator = container.price(.denominator) else {
                throw DecodingError.dataCorruptedError(forKey: .numerator, in: container, debugDescription: "no ratio")
            }
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// A dividend in cash.
    struct Dividend: Decodable, Sendable {
        let date: Timestamp
        let amount: Double

        private enum Key: String, CodingKey { case date, amount }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            date = try container.instant(.date)
            amount = try container.decode(Double.self, forKey: .amount)
        }
    }
}

extension KeyedDecodingContainer {
    /// Returns the instant of a number of seconds since 1970.
    fileprivate func instant(_ key: Key) throws -> Timestamp {
        guard let instant = integer(key).flatMap({ Timestamp(secondsSince1970: $0) }) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no instant")
        }
        return instant
    }
}
