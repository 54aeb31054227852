/// An option contract that is listed on an exchange.
public struct ListedContract: Hashable, Sendable {
    /// The symbol with the prefix `O:`, as in responses.
    public let symbol: String
    /// The ticker of the underlying.
    public let underlying: Ticker
    /// Call or put.
    public let kind: OptionKind
    /// The expiration.
    public let expiration: CalendarDate
    /// The strike.
    public let strike: ExactDecimal
    /// The number of shares of a contract.
    public let sharesPerContract: Int
    /// Whether the contract delivers something besides the shares.
    public let hasAdditionalUnderlyings: Bool

    /// Creates a contract.
    public init(
        symbol: String, underlying: Ticker, kind: OptionKind, expiration: CalendarDate, strike: ExactDecimal,
        sharesPerContract: Int = 100, hasAdditionalUnderlyings: Bool = false
    ) {
        self.symbol = symbol
        self.underlying = underlying
        self.kind = kind
        self.expiration = expiration
        self.strike = strike
        self.sharesPerContract = sharesPerContract
        self.hasAdditionalUnderlyings = hasAdditionalUnderlyings
    }

    /// Whether it delivers 100 shares and nothing else.
    public var isStandard: Bool { sharesPerContract == 100 && !hasAdditionalUnderlyings }
}

/// Greeks as sources give them: theta per calendar day, vega and rho per percentage point.
public struct VendorGreeks: Hashable, Sendable {
    /// The change of the price for a dollar of the underlying.
    public var delta: Double
    /// The change of delta for a dollar of the underlying.
    public var gamma: Double
    /// The change of the price in a calendar day.
    public var theta: Double
    /// The change of the price for a percentage point of volatility.
    public var vega: Double
    /// The change of the price for a percentage point of the rate; `nil` if the source does not give it.
    public var rho: Double?

    /// Creates greeks.
    public init(delta: Double, gamma: Double, theta: Double, vega: Double, rho: Double? = nil) {
        self.delta = delta
        self.gamma = gamma
        self.theta = theta
        self.vega = vega
        self.rho = rho
    }
}

/// A quote of a contract at one moment.
public struct ContractQuote: Hashable, Sendable {
    /// The contract.
    public let contract: ListedContract
    /// The price at which it can be sold; `nil` if the source does not give it.
    public var bid: ExactDecimal?
    /// The price at which it can be bought; `nil` if the source does not give it.
    public var ask: ExactDecimal?
    /// The last price, otherwise the close of the day.
    public var last: ExactDecimal?
    /// The number of contracts traded in the session.
    public var volume: Int?
    /// The number of contracts open at the end of the session before.
    public var openInterest: Int?
    /// The volatility of the source: a decimal per year.
    public var vendorVolatility: Double?
    /// The greeks of the source.
    public var vendorGreeks: VendorGreeks?
    /// The instant of the quote; `nil` if the source does not give it.
    public var asOf: Timestamp?

    /// Creates a quote without prices.
    public init(_ contract: ListedContract) { self.contract = contract }
}

/// The contracts of one underlying and one expiration at one moment.
public struct ChainSnapshot: Hashable, Sendable {
    /// The ticker of the underlying.
    public let underlying: Ticker
    /// The expiration.
    public let expiration: CalendarDate
    /// The price of the underlying; `nil` if the source does not give it.
    public let spot: ExactDecimal?
    /// The quotes, ascending by strike, calls before puts.
    public let quotes: [ContractQuote]
    /// The instant to which the chain applies.
    public let asOf: Timestamp
    /// When the holders of the contracts may exercise them.
    public let exercise: ExerciseStyle

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - underlying: The ticker of the underlying.
    ///   - expiration: The expiration.
    ///   - spot: The price of the underlying; `nil` if the source does not give it.
    ///   - quotes: The quotes, ascending by strike, calls before puts.
    ///   - asOf: The instant to which the chain applies.
    ///   - exercise: When the holders may exercise; `nil` if the source does not state it.
    public init(
        underlying: Ticker, expiration: CalendarDate, spot: ExactDecimal?, quotes: [ContractQuote], asOf: Timestamp,
        exercise: ExerciseStyle? = nil
    ) {
        self.exercise = exercise ?? .ofListedOptions(on: underlying)
        self.underlying = underlying
        self.expiration = expiration
        self.spot = spot
        self.quotes = quotes
        self.asOf = asOf
    }
}
