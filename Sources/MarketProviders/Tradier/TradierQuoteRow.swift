internal import MarketData

/// The quotes of a response. Unknown symbols are listed separately.
struct TradierQuotes: TradierMember {
    static let name = "quotes"

    let quote: Rows<TradierQuoteRow>?
}

/// A share, a fund or an index. Every member but the symbol may be `null`.
struct TradierQuoteRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case symbol, description, exch, type, last, volume, open, high, low, bid, ask, prevclose
        case yearHigh = "week_52_high"
        case yearLow = "week_52_low"
        case tradeDate = "trade_date"
    }

    /// The name that Tradier has for the ticker.
    let name: String
    private let description, exchange, type: String?
    private let last, bid, ask, open, high, low, previousClose, yearLow, yearHigh: ExactDecimal?
    private let volume: Int?
    private let tradeTime: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.required(container.text(.symbol), .symbol)
        (description, exchange) = (container.text(.description), container.text(.exch))
        type = container.text(.type)
        (last, previousClose) = (container.price(.last), container.price(.prevclose))
        (bid, ask) = (container.price(.bid), container.price(.ask))
        (open, high, low) = (container.price(.open), container.price(.high), container.price(.low))
        (yearLow, yearHigh) = (container.price(.yearLow), container.price(.yearHigh))
        volume = container.count(.volume)
        tradeTime = container.instant(.tradeDate, in: .milliseconds)
    }

    /// The quote of a ticker.
    func quote(of ticker: Ticker) -> StockQuote {
        var quote = StockQuote(ticker)
        (quote.name, quote.exchange, quote.kind) = (description, exchange, type.flatMap(Self.kind))
        (quote.last, quote.previousClose) = (last, previousClose)
        (quote.bid, quote.ask) = (bid, ask)
        (quote.open, quote.high, quote.low) = (open, high, low)
        (quote.yearLow, quote.yearHigh) = (yearLow, yearHigh)
        (quote.volume, quote.asOf) = (volume, tradeTime)
        return quote
    }

    /// Returns the kind of a Tradier type; `nil` for types that are neither shares nor funds, such as indices.
    static func kind(_ type: String) -> AssetKind? {
        switch type.lowercased() {
        case "stock": .stock
        case "etf": .etf
        case "mutual_fund": .fund
        default: nil
        }
    }
}
