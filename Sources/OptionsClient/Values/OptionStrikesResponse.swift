/// The strikes of an expiration.
public struct OptionStrikesResponse: Codable, Hashable, Sendable {
    /// The strikes, ascending.
    public let strikePrices: [OptionStrike]
    /// The risk-free rate of the deltas that the server computes.
    public let riskFreeRate: Double?
    /// The conventions of greeks that the server computes.
    public let conventions: GreekConventions?
    /// The instant to which the data applies.
    public let asOf: String?
    /// Where the data is from.
    public let source: MarketSource?
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool?
}

/// A contract and its delta.
public struct OptionStrike: Codable, Hashable, Sendable {
    /// The strike price, in dollars per share.
    public let strikePrice: Double
    /// The symbol of a contract: `O:`, the root, the expiration, `C` or `P`, and the strike in thousandths of a dollar.
    public let ticker: String
    /// The change of the price of the option for a dollar of the underlying: from 0 to e^(−yT) for calls and from
    /// −e^(−yT) to 0 for puts, where y is the dividend yield implied by the forward, which may be slightly negative,
    /// and T the time to expiration. `nil` if it cannot be computed.
    public let delta: Double?
    /// The origin of the delta. `vendor`: the source of the quotes, or computed with the source's volatility. `quote`:
    /// computed with the volatility of the midpoint. `smile`: computed with a volatility between those of other quotes.
    /// `history`: computed with the volatility of 60 daily closes. `nil` without a delta.
    public let deltaSource: String?
}
