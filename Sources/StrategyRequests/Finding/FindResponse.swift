public import AccountMargin
public import ExactPayoff
public import OptionPricing
public import StrategyNames
public import StrategyValuation

/// The answer to a ``FindRequest``.
public struct FindResponse: Hashable, Sendable {
    /// A strategy that was found.
    public struct Strategy: Hashable, Sendable {
        /// The position in the answer, from 1.
        public package(set) var rank: Int
        /// The name and the roles of the legs; `nil` without a name.
        public let name: StrategyName?
        /// The name and its strikes, or the legs.
        public let title: String
        /// The legs, in canonical order, as a request of `calculate` has them.
        public let legs: [Leg]
        /// The objectives, rounded to 10 significant digits, in the order of the request.
        public let objectives: [Double]
        /// What must be there to hold the position; `nil` if the loss is unlimited.
        public let capital: Double?
        /// The metrics at expiration.
        public let metrics: StrategyMetrics
        /// P(profit > 0), the mean profit and the expected shortfall.
        public let probability: Probability
        /// The profit at the target; `nil` without a target, or where it cannot be computed.
        public let profitAtTarget: Double?
        /// The net greeks; `nil` if a leg has no volatility.
        public let greeks: PositionGreeks?
        /// The money needed to open the strategy and what is held in an account of their own; `nil` if not requested, or not
        /// permitted.
        public package(set) var initialDeposit: Double?
        /// Whether all extremes and break-evens are proven to be found, which those of American options that expire later are not.
        public package(set) var isCertified = true
        /// Combinations that differ by a constant.
        public package(set) var equivalents: [Equivalent] = []
        /// What a better row in an objective gains and gives up; empty unless the answer is a front.
        public package(set) var tradeOffs: [TradeOff] = []

        package init(
            rank: Int, name: StrategyName?, title: String, legs: [Leg], objectives: [Double], capital: Double?,
            metrics: StrategyMetrics, probability: Probability, profitAtTarget: Double?, greeks: PositionGreeks?
        ) {
            self.rank = rank
            self.name = name
            self.title = title
            self.legs = legs
            self.objectives = objectives
            self.capital = capital
            self.metrics = metrics
            self.probability = probability
            self.profitAtTarget = profitAtTarget
            self.greeks = greeks
        }
    }

    /// The chances of a strategy.
    public struct Probability: Hashable, Sendable {
        /// P(profit > 0).
        public let ofProfit: Double
        /// The mean profit.
        public let expectedProfitLoss: Double
        /// The mean loss in the worst outcomes.
        public let expectedShortfall: [ProfitProbabilities.Risk]

        package init(_ probabilities: ProfitProbabilities) {
            ofProfit = probabilities.ofProfit
            expectedProfitLoss = probabilities.expectedProfitLoss
            expectedShortfall = probabilities.expectedShortfall
        }
    }

    /// A combination whose profit is lower by the same amount at every price.
    public struct Equivalent: Hashable, Sendable {
        /// The name; `nil` if it has none.
        public let name: String?
        /// The name and its strikes, or the legs.
        public let title: String
        /// The cost of the combination.
        public let netCost: Double
        /// By how much its profit is lower.
        public let worseBy: Double

        package init(name: String?, title: String, netCost: Double, worseBy: Double) {
            self.name = name
            self.title = title
            self.netCost = netCost
            self.worseBy = worseBy
        }
    }

    /// The next better row of a front in an objective.
    public struct TradeOff: Hashable, Sendable {
        /// The objective.
        public let objective: FindObjective
        /// The rank of the row.
        public let betterRank: Int
        /// By how much the objective is better there.
        public let gains: Double
        /// By how much the other objectives are worse there; only those that are.
        public let gives: [Amount]

        /// A part of an objective.
        public struct Amount: Hashable, Sendable {
            /// The objective.
            public let objective: FindObjective
            /// The difference.
            public let value: Double

            package init(objective: FindObjective, value: Double) {
                self.objective = objective
                self.value = value
            }
        }

        package init(objective: FindObjective, betterRank: Int, gains: Double, gives: [Amount]) {
            self.objective = objective
            self.betterRank = betterRank
            self.gains = gains
            self.gives = gives
        }
    }

    /// A combination that cannot lose at expiration.
    public struct Riskless: Hashable, Sendable {
        /// The name and its strikes, or the legs.
        public let title: String
        /// The legs.
        public let legs: [Leg]
        /// The metrics at expiration.
        public let metrics: StrategyMetrics

