/// The quote of one option, per share. If `found` is false, all members except `stale` are `null`.
public struct OptionQuoteResponse: Codable, Hashable, Sendable {
    /// Whether the contract exists.
    public let found: Bool
    /// The price at which it can be sold.
    public let bid: Double?
    /// The price at which it can be bought.
    public let ask: Double?
    /// The last price, otherwise the close of the day.
    public let last: Double?
    /// The mean of bid and ask.
    public let midpoint: Double?
    /// The volatility of the greeks: the source's, or the midpoint's. A decimal per year.
    public let impliedVolatility: Double?
    /// The contracts open at the end of the session before.
    public let openInterest: Int?
    /// The greeks; `nil` if they are unknown.
    public let greeks: OptionGreeks?
    /// The instant to which the quote applies.
    public let asOf: String?
    /// Where the quote is from.
    public let source: MarketSource?
    /// The origin of the greeks: the source of the quote, or computed. `nil` without greeks.
    public let greeksSource: String?
    /// Whether the quote is old because the source did not answer.
    public let stale: Bool?
    /// The risk-free rate of computed greeks; `nil` if they are not computed.
    public let riskFreeRate: Double?
    /// The conventions of computed greeks; `nil` if they are not computed.
    public let conventions: GreekConventions?
    /// The symbol of the contract.
    public let ticker: String?
}

/// The greeks of one option, per share, as brokers state them.
public struct OptionGreeks: Codable, Hashable, Sendable {
    /// The change of the price for a dollar of the underlying.
    public let delta: Double?
    /// The change of delta for a dollar of the underlying.
    public let gamma: Double?
    /// The change of the price in one calendar day.
    public let theta: Double?
    /// The change of the price for one percentage point of volatility.
    public let vega: Double?
    /// The change of the price for one percentage point of the rate; `nil` if the source does not give it.
    public let rho: Double?
}

/// The conventions of greeks that the server computes.
public struct GreekConventions: Codable, Hashable, Sendable {
    /// How time is counted.
    public let dayCount: String
    /// The units of the greeks.
    public let greekUnits: String
}
