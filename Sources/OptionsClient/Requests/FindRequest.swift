/// A chain of options, or a ticker and expirations, and a belief, for which the best strategies are searched.
public struct FindRequest: Codable, Hashable, Sendable {
    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// The stock whose chains are searched, in place of `options` and of the prices, rate and yield of their market.
    public var ticker: String?
    /// The expirations of the chains, `YYYY-MM-DD`; with `ticker`.
    public var expirationDates: [String]?
    /// The current price of the underlying; not with `ticker`.
    public var currentPrice: Double?
    /// The day or the instant of valuation; not with `ticker`.
    public var valuationDate: String?
    /// The years to the expiration of quotes without an expiration of their own; not with `ticker`.
    public var timeToExpiration: Double?
    /// The risk-free rate, a decimal per year, continuously compounded; not with `ticker`. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield, a decimal per year, continuously compounded; not with `ticker`. 0 if absent.
    public var dividendYield: Double?
    /// When the holders of the options may exercise them; not with `ticker`. European if absent.
    public var exercise: ExerciseStyle?
    /// Dividends of the underlying at ex-dates, in addition to the yield; not with `ticker`.
    public var dividends: [Dividend]?
    /// The quotes of the chain; not with `ticker`.
    public var options: [FindQuote]?
    /// The money paid for each contract at opening. 0 if absent.
    public var fee: Double?
    /// The belief about the price of the underlying.
    public var belief: FindBelief?
    /// Legs that are held already.
    public var holdings: [StrategyLeg]?
    /// The kind of the account, for `margin`.
    public var accountType: MarginRequest.AccountType?
    /// The properties of the underlying, for `margin`. Those of an American equity option if absent.
    public var underlying: MarginUnderlying?
    /// The combinations that are searched.
    public var search: FindSpace?
    /// The conditions that an answer fulfils.
    public var filters: FindFilters?
    /// The objective that ranks combinations, such as `expectedProfitPerCapital`.
    public var objective: String?
    /// The two or three objectives of a Pareto front, in place of `objective`.
    public var front: [String]?
    /// The greatest number of strategies. 50 if absent; 1,000 of a front.
    public var limit: Int?
    /// The level of the expected shortfall. 0.95 if absent.
    public var confidenceLevel: Double?
    /// The seconds after which the search ends with the best so far.
    public var timeLimit: Double?
    /// Further results: `margin`.
    public var include: [String]?
    /// The units of the greeks: `mathematical` or `market`. `mathematical` if absent.
    public var greekUnits: String?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request about the chains of a stock. Its further members can be set afterwards.
    public init(ticker: String, expirationDates: [String], objective: String? = nil) {
        self.ticker = ticker
        self.expirationDates = expirationDates
        self.objective = objective
    }

    /// Creates a request about quotes. Its further members can be set afterwards.
    public init(currentPrice: Double, options: [FindQuote], objective: String? = nil) {
        self.currentPrice = currentPrice
        self.options = options
        self.objective = objective
    }
}

/// A quote of a chain. A long leg costs the ask, a short one brings the bid.
public struct FindQuote: Codable, Hashable, Sendable {
    /// A call or a put.
    public var type: StrategyLeg.Kind
    /// The strike price per share.
    public var strikePrice: Double
    /// The price per share at which it can be sold.
    public var bid: Double?
    /// The price per share at which it can be bought.
    public var ask: Double?
    /// The volatility, a decimal per year. That of the mid if absent.
    public var impliedVolatility: Double?
    /// The contracts that are open.
    public var openInterest: Int?
    /// The contracts that were traded.
    public var volume: Int?
    /// The day of expiration, `YYYY-MM-DD`.
    public var expirationDate: String?
    /// The years to the expiration, in place of `expirationDate`.
    public var timeToExpiration: Double?

    /// Creates a quote. Its further members can be set afterwards.
    public init(type: StrategyLeg.Kind, strikePrice: Double, bid: Double? = nil, ask: Double? = nil) {
        self.type = type
        self.strikePrice = strikePrice
        self.bid = bid
        self.ask = ask
    }
}

