public import OptionPricing

/// A rule that a value of a request must keep. `StrategyContract` puts each into words, once.
public enum RequestRule: Hashable, Sendable {
    // Numbers
    /// Neither NaN nor infinite.
    case finite
    /// Finite and greater than 0.
    case positive
    /// Finite, and 0 or greater.
    case nonNegative
    /// Finite, greater than 0 and at most 10¹⁵: exact amounts at higher prices take integers of hundreds of digits.
    case price
    /// Finite, and −1 or greater.
    case atLeastMinusOne
    /// Greater than 0 and less than 1.
    case betweenZeroAndOne
    /// An integer of a range.
    case integer(ClosedRange<Int>)

    // Numbers of elements
    /// A list has so many elements.
    case elements(ClosedRange<Int>)
    /// A strategy has so many legs.
    case legs(ClosedRange<Int>)
    /// A book has so many positions.
    case positions(ClosedRange<Int>)
    /// At most so many of what is counted.
    case atMost(Int, Counted)

    // Members and their neighbours
    /// The member is given.
    case required
    /// The member is given, since the volatilities of the legs differ and the current price does not lie between their
    /// strikes.
    case requiredWhereVolatilitiesDiffer
    /// The number is greater than the member at a path.
    case greaterThan(String)
    /// The date is later than the date of valuation.
    case afterValuation
    /// The date is not earlier than the date of valuation.
    case notBeforeValuation
    /// The date is not later than the first expiration.
    case notAfterFirstExpiration
    /// The member is not given together with the member at a path.
    case notGivenWith(String)
    /// Shares have no strike price.
    case noStrikePriceOfStock
    /// A leg that expires later than others is an option.
    case optionForLaterExpiration
    /// The premium determines a volatility, as none is given; the solver's answer is the reason that it does not.
    case determinesVolatility(ImpliedVolatility)
    /// The yield changes no amount by more than e²⁰ over the last time to expiration.
    case moderateYield

    // Results
    /// Results fit a `Double`.
    case representable
    /// A rate discounts prices, over the time to expiration, to what a `Double` can hold.
    case representableDiscount

    // Work
    /// The request stays within one of its ``WorkLimits``.
    case withinLimit(WorkLimits.Name, Int)
    /// The calculation is not cancelled before it ends.
    case notCancelled

    /// What is counted where a number of elements is limited.
    public enum Counted: Hashable, Sendable {
        /// Scenarios of one strategy.
        case scenarios
        /// Scenarios of all positions of a book together.
        case scenariosOfAllPositions
        /// Values of the different contracts of a book in its scenarios.
        case contractValues
        /// Points of all value curves together.
        case valueCurvePoints
    }

    /// Whether `value` breaks the rule, which is one about numbers.
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

/// Why a request has no answer: the first of its values that breaks a rule.
public struct CalculationError: Error, Hashable, Sendable {
    /// A value that breaks a rule.
    public enum Value: Hashable, Sendable {
        /// A number.
        case number(Double)
        /// A number of elements.
        case count(Int)
        /// A date.
        case date(CalendarDate)
        /// There is none.
        case absent
    }

    /// The member of the request, or of its answer, by its JSON path: `legs[0].strikePrice`.
    public let path: String
    /// The rule that it breaks.
    public let rule: RequestRule
    /// Its value.
    public let value: Value

    /// Creates an error.
    package init(_ path: String, _ rule: RequestRule, _ value: Value = .absent) {
        self.path = path
        self.rule = rule
        self.value = value
    }

    /// The same error of an object at `container`.
    package func within(_ container: String) -> CalculationError {
        container.isEmpty ? self : CalculationError(Self.member(path, of: container), rule, value)
    }

    /// The path of a member of the object at `container`, which is empty for the request.
    package static func member(_ name: String, of container: String) -> String {
        container.isEmpty ? name : "\(container).\(name)"
    }

    /// The path of a leg.
    package static func leg(_ index: Int) -> String { "legs[\(index)]" }

    static func missing(_ path: String) -> CalculationError { CalculationError(path, .required) }

    /// Throws unless all results fit a `Double`.
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
    /// The error of the parameter of the object at `container`.
    func calculationError(in container: String) -> CalculationError
}

extension CalculationError {
    /// Runs `body`, and throws its error with the path of the object that has the parameter.
    package static func translating<Result, Failure: ParameterError>(
        in container: @autoclosure () -> String = "", _ body: () throws(Failure) -> Result
    ) throws(CalculationError) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw error.calculationError(in: container())
        }
    }
}

extension StrategyError: ParameterError {
    package func calculationError(in container: String) -> CalculationError {
        func error(_ parameter: Parameter, _ rule: RequestRule, _ value: CalculationError.Value) -> CalculationError {
            CalculationError(CalculationError.member(parameter.rawValue, of: container), rule, value)
        }
        return switch self {
        case .notFinite(let parameter, let value): error(parameter, .finite, .number(value))
        case .notPositive(let parameter, let value): error(parameter, .positive, .number(value))
        case .negative(let parameter, let value): error(parameter, .nonNegative, .number(value))
        case .notBetweenZeroAndOne(let parameter, let value): error(parameter, .betweenZeroAndOne, .number(value))
        case .outOfRange(.legs, let count, let allowed): error(.legs, .legs(allowed), .count(count))
        case .outOfRange(let parameter, let value, let allowed): error(parameter, .integer(allowed), .count(value))
        case .notAnOption:
            CalculationError(CalculationError.member("type", of: container), .optionForLaterExpiration)
        case .notRepresentable(let parameter): error(parameter, .representableDiscount, .absent)
        case .workExceeded(let name, let allowed): CalculationError("", .withinLimit(name, allowed))
        case .cancelled: CalculationError("", .notCancelled)
        case .pricing(let error): error.calculationError(in: container)
        }
    }
}

extension StrategyError {
    /// The error of a result at `path`, where values too large for a `Double` are those of the result.
    func resultError(_ path: String) -> CalculationError {
        if case .pricing = self { return CalculationError(path, .representable) }
        return calculationError(in: "")
    }
}

extension PricingError: ParameterError {
    package func calculationError(in container: String) -> CalculationError {
        func error(_ parameter: Parameter, _ rule: RequestRule, _ value: CalculationError.Value) -> CalculationError {
            CalculationError(CalculationError.member(parameter.rawValue, of: container), rule, value)
        }
        return switch self {
        case .notFinite(let parameter, let value): error(parameter, .finite, .number(value))
        case .notPositive(let parameter, let value): error(parameter, .positive, .number(value))
        case .negative(let parameter, let value): error(parameter, .nonNegative, .number(value))
        case .notRepresentable(let parameter): error(parameter, .representable, .absent)
        }
    }
}
