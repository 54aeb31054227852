/// An account of options and shares on one underlying, and how its margin is computed.
public struct MarginRequest: Codable, Hashable, Sendable {
    /// The kind of an account.
    public enum AccountType: String, Codable, Hashable, Sendable {
        /// Requirements may be met by borrowing.
        case margin
        /// Everything is paid in full.
        case cash
    }

    /// How margin is computed.
    public enum Method: String, Codable, Hashable, Sendable {
        /// By rules for groups of positions, with the grouping that requires least.
        case strategy
        /// By the greatest loss when the underlying moves; for margin accounts.
        case portfolio
    }

    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// The kind of the account.
    public var accountType: AccountType
    /// The day or the instant of valuation.
    public var valuationDate: String
    /// The current price of the underlying per share.
    public var currentPrice: Double
    /// The properties of the underlying. Those of an American equity option if absent.
    public var underlying: MarginUnderlying?
    /// All legs of the account on the underlying.
    public var legs: [MarginLeg]
    /// How margin is computed. By rules if absent.
    public var method: Method?
    /// Further results: `certificate`.
    public var include: [String]?
    /// The risk-free rate of risk-based margin, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield of risk-based margin, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// Dividends of the underlying at ex-dates, in addition to the yield.
    public var dividends: [Dividend]?
    /// The parameters of risk-based margin.
    public var portfolio: PortfolioParameters?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request. Its further members can be set afterwards.
    public init(_ accountType: AccountType, valuationDate: String, currentPrice: Double, legs: [MarginLeg]) {
        self.accountType = accountType
        self.valuationDate = valuationDate
        self.currentPrice = currentPrice
        self.legs = legs
    }
}

/// An option or shares of an account.
public struct MarginLeg: Codable, Hashable, Sendable {
    /// A call, a put or shares.
    public var type: StrategyLeg.Kind
    /// Bought or sold.
    public var position: StrategyLeg.Position
    /// The strike price per share; `nil` for shares.
    public var strikePrice: Double?
    /// The price paid or received per share (not per contract).
    public var premium: Double
    /// The number of contracts; for shares, of units of `sharesPerContract` shares.
    public var quantity: Int
    /// The number of shares per contract. If absent, 100 for an option and 1 for shares.
    public var sharesPerContract: Int?
    /// The day of expiration, `YYYY-MM-DD`; `nil` for shares.
    public var expirationDate: String?
    /// The price per share today. The premium if absent.
    public var marketValue: Double?
    /// The volatility for risk-based margin, a decimal per year. If absent, the one implied by the market value.
    public var impliedVolatility: Double?

    /// Creates a leg. Its further members can be set afterwards.
    public init(
        type: StrategyLeg.Kind, position: StrategyLeg.Position, strikePrice: Double? = nil, premium: Double,
        quantity: Int = 1, expirationDate: String? = nil
    ) {
        self.type = type
        self.position = position
        self.strikePrice = strikePrice
        self.premium = premium
        self.quantity = quantity
        self.expirationDate = expirationDate
    }
}

/// The properties of an underlying on which margin depends.
public struct MarginUnderlying: Codable, Hashable, Sendable {
    /// The class: `equity`, `narrowIndex` or `broadIndex`. `equity` if absent.
    public var `class`: String?
    /// The absolute multiple of a leveraged or inverse fund. 1 if absent.
    public var leverageFactor: Double?
    /// When the holders of the options may exercise them. American if absent.
    public var exerciseStyle: ExerciseStyle?
    /// The settlement of the options: `physical` or `cash`. `physical` if absent.
    public var settlement: String?
    /// The class for risk-based margin: also `highCapBroadIndex`. That of `class` if absent.
    public var portfolioClass: String?

    /// Creates the properties of an American equity option. They can be set afterwards.
    public init() {}
}

/// The parameters of risk-based margin.
public struct PortfolioParameters: Codable, Hashable, Sendable {
    /// A range of moves.
    public struct Range: Codable, Hashable, Sendable {
        /// The greatest fall as a fraction of the price, −1 to 0.
        public var down: Double?
        /// The greatest rise as a fraction of the price.
        public var up: Double?

        /// Creates a range.
        public init(down: Double? = nil, up: Double? = nil) {
            self.down = down
            self.up = up
        }
    }

    /// The range of moves of the underlying, before leverage. That of its class if absent.
    public var range: Range?
    /// The number of prices, an even number. 10 if absent.
    public var points: Int?
    /// The minimum for a contract on 100 shares. 37.5 if absent.
    public var minimumPerContract: Double?

    /// Creates the published parameters. They can be set afterwards.
    public init() {}
}