/// A belief about the price of the underlying.
public struct FindBelief: Codable, Hashable, Sendable {
    /// The volatility, a decimal per year. That of the quotes if absent.
    public var volatility: Double?
    /// The growth of the mean price per year. The rate less the yield if absent.
    public var drift: Double?
    /// A price that is expected.
    public var targetPrice: Double?
    /// Prices that are equally likely, in place of `targetPrice`.
    public var targetRange: FindRange?
    /// The day of the target, `YYYY-MM-DD`. The expiration if absent.
    public var targetDate: String?
    /// The distribution: `lognormal` or `market`. `lognormal` if absent.
    public var distribution: String?

    /// Creates a belief in which the volatility of the quotes is right. Its members can be set afterwards.
    public init() {}
}

/// A range of numbers.
public struct FindRange: Codable, Hashable, Sendable {
    /// The least value.
    public var minimum: Double?
    /// The greatest value.
    public var maximum: Double?

    /// Creates a range.
    public init(minimum: Double? = nil, maximum: Double? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// The combinations that are searched.
public struct FindSpace: Codable, Hashable, Sendable {
    /// A range of numbers of legs.
    public struct Counts: Codable, Hashable, Sendable {
        /// The least number.
        public var minimum: Int?
        /// The greatest number.
        public var maximum: Int?

        /// Creates a range.
        public init(minimum: Int? = nil, maximum: Int? = nil) {
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// The number of legs. 1 to 4 if absent.
    public var legs: Counts?
    /// The largest quantity of a leg, 1 or 2. 1 if absent.
    public var quantity: Int?
    /// Whether 100 shares may be a leg. `false` if absent.
    public var shares: Bool?
    /// Whether combinations whose profits differ by a constant are one answer: `best` or `all`. `best` if absent.
    public var equivalents: String?
    /// The names of the strategies. All if absent.
    public var strategies: [String]?
    /// Whether each name has its own best strategies. `false` if absent.
    public var perStrategy: Bool?
    /// The number of expirations of a combination: 2 for calendars and diagonals. 1 if absent.
    public var expirations: Int?
    /// The factor by which the quantity of every added leg is multiplied. 1 if absent.
    public var contracts: Int?
    /// The prices over which the extremes of combinations with two expirations are taken. All if absent.
    public var priceRange: FindRange?

    /// Creates the space of all combinations of one to four legs. Its members can be set afterwards.
    public init() {}
}

/// The conditions that an answer fulfils.
public struct FindFilters: Codable, Hashable, Sendable {
    /// The least open interest of each contract.
    public var openInterest: Double?
    /// The least volume of each contract.
    public var volume: Double?
    /// The greatest (ask − bid) / mid of each contract.
    public var spread: Double?
    /// The magnitude of the delta of each contract.
    public var legDelta: FindRange?
    /// The strike price of each contract.
    public var strikePrice: FindRange?
    /// The greatest loss, as a positive amount.
    public var maxLoss: Double?
    /// The cost of opening.
    public var netCost: FindRange?
    /// The chance of a profit.
    public var probabilityOfProfit: FindRange?
    /// The mean profit.
    public var expectedProfit: FindRange?
    /// The profit at the target.
    public var profitAtTarget: FindRange?
    /// The money needed to hold the position, max(−maxLoss, netCost).
    public var capital: FindRange?
    /// The delta of the position, in shares.
    public var netDelta: FindRange?
    /// The theta of the position.
    public var netTheta: FindRange?
    /// The vega of the position.
    public var netVega: FindRange?
    /// Whether the loss must be limited. `false` if absent.
    public var definedRisk: Bool?
    /// Whether every short option must be covered. `false` if absent.
    public var noNaked: Bool?

    /// Creates filters that exclude nothing. They can be set afterwards.
    public init() {}
}
