public import OptionPricing

/// A rule for the values of strategies and requests. `StrategyContract` defines the text of each rule.
public enum StrategyRule: Hashable, Sendable {
    // Numbers
    /// Neither NaN nor infinite.
    case finite
    /// Finite and greater than 0.
    case positive
    /// Finite, and 0 or greater.
    case nonNegative
    /// At least 0 and at most 10¹⁵. Exact amounts at higher prices would require integers of hundreds of digits.
    case priceOrZero
    /// Finite, and −1 or greater.
    case atLeastMinusOne
    /// Greater than 0 and less than 1.
    case betweenZeroAndOne
    /// Between 0 and 1, both included.
    case fromZeroToOne
    /// Between −1 and 1, both included.
    case betweenMinusOneAndOne
    /// Finite, and 1 or greater.
    case atLeastOne
    /// Between −1 and 0, both included.
    case fromMinusOneToZero
    /// An even integer in a range.
    case evenInteger(ClosedRange<Int>)
    /// A price, with others of the request, whose exact amounts have at most so many digits.
    case digits(Int)
    /// An integer in a range.
    case integer(ClosedRange<Int>)
    /// A number of elements in a range.
    case count(ClosedRange<Int>, Counted)
    /// A number of elements up to a limit.
    case atMost(Int, Counted)

    // Relations between members
    /// The member is present.
    case required
    /// The member is present. It is required because the volatilities of the legs differ and the current price does not
    /// lie between their strikes.
    case requiredWhereVolatilitiesDiffer
    /// The number is greater than the member at a path.
    case greaterThan(String)
    /// The lower bound is at most the upper one.
    case atMostMaximum
    /// The member is present. It is required for an objective.
    case requiredForObjective(String)
    /// The member is present. It is required for the member at a path.
    case requiredFor(String)
    /// The list has two or three different objectives.
    case differentObjectives
    /// The contract occurs once; the one at a path has it already.
    case contractOf(String)
    /// The member is absent, or the objective is another one, if combinations have two expirations.
    case supportedWithoutPairs(objective: String?)
    /// The options of the chain have one expiration.
    case supportedWithOneExpiration
    /// The options expire at the same time as the first one.
    case expirationOf(String)
    /// The date is after the valuation.
    case afterValuation
    /// The date is not before the valuation.
    case notBeforeValuation
    /// The date is not after the first expiration.
    case notAfterFirstExpiration
    /// The member is absent if the member at a path is present.
    case notGivenWith(String)
    /// The member is absent if another member of the same row of a table is present.
    case notGivenInRowWith(String)
    /// The member is absent if another member of the same object is present. The message does not show the value.
    case excludedBy(String)
    /// The member is absent if the member at a path has a value.
    case notGivenWithValue(String, String)
    /// A stock leg has no strike price.
    case noStrikePriceOfStock
    /// Options in a model have European exercise.
    case europeanForModel(PricingModel)
    /// A leg that expires after the horizon is an option.
    case optionForLaterExpiration
    /// The premium implies a volatility if none is given. The associated value is the reason why it does not.
    case determinesVolatility(ImpliedVolatility)
    /// The market value of a leg implies a volatility if the leg gives none. The associated value is the reason why it does
    /// not.
    case determinesLegVolatility(ImpliedVolatility)
    /// A leg is an option if the options are cash-settled, because there are no shares.
    case noSharesIfCashSettled
    /// The delta is that of an option with some strike price.
    case deltaOfStrikePrice
    /// The yield changes no amount by a factor of more than e²⁰ over the last time to expiration.
    case moderateYield

    /// The chain has a smile that is free of butterfly arbitrage.
    case smileFreeOfButterflyArbitrage
    /// The smile is free of butterfly arbitrage at every strike, and its variance is positive.
    case freeOfButterflyArbitrage
    /// The engine values options with this term, or in a market with it.
    case supported
    /// The number is in the range in which options with such terms are valued.
    case inPricingRange(ClosedRange<Double>, PricingError.Terms)
    /// The method for options with this term finds a value of the documented accuracy.
    case convergent

    // Portfolios
    /// The number is 1.
    case one
    /// The number equals the member at a path.
    case equal(String)
    /// The list has as many elements as the list at a path.
    case sameCount(String)
    /// The returns of a history of prices vary.
    case variedReturns
    /// The correlations of the first underlyings, of this number, are positive semidefinite.
    case positiveSemidefinite(Int)
    /// The correlations of the first underlyings, of this number, are positive definite.
    case positiveDefinite(Int)
    /// The expiration is not before the horizon.
    case notBeforeHorizon
    /// The ex-date is after the horizon.
    case afterHorizon

    // Results
    /// Results are within the range of `Double`.
    case representable
    /// Prices discounted over the time to expiration are within the range of `Double`.
    case representableDiscount

    // Work
    /// The computation stays within one of its ``WorkLimits``.
    case withinLimit(WorkLimits.Name, Int)
    /// The computation is not cancelled.
    case notCancelled

    /// Elements whose number is limited. Raw values are their names in messages.
    public enum Counted: String, Hashable, Sendable {
        /// Elements of a list.
        case elements
        /// Legs of a strategy.
        case legs
        /// Quotes of a chain.
        case quotes
        /// Rows of a table.
        case rows
        /// Positions of a book.
        case positions
        /// Scenarios of one strategy.
        case scenarios
        /// Scenarios of all positions of a book together.
        case scenariosOfAllPositions = "scenarios of all positions together"
        /// Values of the distinct contracts of a book in its scenarios.
        case contractValues = "values of different contracts"
        /// Underlyings of a portfolio.
        case underlyings
        /// Underlyings of a portfolio whose correlations are factorised without OpenBLAS.
        case underlyingsWithoutOpenBLAS = "underlyings where OpenBLAS is not installed"
        /// Normal variates of a response.
        case normals
        /// Points of all value curves together.
        case valueCurvePoints = "points of all curves together"
    }

    /// Returns the rule with the path of the member that it names, which is a member of the object at `container`.
    package func within(_ container: String) -> StrategyRule {
        switch self {
        case .greaterThan(let name): .greaterThan(StrategyError.member(name, of: container))
        case .notGivenWith(let name): .notGivenWith(StrategyError.member(name, of: container))
        case .notGivenWithValue(let name, let value):
            .notGivenWithValue(StrategyError.member(name, of: container), value)
        default: self
        }
    }

    // Inlinable, because the rule is a constant at most call sites.

    /// Whether `value` breaks the rule; false for rules that do not concern a number.
    @inlinable
    package func isBroken(by value: Double) -> Bool {
        let largest = Double.greatestFiniteMagnitude
        return switch self {
        case .finite: !(value.magnitude <= largest)
        case .positive: !(value > 0 && value <= largest)
        case .nonNegative: !(value >= 0 && value <= largest)
        case .priceOrZero: !(value >= 0 && value <= 1e15)
        case .atLeastMinusOne: !(value >= -1 && value <= largest)
        case .betweenZeroAndOne: !(value > 0 && value < 1)
        case .fromZeroToOne: !(value >= 0 && value <= 1)
        case .betweenMinusOneAndOne: !(value >= -1 && value <= 1)
        case .atLeastOne: !(value >= 1 && value <= largest)
        case .fromMinusOneToZero: !(value >= -1 && value <= 0)
        case .evenInteger(let range): Int(exactly: value).map { !range.contains($0) || $0 % 2 != 0 } ?? true
        case .integer(let range), .count(let range, _): Int(exactly: value).map { !range.contains($0) } ?? true
        case .atMost(let limit, _): value > Double(limit)
        default: false
        }
    }
}
