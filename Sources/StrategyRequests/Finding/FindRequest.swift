public import AccountMargin
public import ExactPayoff
public import OptionPricing
public import StrategyValuation

/// A request of `options find`: a chain of options and a belief, for which the best strategies are searched.
///
/// ```swift
/// var request = FindRequest(currentPrice: 100, options: quotes, objectives: [.expectedProfitPerCapital])
/// request.timeToExpiration = 0.1
/// request.belief.volatility = 0.2
/// request.filters.noNaked = true
/// ```
///
/// ## Units
/// Prices per share, profits and capital in money for the whole position, times in years, rates and volatilities as decimals per
/// year.
public struct FindRequest: Hashable, Sendable {
    /// The allowed number of quotes.
    public static let quoteCountRange = 1...4000
    /// The allowed number of legs that are held.
    public static let holdingCountRange = 1...20
    /// The allowed number of contracts of each addition to what is held.
    public static let contractRange = 1...10_000
    /// The allowed number of strategies of an answer, and of a front.
    public static let limitRange = 1...1000, frontLimitRange = 1...10_000
    /// The allowed number of strategies of each name.
    public static let limitPerStrategyRange = 1...20

    /// A further result. Raw values are the JSON names.
    public enum Inclusion: String, Hashable, Sendable, CaseIterable {
        /// The money needed to open each strategy, by the rules of margin.
        case margin
    }

    /// The current price of the underlying.
    public var currentPrice: Double
    /// The instant of the valuation.
    public var valuation: Timestamp?
    /// The years to the expiration of the quotes without an expiration of their own.
    public var timeToExpiration: Double?
    /// The risk-free rate, continuously compounded.
    public var riskFreeRate = 0.0
    /// The yield of the underlying, continuously compounded.
    public var dividendYield = 0.0
    /// When the holders of the options may exercise them.
    public var exercise = ExerciseStyle.european
    /// Dividends of the underlying, in addition to the yield.
    public var dividends: [RequestDividend] = []
    /// The chain.
    public var options: [FindQuote]
    /// Money paid for each contract at opening; 0 or greater.
    public var fee = 0.0
    /// What is believed about the price at the expiration.
    public var belief = FindBelief()
    /// What is held already.
    public var holdings: [Leg] = []
    /// The kind of the account, for ``Inclusion/margin``.
    public var accountType: MarginAccount.AccountType?
    /// The properties of the underlying, for ``Inclusion/margin``.
    public var underlying = MarginUnderlying()
    /// The combinations that are searched.
    public var search = FindSpace()
    /// The conditions that an answer fulfils.
    public var filters = FindFilters()
    /// One objective, or the two or three of a front.
    public var objectives: [FindObjective]
    /// The greatest number of strategies in the answer; `nil` for 50, or 1,000 of a front.
    public var limit: Int?
    /// The level of the expected shortfall.
    public var confidenceLevel = 0.95
    /// The seconds after which the search ends with the best so far; `nil` for no limit.
    public var timeLimit: Double?
    /// The results to compute in addition.
    public var include: Set<Inclusion> = []
    /// The units of the greeks.
    public var greekUnits = GreekUnits.mathematical
    /// What is known of expirations beyond the request.
    package var listedExpirations: [LegExpiration: ListedExpiration] = [:]

    /// What an exchange and its quotes say of an expiration.
    package struct ListedExpiration: Hashable, Sendable {
        /// The day, which titles show.
        let date: CalendarDate
        /// The yield that gives the forward of the expiration together with the dividends, in place of that of the request.
        let dividendYield: Double
        /// The dividends until the expiration, in place of those of the request.
        let dividends: [RequestDividend]

        package init(date: CalendarDate, dividendYield: Double, dividends: [RequestDividend] = []) {
            self.date = date
            self.dividendYield = dividendYield
            self.dividends = dividends
        }
    }

