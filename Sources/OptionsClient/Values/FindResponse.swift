/// The best strategies of a chain.
public struct FindResponse: Codable, Hashable, Sendable {
    /// The number of combinations that no other beats.
    public struct Front: Codable, Hashable, Sendable {
        /// The number.
        public let size: Int
    }

    /// Combinations that cannot lose at expiration.
    public struct Riskless: Codable, Hashable, Sendable {
        /// The best ones.
        public let best: [RisklessCombination]
    }

    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// The strategies, the best first.
    public let strategies: [FoundStrategy]
    /// The whole front; `nil` unless the request has one.
    public let front: Front?
    /// Combinations that cannot lose at expiration. They are never answers.
    public let riskless: Riskless
    /// The legs that are held already, without added legs; `nil` if the request has none.
    public let holdings: FoundHoldings?
    /// The number of combinations and of contracts that were searched.
    public let examined: FindExamined
    /// Whether all combinations were covered.
    public let complete: Bool
    /// The share of combinations that were covered; `nil` if all were.
    public let covered: Double?
    /// The assumptions of the answer.
    public let conventions: FindConventions
    /// The current price of the underlying; `nil` unless the request names a ticker.
    public let currentPrice: Double?
    /// When the holders of the options may exercise them; `nil` unless the request names a ticker.
    public let exercise: ExerciseStyle?
    /// The expirations, ascending; `nil` unless the request names a ticker.
    public let expirations: [FindExpiration]?
    /// The instant of the quotes; `nil` unless the request names a ticker.
    public let asOf: String?
    /// The source of the quotes; `nil` unless the request names a ticker.
    public let source: MarketSource?
    /// Whether the quotes are old because the sources did not answer; `nil` unless the request names a ticker.
    public let stale: Bool?
}

/// An expiration of a chain of the market.
public struct FindExpiration: Codable, Hashable, Sendable {
    /// The day, as `YYYY-MM-DD`.
    public let expirationDate: String
    /// The years to the close of the exchange on that day.
    public let timeToExpiration: Double
    /// The yield that gives the forward of the expiration together with the dividends, as a decimal per year.
    public let dividendYield: Double
    /// The dividends with which the options were valued, by ex-date.
    public let dividends: [FindDividend]
}

/// A dividend with which options were valued.
public struct FindDividend: Codable, Hashable, Sendable {
    /// The ex-date, as `YYYY-MM-DD`.
    public let exDate: String?
    /// The years from the valuation to the ex-date.
    public let timeToExDate: Double
    /// The amount per share, in the currency of the price.
    public let amount: Double?
}

/// A strategy that was found.
public struct FoundStrategy: Codable, Hashable, Sendable {
    /// A combination whose profit is lower by a constant.
    public struct Equivalent: Codable, Hashable, Sendable {
        /// The name; `nil` without one.
        public let name: String?
        /// The name and its strikes, or the legs.
        public let title: String
        /// The cost of opening.
        public let netCost: Double
        /// The money by which the profit is lower at every price.
        public let worseBy: Double
    }

    /// The next better row in an objective.
    public struct TradeOff: Codable, Hashable, Sendable {
        /// The objective.
        public let objective: String
        /// The rank of the row.
        public let betterRank: Int
        /// By how much the objective is better there.
        public let gains: Double?
        /// By how much other objectives are worse there; only those that are.
        public let gives: [String: Double?]
    }

    /// The position in the answer, from 1.
    public let rank: Int
    /// The name; `nil` without one.
    public let strategyName: StrategyDescription?
    /// The name and its strikes, or the legs.
    public let title: String
    /// The legs, as a ``CalculateRequest`` has them.
    public let legs: [StrategyLeg]
    /// The objectives, rounded to 10 significant digits.
    public let objectives: [String: Double?]
    /// The money needed to hold the position, max(−maxLoss, netCost); `nil` if the loss is unlimited.
    public let capital: Double?
    /// The money needed to open the position in an account of its own; `nil` if not requested, or not permitted.
    public let initialDeposit: Double?
    /// The metrics at expiration.
    public let metrics: StrategyMetrics
    /// Whether all extremes and break-evens are proven to be found; `nil` unless legs have two expirations.
    public let isCertified: Bool?
    /// The chances.
    public let probability: FoundProbability
    /// The profit at the target; `nil` without a target.
    public let profitAtTarget: Double?
    /// The greeks; `nil` if a leg has no volatility.
    public let greeks: FoundGreeks?
    /// Combinations whose profit is lower by a constant.
    public let equivalents: [Equivalent]
    /// For each objective, the next better row, and by how much its values differ; `nil` unless the answer is a front.
    public let tradeOffs: [TradeOff]?
}

