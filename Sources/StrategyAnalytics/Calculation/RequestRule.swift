public import OptionPricing

/// A rule for the values of a request. `StrategyContract` words each rule once.
public enum RequestRule: Hashable, Sendable {
    // Numbers
    /// Neither NaN nor infinite.
    case finite
    /// Finite and greater than 0.
    case positive
    /// Finite, and 0 or greater.
    case nonNegative
    /// Finite, greater than 0 and at most 10¹⁵. Exact amounts at higher prices would take integers of hundreds of
    /// digits.
    case price
    /// Finite, and −1 or greater.
    case atLeastMinusOne
    /// Greater than 0 and less than 1.
    case betweenZeroAndOne
    /// An integer in a range.
    case integer(ClosedRange<Int>)

    // Numbers of elements
    /// The number of elements of a list is in a range.
    case elements(ClosedRange<Int>)
    /// The number of legs is in a range.
    case legs(ClosedRange<Int>)
    /// The number of positions is in a range.
    case positions(ClosedRange<Int>)
    /// A number of elements is at most a limit.
    case atMost(Int, Counted)

    // Relations between members
    /// The member is present.
    case required
    /// The member is present. It is required because the volatilities of the legs differ and the current price does not
    /// lie between their strikes.
    case requiredWhereVolatilitiesDiffer
    /// The number is greater than the member at a path.
    case greaterThan(String)
    /// The date is after the valuation.
    case afterValuation
    /// The date is not before the valuation.
    case notBeforeValuation
    /// The date is not after the first expiration.
    case notAfterFirstExpiration
    /// The member is absent if the member at a path is present.
    case notGivenWith(String)
    /// A stock leg has no strike price.
    case noStrikePriceOfStock
    /// A leg that expires after the horizon is an option.
    case optionForLaterExpiration
    /// The premium implies a volatility if none is given. The associated value is the reason why it does not.
    case determinesVolatility(ImpliedVolatility)
    /// The yield changes no amount by a factor of more than e²⁰ over the last time to expiration.
    case moderateYield

    // Results
    /// Results are within the range of `Double`.
    case representable
    /// Prices discounted over the time to expiration are within the range of `Double`.
    case representableDiscount

    // Work
    /// The request stays within one of its ``WorkLimits``.
    case withinLimit(WorkLimits.Name, Int)
    /// The calculation is not cancelled.
    case notCancelled

    /// The elements whose number is limited.
    public enum Counted: Hashable, Sendable {
        /// Scenarios of one strategy.
        case scenarios
        /// Scenarios of all positions of a book together.
        case scenariosOfAllPositions
        /// Values of the distinct contracts of a book in its scenarios.
        case contractValues
        /// Points of all value curves together.
        case valueCurvePoints
    }

    /// Whether `value` breaks the rule; false for rules that are not about a number.
    package func isBroken(by value: Double) -> Bool {
        switch self {
        case .finite: !value.isFinite
        case .positive: !(value > 0 && value.isFinite)
        case .nonNegative: !(value >= 0 && value.isFinite)
        case .price: !(value > 0 && value <= 1e15)
        case .atLeastMinusOne: !(value >= -1 && value.isFinite)
        case .betweenZeroAndOne: !(value > 0 && value < 1)
        case .integer(let range): Int(exactly: value).map { !range.contains($0) } ?? true
        default: false
        }
    }
}

/// The reason why a request was refused: the first value that breaks a rule.
public struct CalculationError: Error, Hashable, Sendable {
    /// A value that breaks a rule.
    public enum Value: Hashable, Sendable {
        /// A number.
        case number(Double)
        /// A number of elements.
        case count(Int)
        /// A date.
        case date(CalendarDate)
        /// No value.
        case absent
    }

    /// The JSON path of the member of the request or of the response: `legs[0].strikePrice`.
    public let path: String
    /// The broken rule.
    public let rule: RequestRule
    /// The value that breaks the rule.
    public let value: Value

