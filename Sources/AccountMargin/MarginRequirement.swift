/// The least requirement of an account by one measure.
public struct MarginRequirement: Hashable, Sendable {
    /// Why no grouping needs less. Raw values are the JSON names.
    public enum Proof: String, Hashable, Sendable {
        /// All groupings were searched.
        case exhaustive
        /// The bound of the certificate, rounded up to the next possible requirement, equals the requirement.
        case certificate
        /// A solver finished its search; its result is to be trusted.
        case solver
    }

    /// Positions that are charged together.
    public struct Group: Hashable, Sendable {
        /// A part of a leg.
        public struct Part: Hashable, Sendable {
            /// The index of the leg.
            public let index: Int
            /// Contracts, or shares.
            public let quantity: Int
        }

        /// The rule.
        public let rule: MarginRule
        /// The parts of legs, by index.
        public let parts: [Part]
        package let exactAmount: ExactMoney
        /// The formula with its numbers.
        public let explanation: String
        package let exactSaving: ExactMoney
        /// The name of the strategy; `nil` for a single leg, and if it has none.
        public internal(set) var strategyName: String?

        /// The amount of the group.
        public var amount: Double { exactAmount.rounded }
        /// What the group saves against its legs alone.
        public var saves: Double { exactSaving.rounded }
    }

    package let exactRequirement, exactLowerBound: ExactMoney?
    /// Whether no grouping needs less.
    public let isOptimal: Bool
    /// The grouping; empty if the account does not permit the positions.
    public let groups: [Group]
    /// The proof; `nil` if the requirement may not be the least, or there is none.
    public let proof: Proof?
    /// The multipliers of the bound; `nil` if not requested.
    public let certificate: MarginCertificate?

    /// The requirement; `nil` if the account does not permit the positions.
    public var requirement: Double? { exactRequirement?.rounded }
    /// No grouping needs less.
    public var lowerBound: Double? { exactLowerBound?.rounded }

    /// The answer for positions that the account does not permit.
    static let notPermitted = MarginRequirement(
        exactRequirement: nil, exactLowerBound: nil, isOptimal: false, groups: [], proof: nil, certificate: nil)
}

/// The requirements of an account.
public struct AccountRequirements: Hashable, Sendable {
    /// Legs that the account does not permit.
    public struct NotPermitted: Hashable, Sendable {
        /// The reason. Raw values are its words.
        public enum Reason: String, Hashable, Sendable {
            /// In a cash account, shares cannot be sold short.
            case shortShares = "short shares are not permitted in a cash account"
            /// In a cash account, a short call needs shares.
            case uncoveredCall =
                "a short call in a cash account must be covered by fully paid shares"
            /// In a cash account, a short call on a cash-settled index needs a long call.
            case unspreadCall =
                "a short call in a cash account must be in a spread with a long call of the same expiration"
        }

        /// The indices of the legs.
        public let legs: [Int]
        /// The reason.
        public let reason: Reason
    }

    /// What opening all positions requires, gross.
    public let initial: MarginRequirement
    /// What the positions require every day afterwards, gross; `nil` for a cash account, which has no such requirement.
    public let maintenance: MarginRequirement?
    /// The proceeds of short legs at their premiums, and the market value of all short legs, after netting.
    package let proceeds, shortValue: ExactMoney
    /// The legs that the account does not permit.
    public let notPermitted: [NotPermitted]
    /// The library that searched; `nil` if none was needed.
    public let solver: SolverUse?

    /// The money needed to open all positions: the initial requirement less proceeds.
    public var initialDeposit: Double? { initial.exactRequirement.map { ($0 - proceeds).rounded } }
    /// The maintenance requirement less the market value of all short legs, to compare with the net liquidation value.
    public var maintenanceNet: Double? { maintenance?.exactRequirement.map { ($0 - shortValue).rounded } }
}

/// The search by a solver.
public enum SolverUse: Hashable, Sendable {
    /// The name of the library that searched.
    case library(String)
    /// No library could be loaded.
    case unavailable
}

extension ExactMoney {
    /// The difference of amounts with the same decimals.
    static func - (left: ExactMoney, right: ExactMoney) -> ExactMoney {
        ExactMoney(units: left.units - right.units, places: left.places)
    }
}