/// The chances of a strategy that was found.
public struct FoundProbability: Codable, Hashable, Sendable {
    /// P(profit > 0).
    public let ofProfit: Double
    /// The mean profit, not discounted; `nil` if infinite.
    public let expectedProfitLoss: Double?
    /// The mean loss in the worst outcomes.
    public let expectedShortfall: [RiskAtLevel]
}

/// The greeks of a strategy that was found.
public struct FoundGreeks: Codable, Hashable, Sendable {
    /// The greeks of the position.
    public let net: PositionGreeks
}

/// The legs that are held already, without added legs.
public struct FoundHoldings: Codable, Hashable, Sendable {
    /// The legs, at their present prices.
    public let legs: [StrategyLeg]
    /// The money needed to hold the position, max(−maxLoss, netCost); `nil` if the loss is unlimited.
    public let capital: Double?
    /// The money needed to open the position in an account of its own; `nil` if not requested, or not permitted.
    public let initialDeposit: Double?
    /// The metrics at expiration.
    public let metrics: StrategyMetrics
    /// The chances.
    public let probability: FoundProbability
    /// The profit at the target; `nil` without a target.
    public let profitAtTarget: Double?
    /// The greeks; `nil` if a leg has no volatility.
    public let greeks: FoundGreeks?
}

/// A combination that cannot lose at expiration.
public struct RisklessCombination: Codable, Hashable, Sendable {
    /// The name and its strikes, or the legs.
    public let title: String
    /// The legs.
    public let legs: [StrategyLeg]
    /// The cost of opening.
    public let netCost: Double
    /// The least profit.
    public let maxLoss: Double
    /// The greatest profit; `nil` if it is unlimited.
    public let maxProfit: Double?
}

/// The number of combinations and of contracts that were searched.
public struct FindExamined: Codable, Hashable, Sendable {
    /// The quotes of a chain.
    public struct Contracts: Codable, Hashable, Sendable {
        /// Those of the request.
        public let quoted: Int
        /// Those that combinations may have.
        public let usable: Int
        /// The others, by the first rule that excludes them.
        public let excluded: [String: Int]
    }

    /// The number of combinations of usable contracts. Each was valued, or excluded by a bound.
    public let combinations: Int
    /// The contracts.
    public let contracts: Contracts
}

/// The assumptions of a search.
public struct FindConventions: Codable, Hashable, Sendable {
    /// The model of the options.
    public let model: String
    /// How years are counted between dates.
    public let dayCount: String
    /// The instant of valuation in UTC, if the request gives one.
    public let valuationDate: String?
    /// The years to the first expiration.
    public let timeToExpiration: Double
    /// The years to each expiration, if there are several.
    public let timesToExpiration: [Double]?
    /// The instant of the metrics, if there are several expirations.
    public let horizon: String?
    /// The prices over which extremes are taken; `nil` for all prices.
    public let priceRange: FindRange?
    /// Where extremes are taken, with a range of prices.
    public let extremes: String?
    /// The risk-free rate, a decimal per year.
    public let riskFreeRate: Double
    /// The dividend yield, a decimal per year.
    public let dividendYield: Double
    /// How rates and yields compound.
    public let compounding: String
    /// The volatility of the belief; `nil` with the distribution of the market.
    public let volatility: Double?
    /// The source of the volatility.
    public let volatilitySource: String?
    /// The growth of the mean price per year; `nil` with the distribution of the market.
    public let drift: Double?
    /// The distribution of the market, if the belief is one.
    public let distribution: PriceDistribution?
    /// Which prices legs have: bid, ask, or the current price.
    public let prices: String
    /// The formula of the capital.
    public let capital: String
    /// The definition of riskless combinations.
    public let riskless: String
    /// A note on American options.
    public let equivalents: String?
    /// The prices of the legs that are held.
    public let holdings: String?
    /// The kind of the account; `nil` unless margin was requested.
    public let accountType: MarginRequest.AccountType?
    /// The account of the initial deposits.
    public let initialDeposit: String?
    /// The units of the greeks.
    public let greekUnits: [String: String]
}

/// The progress of a search.
public struct FindProgress: Codable, Hashable, Sendable {
    /// A combination.
    public struct Candidate: Codable, Hashable, Sendable {
        /// The name and its strikes, or the legs.
        public let title: String
        /// Its objectives.
        public let objectives: [String: Double?]
    }

    /// The share of combinations that were covered.
    public let covered: Double
    /// Up to five of the best combinations so far.
    public let best: [Candidate]
}

/// An element of a stream of a search.
public enum FindUpdate: Hashable, Sendable {
    /// The progress of the search.
    case progress(FindProgress)
    /// The answer, the last element.
    case answer(FindResponse)
}