    /// Creates an error.
    package init(_ path: String, _ rule: RequestRule, _ value: Value = .absent) {
        self.path = path
        self.rule = rule
        self.value = value
    }

    /// Returns the error with the path of its member in the object at `container`. An error of the whole request stays
    /// without a path.
    package func within(_ container: String) -> CalculationError {
        container.isEmpty || path.isEmpty ? self : CalculationError(Self.member(path, of: container), rule, value)
    }

    /// Returns the path of a member of the object at `container`; an empty `container` is the request.
    package static func member(_ name: String, of container: String) -> String {
        container.isEmpty ? name : "\(container).\(name)"
    }

    /// The path of a leg.
    package static func leg(_ index: Int) -> String { "legs[\(index)]" }

    static func missing(_ path: String) -> CalculationError { CalculationError(path, .required) }

    /// Throws an error unless all results are within the range of `Double`.
    static func require(_ results: some Sequence<Double>, _ path: @autoclosure () -> String) throws(CalculationError) {
        guard results.allSatisfy(\.isFinite) else { throw CalculationError(path(), .representable) }
    }

    static func require(_ value: Double?, _ path: @autoclosure () -> String, _ rule: RequestRule)
        throws(CalculationError)
    {
        guard let value, rule.isBroken(by: value) else { return }
        throw CalculationError(path(), rule, .number(value))
    }
}

/// An error that names a parameter, but not the object that has it.
package protocol ParameterError: Error {
    /// The error, with a path that starts at the object that has the parameter.
    var calculationError: CalculationError { get }
}

extension CalculationError {
    /// Runs `body`, and throws its error with the path of the object that has the parameter.
    package static func translating<Result, Failure: ParameterError>(
        in container: @autoclosure () -> String = "", _ body: () throws(Failure) -> Result
    ) throws(CalculationError) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw error.calculationError.within(container())
        }
    }
}

extension StrategyError: ParameterError {
    package var calculationError: CalculationError {
        switch self {
        case .notFinite(let parameter, let value): CalculationError(parameter.rawValue, .finite, .number(value))
        case .notPositive(let parameter, let value): CalculationError(parameter.rawValue, .positive, .number(value))
        case .negative(let parameter, let value): CalculationError(parameter.rawValue, .nonNegative, .number(value))
        case .notBetweenZeroAndOne(let parameter, let value):
            CalculationError(parameter.rawValue, .betweenZeroAndOne, .number(value))
        case .outOfRange(.legs, let count, let allowed):
            CalculationError(Parameter.legs.rawValue, .legs(allowed), .count(count))
        case .outOfRange(let parameter, let value, let allowed):
            CalculationError(parameter.rawValue, .integer(allowed), .count(value))
        case .notAnOption: CalculationError("type", .optionForLaterExpiration)
        case .notRepresentable(let parameter): CalculationError(parameter.rawValue, .representableDiscount, .absent)
        case .workExceeded(let name, let allowed): CalculationError("", .withinLimit(name, allowed))
        case .cancelled: CalculationError("", .notCancelled)
        case .pricing(let error): error.calculationError
        }
    }
}

extension StrategyError {
    /// Returns the error of a result at `path`; a value that exceeds the range of `Double` is then the result.
    func resultError(_ path: String) -> CalculationError {
        if case .pricing = self { return CalculationError(path, .representable) }
        return calculationError
    }
}

extension PricingError: ParameterError {
    package var calculationError: CalculationError {
        switch self {
        case .notFinite(let parameter, let value): CalculationError(parameter.rawValue, .finite, .number(value))
        case .notPositive(let parameter, let value): CalculationError(parameter.rawValue, .positive, .number(value))
        case .negative(let parameter, let value): CalculationError(parameter.rawValue, .nonNegative, .number(value))
        case .notRepresentable(let parameter): CalculationError(parameter.rawValue, .representable, .absent)
        }
    }
}