        package init(title: String, legs: [Leg], metrics: StrategyMetrics) {
            self.title = title
            self.legs = legs
            self.metrics = metrics
        }
    }

    /// What was searched.
    public struct Examined: Hashable, Sendable {
        /// The number of combinations, by formula.
        public let combinations: Int
        /// The number of quotes, and of those that can be legs.
        public let quoted: Int, usable: Int
        /// The contracts left out, by the first filter that they fail.
        public let excluded: [Exclusion: Int]

        package init(combinations: Int, quoted: Int, usable: Int, excluded: [Exclusion: Int]) {
            self.combinations = combinations
            self.quoted = quoted
            self.usable = usable
            self.excluded = excluded
        }
    }

    /// Why a contract is left out. Raw values are the JSON names.
    public enum Exclusion: String, Hashable, Sendable, CaseIterable {
        case noBid, crossed, openInterest, volume, spread, legDelta, strikePrice
    }

    /// The position of doing nothing, if something is held.
    public struct Holdings: Hashable, Sendable {
        /// The legs at their present prices.
        public let legs: [Leg]
        /// What must be there to hold the position; `nil` if the loss is unlimited.
        public let capital: Double?
        /// The metrics at expiration.
        public let metrics: StrategyMetrics
        /// The chances.
        public let probability: Probability
        /// The profit at the target; `nil` without a target.
        public let profitAtTarget: Double?
        /// The net greeks; `nil` if a leg has no volatility.
        public let greeks: PositionGreeks?
        /// The money needed to open it in an account of its own; `nil` if not requested, or not permitted.
        public package(set) var initialDeposit: Double?

        package init(_ strategy: Strategy, legs: [Leg]) {
            self.legs = legs
            capital = strategy.capital
            metrics = strategy.metrics
            probability = strategy.probability
            profitAtTarget = strategy.profitAtTarget
            greeks = strategy.greeks
        }
    }

    /// The strategies in their order.
    public package(set) var strategies: [Strategy] = []
    /// The objectives of the request.
    public package(set) var objectives: [FindObjective] = []
    /// The number of members of the front; `nil` unless the answer is one.
    public package(set) var frontSize: Int?
    /// The best combinations that cannot lose at expiration.
    public package(set) var riskless: [Riskless] = []
    /// What is held; `nil` if nothing is.
    public package(set) var holdings: Holdings?
    /// What was searched.
    public package(set) var examined: Examined
    /// Whether all combinations were covered.
    public package(set) var isComplete = true
    /// The share of combinations that were covered.
    public package(set) var covered = 1.0
    /// The assumptions.
    public package(set) var conventions: FindConventions

    package init(examined: Examined, conventions: FindConventions) {
        self.examined = examined
        self.conventions = conventions
    }
}

/// The assumptions of an answer.
public struct FindConventions: Hashable, Sendable {
    /// The instant of the valuation.
    public let valuation: Timestamp?
    /// The years to the expiration.
    public let timeToExpiration: Double
    /// Decimals per year.
    public let riskFreeRate: Double, dividendYield: Double
    /// The volatility of the belief; `nil` for that of the market.
    public let volatility: Conventions.UnderlyingVolatility?
    /// The growth of the mean price per year; `nil` for the distribution of the market.
    public let drift: Double?
    /// The distribution of the market; `nil` if the belief is lognormal.
    public let distribution: RequestDistribution?
    /// The exercise of the options.
    public let exercise: ExerciseStyle
    /// Whether dividends count for an option.
    public package(set) var hasDividends: Bool
    /// The years to each expiration, ascending.
    public package(set) var expirations: [Double] = []
    /// Whether the legs of a strategy have two expirations.
    public package(set) var hasPairs = false
    /// The prices over which extremes are taken; `nil` for all prices.
    public package(set) var priceRange: ClosedRange<Double>?
    /// The units of the greeks.
    public let greekUnits: GreekUnits
    /// The kind of the account; `nil` if margin is not included.
    public package(set) var accountType: MarginAccount.AccountType?

    package init(
        valuation: Timestamp?, timeToExpiration: Double, riskFreeRate: Double, dividendYield: Double,
        volatility: Conventions.UnderlyingVolatility?, drift: Double?, distribution: RequestDistribution?,
        exercise: ExerciseStyle, hasDividends: Bool, greekUnits: GreekUnits
    ) {
        self.valuation = valuation
        self.timeToExpiration = timeToExpiration
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
        self.volatility = volatility
        self.drift = drift
        self.distribution = distribution
        self.exercise = exercise
        self.hasDividends = hasDividends
        self.greekUnits = greekUnits
    }
}
