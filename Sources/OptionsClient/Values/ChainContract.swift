/// A contract, its quote, and the quote's analysis. Data that the source does not give is `null`.
public struct ChainContract: Codable, Hashable, Sendable {
    /// The symbol of a contract: `O:`, the root, the expiration, `C` or `P`, and the strike in thousandths of a dollar.
    public let ticker: String
    /// The price at which it can be sold.
    public let bid: Double?
    /// The price at which it can be bought.
    public let ask: Double?
    /// The last price, otherwise the close of the day.
    public let last: Double?
    /// The mean of bid and ask; `nil` if either is absent, or the bid is above the ask.
    public let midpoint: Double?
    /// The contracts traded in the session.
    public let volume: Int?
    /// The contracts open at the end of the session before.
    public let openInterest: Int?
    /// The volatility of the midpoint; `nil` unless `impliedVolatilityStatus` is `ok`.
    public let impliedVolatility: Double?
    /// The status of the implied volatility. `belowIntrinsic`: the midpoint is below the intrinsic value of a European
    /// option. `aboveMaximum`: no volatility gives so high a price. `notDeterminable`: the price carries no information
    /// about volatility. `noBid`, `noAsk`, `noQuote`: there is no midpoint. `crossed`: the bid is above the ask.
    /// `expired`: the option has expired. `noUnderlying`: the price of the underlying is unknown. `nonStandard`: the
    /// contract delivers something other than 100 shares.
    public let impliedVolatilityStatus: QuoteVolatilityStatus
    /// The volatility of the bid; `nil` if there is none.
    public let bidVolatility: Double?
    /// The volatility of the ask; `nil` if there is none.
    public let askVolatility: Double?
    /// The source's volatility.
    public let vendorVolatility: Double?
    /// The computed greeks; `nil` if no volatility is known.
    public let greeks: OptionGreeks?
    /// The source of the greeks' volatility: the midpoint, the smile, or the source of the quote. `nil` without greeks.
    public let greeksSource: String?
}

/// The status of a quote's implied volatility. Servers of later versions may send further values.
public struct QuoteVolatilityStatus: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The volatility was found.
    public static let ok = Self(rawValue: "ok")
    /// The midpoint is below the intrinsic value of a European option.
    public static let belowIntrinsic = Self(rawValue: "below_intrinsic")
    /// No volatility gives so high a price.
    public static let aboveMaximum = Self(rawValue: "above_maximum")
    /// The price carries no information about volatility.
    public static let notDeterminable = Self(rawValue: "not_determinable")
    /// There is no bid.
    public static let noBid = Self(rawValue: "no_bid")
    /// There is no ask.
    public static let noAsk = Self(rawValue: "no_ask")
    /// There is neither bid nor ask.
    public static let noQuote = Self(rawValue: "no_quote")
    /// The bid is above the ask.
    public static let crossed = Self(rawValue: "crossed")
    /// The option has expired.
    public static let expired = Self(rawValue: "expired")
    /// The price of the underlying is unknown.
    public static let noUnderlying = Self(rawValue: "no_underlying")
    /// The contract delivers something else than 100 shares.
    public static let nonStandard = Self(rawValue: "non_standard")
}