    /// Creates a request with default values. It is validated when it is answered.
    public init(currentPrice: Double, options: [FindQuote], objectives: [FindObjective]) {
        self.currentPrice = currentPrice
        self.options = options
        self.objectives = objectives
    }

    /// Whether the answer is a front.
    public var isFront: Bool { objectives.count > 1 }

    /// The greatest number of strategies in the answer.
    public var effectiveLimit: Int { limit ?? (isFront ? 1000 : search.perStrategy ? 20 : 50) }

    /// Whether an objective or a filter needs a target.
    package var needsTarget: Bool {
        objectives.contains(where: \.needsTarget) || filters.profitAtTarget.isGiven
    }
}

/// A quote of a chain.
public struct FindQuote: Hashable, Sendable {
    /// A call or a put.
    public var kind: OptionKind
    /// The strike price.
    public var strikePrice: Double
    /// The prices per share at which it can be sold and bought; `nil` or 0 where it cannot.
    public var bid: Double?, ask: Double?
    /// The volatility of the contract; `nil` for that of the mid.
    public var impliedVolatility: Double?
    /// The contracts that are open, and that were traded.
    public var openInterest: Int?, volume: Int?
    /// The expiration; `nil` for that of the request.
    public var expiration: LegExpiration?

    /// Creates a quote.
    public init(
        _ kind: OptionKind, strikePrice: Double, bid: Double? = nil, ask: Double? = nil,
        impliedVolatility: Double? = nil,
        openInterest: Int? = nil, volume: Int? = nil, expiration: LegExpiration? = nil
    ) {
        self.kind = kind
        self.strikePrice = strikePrice
        self.bid = bid
        self.ask = ask
        self.impliedVolatility = impliedVolatility
        self.openInterest = openInterest
        self.volume = volume
        self.expiration = expiration
    }
}

/// A belief about the price of the underlying.
public struct FindBelief: Hashable, Sendable {
    /// A distribution of the price. Raw values are the JSON names.
    public enum Distribution: String, Hashable, Sendable, CaseIterable {
        /// Lognormal, with a volatility and a drift.
        case lognormal
        /// That of the smile of the first expiration.
        case market
    }

    /// A target.
    public enum Target: Hashable, Sendable {
        /// A price.
        case price(Double)
        /// Prices that are equally likely; the mean over them counts.
        case range(ClosedRange<Double>)
    }

    /// The volatility; `nil` for that of the quotes.
    public var volatility: Double?
    /// The growth of the mean price per year; `nil` for the rate less the yield.
    public var drift: Double?
    /// The target, if there is one.
    public var target: Target?
    /// The date of the target; `nil` for the first expiration.
    public var targetDate: CalendarDate?
    /// The distribution.
    public var distribution = Distribution.lognormal

    /// Creates a belief with default values.
    public init() {}
}

/// The combinations that are searched.
public struct FindSpace: Hashable, Sendable {
    /// The number of legs, from 1 to 4; 100 shares are one leg.
    public var legs = 1...4
    /// The largest quantity of a leg, 1 or 2. Not all legs have 2.
    public var quantity = 1
    /// Whether 100 shares, long or short, may be a leg; not alone.
    public var shares = false
    /// The shares with which a combination may begin, in units of 100.
    package var startingShares: [Int] { shares ? [0, 1, -1] : [0] }
    /// The number of expirations of the legs: 1, or 2 for calendars and diagonals with one or two options of each.
    public var expirations = 1
    /// The prices over which the extremes of a combination with two expirations are taken; `nil` for all prices.
    public var priceRange: ClosedRange<Double>?
    /// Whether combinations that differ by a constant are one answer.
    public var mergesEquivalents = true
    /// The names of the strategies; all if there are none.
    public var strategies: [String] = []
    /// Whether each name has its own best strategies.
    public var perStrategy = false
    /// The number of contracts of each addition to what is held.
    public var contracts = 1

    /// Creates a space with default values.
    public init() {}
}
