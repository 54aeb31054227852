/// The chain of an expiration, with the analysis of its quotes. Prices are in dollars per share; volatilities, rates
/// and carry are decimals per year, rates and carry continuously compounded. `forward`, `carry`, volatilities and
/// greeks are `null` after the expiration, or if the price of the underlying is unknown.
public struct OptionChainResponse: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let ticker: String
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let expirationDate: String
    /// The price of the underlying.
    public let spot: Double?
    /// The forward price of the underlying for the expiration.
    public let forward: Double?
    /// `parity`: the forward follows from the calls and puts of the strikes nearest to the money. `spot`: it is the spot
    /// compounded at the risk-free rate, less the dividends, because no strike has a usable call and put.
    public let forwardSource: String?
    /// ln(`forward` / `spot`) divided by `timeToExpiration`: the risk-free rate less all dividends.
    public let carry: Double?
    /// The risk-free rate, which the server was started with.
    public let riskFreeRate: Double
    /// The years of 365 days from `asOf` to the close of the exchange on the expiration date; 0 or less after it.
    public let timeToExpiration: Double
    /// When the holders of the options may exercise them, `european` or `american`, by which they are valued.
    public let exercise: String
    /// The dividends that were used, ascending by ex-date.
    public let dividends: [ChainDividend]
    /// `known`, or `unknown` if no source of dividends answered.
    public let dividendsStatus: String
    /// The conventions of volatilities and greeks.
    public let conventions: ChainConventions
    /// The strikes, ascending.
    public internal(set) var strikes: [ChainStrike]
    /// The smile of the options out of the money; `nil` if it could not be fitted.
    public let smile: ChainSmile?
    /// The distribution of the price at the expiration that the quotes imply, after the dividends, for `CalculateRequest`; `nil` without a smile
    /// that is free of butterfly arbitrage.
    public let distribution: PriceDistribution?
    /// Trades among the quotes that cannot lose.
    public let arbitrage: [ChainArbitrage]
    /// The instant to which the data applies.
    public let asOf: String
    /// Where the data is from.
    public let source: MarketSource
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool
}

/// A dividend that a chain uses.
public struct ChainDividend: Codable, Hashable, Sendable {
    /// The first day on which shares trade without it.
    public let exDate: String
    /// The amount per share, in the currency of the price.
    public let amount: Double
    /// How certain it is.
    public let status: StockDividendStatus
}

/// The conventions of volatilities and greeks.
public struct ChainConventions: Codable, Hashable, Sendable {
    /// How time is counted.
    public let dayCount: String
    /// The units of the greeks.
    public let greekUnits: String
    /// The source of the forward.
    public let forward: String
    /// The model of the volatilities.
    public let volatility: String
    /// The volatility of the greeks.
    public let greeks: String
    /// The options to which the smile is fitted.
    public let smile: String
}

/// The call and the put of a strike.
public struct ChainStrike: Codable, Hashable, Sendable {
    /// The strike price, per share.
    public let strikePrice: Double
    /// The call; `nil` if there is none.
    public let call: ChainContract?
    /// The put; `nil` if there is none.
    public let put: ChainContract?
}
