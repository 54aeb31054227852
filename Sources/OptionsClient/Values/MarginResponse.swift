/// The margin of an account.
public enum MarginResponse: Codable, Hashable, Sendable {
    /// By rules for groups of positions.
    case strategy(StrategyMarginResponse)
    /// By the greatest loss when the underlying moves.
    case portfolio(PortfolioMarginResponse)

    private enum CodingKeys: CodingKey { case method }

    /// Reads the response of the method that it names.
    public init(from decoder: any Decoder) throws {
        let method = try decoder.container(keyedBy: CodingKeys.self).decode(
            MarginRequest.Method.self, forKey: .method)
        self =
            switch method {
            case .strategy: .strategy(try StrategyMarginResponse(from: decoder))
            case .portfolio: .portfolio(try PortfolioMarginResponse(from: decoder))
            }
    }

    /// Writes the response.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .strategy(let response): try response.encode(to: encoder)
        case .portfolio(let response): try response.encode(to: encoder)
        }
    }
}

/// The least requirements of an account over all groupings.
public struct StrategyMarginResponse: Codable, Hashable, Sendable {
    /// Legs that a cash account does not permit.
    public struct NotPermitted: Codable, Hashable, Sendable {
        /// The indices of the legs.
        public let legs: [Int]
        /// The reason.
        public let reason: String
    }

    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// How the margin was computed.
    public let method: MarginRequest.Method
    /// What opening all positions requires, gross.
    public let initial: MarginRequirement
    /// The money needed to open all positions at once; `nil` if the account does not permit them.
    public let initialDeposit: Double?
    /// What the positions require every day afterwards, gross; `nil` for a cash account.
    public let maintenance: MarginRequirement?
    /// The maintenance requirement less the market value of short legs.
    public let maintenanceNet: Double?
    /// The legs that the account does not permit; `nil` if there are none.
    public let notPermitted: [NotPermitted]?
    /// The assumptions on which the margin depends.
    public let conventions: MarginConventions
}

/// The least requirement by one measure.
public struct MarginRequirement: Codable, Hashable, Sendable {
    /// Positions that are charged together.
    public struct Group: Codable, Hashable, Sendable {
        /// A part of a leg.
        public struct Part: Codable, Hashable, Sendable {
            /// The index of the leg.
            public let index: Int
            /// Contracts, or shares.
            public let quantity: Int
        }

        /// The rule, such as `spread`.
        public let rule: String
        /// The parts of legs.
        public let legs: [Part]
        /// The amount.
        public let amount: Double
        /// The formula with its numbers.
        public let explanation: String
        /// What the group saves against its legs alone.
        public let saves: Double
        /// The name of the strategy; `nil` for a single leg, and if it has none.
        public let strategyName: String?
    }

    /// The requirement; `nil` if the account does not permit the positions.
    public let requirement: Double?
    /// No grouping requires less.
    public let lowerBound: Double?
    /// Whether no grouping requires less than ``requirement``.
    public let optimal: Bool
    /// The grouping.
    public let groups: [Group]
    /// Why no grouping requires less: `exhaustive`, `certificate` or `solver`; `nil` without a proof.
    public let proof: String?
    /// The multipliers of the bound; `nil` unless the request includes them.
    public let certificate: MarginCertificate?
}

/// Multipliers by which a bound can be checked.
public struct MarginCertificate: Codable, Hashable, Sendable {
    /// The price of a contract of a leg.
    public struct Price: Codable, Hashable, Sendable {
        /// The index of the leg.
        public let index: Int
        /// The price.
        public let price: Double
    }

    /// The multiplier of a leg that hosts others in straddles.
    public struct Host: Codable, Hashable, Sendable {
        /// The index of the leg.
        public let index: Int
        /// The multiplier.
        public let multiplier: Double
    }

    /// The multipliers of the spread of a date.
    public struct SpreadDate: Codable, Hashable, Sendable {
        /// The weight of the loss at a strike.
        public struct Weight: Codable, Hashable, Sendable {
            /// The strike price.
            public let strikePrice: Double
            /// The weight.
            public let weight: Double
        }

        /// The day, `YYYY-MM-DD`.
        public let expirationDate: String
        /// The number of shares per contract; `nil` if all options have the same.
        public let sharesPerContract: Int?
        /// The multiplier of the equal numbers of long and short calls.
        public let callBalance: Double
        /// The multiplier of the equal numbers of long and short puts.
        public let putBalance: Double
        /// The weights of the losses at strikes.
        public let weights: [Weight]
    }

    /// A price for a contract of each leg.
    public let prices: [Price]
    /// The dates on which a short expires.
    public let dates: [SpreadDate]
    /// The shorts that host others.
    public let hosts: [Host]
    /// The multiplier of shares.
    public let shares: Double
    /// The bound that follows.
    public let bound: Double
}

/// Risk-based margin.
public struct PortfolioMarginResponse: Codable, Hashable, Sendable {
    /// A price of the underlying, and the profit at it.
    public struct Scenario: Codable, Hashable, Sendable {
        /// The change as a fraction of the current price.
        public let move: Double
        /// The price of the underlying.
        public let stockPrice: Double
        /// The change of value from the current price.
        public let profitLoss: Double
    }

    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// How the margin was computed.
    public let method: MarginRequest.Method
    /// The greater of loss and minimum.
    public let requirement: Double
    /// The greatest loss in a scenario.
    public let greatestLoss: Double
    /// The sum of the minimum of each contract.
    public let minimum: Double
    /// The prices of the underlying, ascending.
    public let scenarios: [Scenario]
    /// The assumptions on which the margin depends.
    public let conventions: MarginConventions
}

/// The assumptions on which margin depends. Those of the other method are `nil`.
public struct MarginConventions: Codable, Hashable, Sendable {
    /// The parameters of risk-based margin in effect.
    public struct Portfolio: Codable, Hashable, Sendable {
        /// The class that determines the range.
        public let `class`: String
        /// The range of moves.
        public let range: PortfolioParameters.Range
        /// The number of prices.
        public let points: Int
        /// The minimum for a contract on 100 shares.
        public let minimumPerContract: Double
    }

    /// The volatility of a leg.
    public struct LegVolatility: Codable, Hashable, Sendable {
        /// The volatility, a decimal per year.
        public let impliedVolatility: Double
        /// Its source: `given`, `marketValue` or `premium`.
        public let source: String
    }

    /// Whose minimums these are.
    public let standing: String
    /// The kind of the account.
    public let accountType: MarginRequest.AccountType
    /// The instant of valuation.
    public let valuationDate: String
    /// The properties of the underlying.
    public let underlying: MarginUnderlying
    /// What amounts contain.
    public let amounts: String?
    /// The prices of the initial requirement.
    public let initial: String?
    /// The prices of the maintenance requirement.
    public let maintenance: String?
    /// The library that searched; `nil` if none was needed.
    public let solver: String?
    /// Why a requirement may not be the least.
    public let search: String?
    /// The model of the options.
    public let model: String?
    /// How years are counted between dates.
    public let dayCount: String?
    /// The risk-free rate, a decimal per year.
    public let riskFreeRate: Double?
    /// The dividend yield, a decimal per year.
    public let dividendYield: Double?
    /// What changes in a scenario.
    public let scenarios: String?
    /// The parameters in effect.
    public let portfolio: Portfolio?
    /// What the minimum is.
    public let minimum: String?
    /// The volatility of each leg; `nil` for shares.
    public let legs: [LegVolatility?]?
}
