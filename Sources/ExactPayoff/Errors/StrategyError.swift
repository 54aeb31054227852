public import OptionPricing

/// The reason why an input was refused, or has no result: the first value that violates a rule.
///
/// ```swift
/// do {
///     let leg = try Leg.call(.long, strikePrice: -5, premium: 9.25, quantity: 1)
/// } catch {
///     error.path          // "strikePrice"
///     error.rule          // .positive
///     error.value         // .number(-5)
/// }
/// ```
///
/// `StrategyContract` defines the message.
public struct StrategyError: Error, StrategyErrorConvertible, Hashable, Sendable {
    /// A value that breaks a rule.
    public enum Value: Hashable, Sendable {
        /// A number.
        case number(Double)
        /// A number of elements.
        case count(Int)
        /// A date.
        case date(CalendarDate)
        /// A word.
        case word(String)
        /// A list.
        case array
        /// An object.
        case object
        /// No value.
        case absent
    }

    /// The path of the parameter, or of the member of a request or response, as in JSON: `legs[0].strikePrice`. Empty for
    /// a computation as a whole.
    public let path: String
    /// The broken rule.
    public let rule: StrategyRule
    /// The value that breaks the rule.
    public let value: Value

    /// Creates an error.
    @inlinable
    package init(_ path: String, _ rule: StrategyRule, _ value: Value = .absent) {
        self.path = path
        self.rule = rule
        self.value = value
    }

    /// Returns the error with the path of its member in the object at `container`. An error of the whole request stays
    /// without a path.
    package func within(_ container: String) -> StrategyError {
        container.isEmpty || path.isEmpty ? self : StrategyError(Self.member(path, of: container), rule, value)
    }

    /// Returns the error with its path in the position if the path names a leg. All other members belong to the book.
    package func within(position number: Int) -> StrategyError {
        path.hasPrefix("legs") ? within("positions[\(number)]") : self
    }

    /// Returns the error of a result at `path`: that the result exceeds the range of `Double`. Errors of the budget,
    /// which have no path, and errors about options that no method values are returned unchanged.
    package func ofResult(_ path: String) -> StrategyError {
        switch rule {
        case .supported, .inPricingRange, .convergent: self
        default: self.path.isEmpty ? self : StrategyError(path, .representable)
        }
    }

    /// Returns the path of a member of the object at `container`; an empty `container` is the request.
    package static func member(_ name: String, of container: String) -> String {
        container.isEmpty ? name : "\(container).\(name)"
    }

    /// The path of a leg.
    package static func leg(_ index: Int) -> String { "legs[\(index)]" }

    package var strategyError: StrategyError { self }

    /// Runs `body`, and converts its error.
    package static func converting<Result>(
        _ body: () throws(PricingError) -> Result
    ) throws(StrategyError) -> Result {
        do throws(PricingError) {
            return try body()
        } catch {
            throw error.strategyError
        }
    }

    package static func missing(_ path: String) -> StrategyError { StrategyError(path, .required) }

    // Inlinable, so that other targets specialise it.

    /// Throws an error unless all results are within the range of `Double`.
    @inlinable
    package static func require(
        _ results: some Sequence<Double>, _ path: @autoclosure () -> String
    ) throws(StrategyError) {
        guard results.allSatisfy(\.isFinite) else { throw StrategyError(path(), .representable) }
    }

    /// Throws an error if a number is given and breaks a rule.
    @inlinable @inline(__always)
    package static func require(
        _ value: Double?, _ path: @autoclosure () -> String, _ rule: StrategyRule
    ) throws(StrategyError) {
        guard let value, rule.isBroken(by: value) else { return }
        throw StrategyError(path(), rule, .number(value))
    }

    /// Throws an error if a number of elements, or another integer, breaks a rule.
    package static func require(
        _ count: Int, _ path: @autoclosure () -> String, _ rule: StrategyRule
    ) throws(StrategyError) {
        guard rule.isBroken(by: Double(count)) else { return }
        throw StrategyError(path(), rule, .count(count))
    }
}

/// An error that has the form of a ``StrategyError``.
package protocol StrategyErrorConvertible: Error {
    var strategyError: StrategyError { get }
}

extension PricingError: StrategyErrorConvertible {
    package var strategyError: StrategyError {
        switch self {
        case .notFinite(let parameter, let value): StrategyError(parameter.rawValue, .finite, .number(value))
        case .notPositive(let parameter, let value): StrategyError(parameter.rawValue, .positive, .number(value))
        case .negative(let parameter, let value): StrategyError(parameter.rawValue, .nonNegative, .number(value))
        case .greaterThanOne(let parameter, let value):
            StrategyError(parameter.rawValue, .fromZeroToOne, .number(value))
        case .outsideRange(let parameter, let value, let range, let terms):
            StrategyError(parameter.rawValue, .inPricingRange(range, terms), .number(value))
        case .notRepresentable(let parameter): StrategyError(parameter.rawValue, .representable)
        case .notSupported(let parameter): StrategyError(parameter.rawValue, .supported)
        case .notConverged(let parameter): StrategyError(parameter.rawValue, .convergent)
        }
    }
}
