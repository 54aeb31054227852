/// Why a request was refused: the first broken rule in document order.
///
/// ``message`` names the field by its path, the rule and the value, and is the text of the JSON error object:
///
///     legs[0].strikePrice must be greater than 0, got -5
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of rule was broken.
    public enum Kind: Hashable, Sendable {
        /// The request is not a JSON text in UTF-8, or is nested too deep.
        case malformed
        /// The request has more bytes than ``Limits/requestBytes``. (HTTP: 413; 400 for all others.)
        case tooLarge
        /// A required field is absent.
        case missing
        /// A field has the wrong type.
        case wrongType
        /// A field has the right type and a value that is not allowed.
        case notAllowed
        /// The request is valid, but an answer is beyond the range of `Double`.
        case notRepresentable
    }

    /// What kind of rule was broken.
    public let kind: Kind
    /// The field, such as `legs[0].strikePrice`; empty for the request as a whole.
    public let path: String
    /// The sentence for people.
    public let message: String

    /// The message.
    public var description: String { message }

    /// The message without the path.
    private let rule: String

    init(_ kind: Kind, path: String, _ rule: String) {
        self.kind = kind
        self.path = path
        self.rule = rule
        message = (path.isEmpty ? "the request " : path + " ") + rule
    }

    /// The same error of an object that stands at `container`.
    func within(_ container: String) -> ContractError {
        guard !container.isEmpty else { return self }
        return ContractError(kind, path: path.isEmpty ? container : ObjectPath.member(path, of: container), rule)
    }

    /// The same error of a position of a book, where it is about its legs; all else is said in the book.
    func within(position number: Int) -> ContractError {
        path.hasPrefix(Name.legs.text) ? within(ObjectPath.position(number).text) : self
    }

    static func missing(_ path: String) -> ContractError {
        ContractError(.missing, path: path, "is required")
    }

    static func wrongType(_ path: String, expected: String, got value: String) -> ContractError {
        ContractError(.wrongType, path: path, "must be \(expected), got \(value)")
    }

    static func notAllowed(_ path: String, _ rule: String, got value: String) -> ContractError {
        ContractError(.notAllowed, path: path, "\(rule), got \(value)")
    }

    static func notRepresentable(_ path: String) -> ContractError {
        ContractError(
            .notRepresentable, path: path,
            "is too large for a number: its magnitude must be at most \(Double.greatestFiniteMagnitude)")
    }

    package static let tooLarge = ContractError(
        .tooLarge, path: "", "must be at most \(Limits.requestBytes) bytes, got more")

    // What is wrong with an array of requests, where another one should have been.
    package static let emptyElement = ContractError(
        .malformed, path: "", "is missing: an element of the array is empty")
    package static let arrayWithoutEnd = ContractError(.malformed, path: "", "is missing: the array has no end")
    package static let afterArray = ContractError(
        .malformed, path: "", "is not valid JSON: something follows the array")

    /// The rule of a field that takes one of a few strings.
    static func choiceRule(_ choices: [String]) -> String {
        let quoted = choices.map { "\"\($0)\"" }
        return "must be \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
    }

    static func strikePriceOfStock(_ path: String, got value: String) -> ContractError {
        .notAllowed(path, #"must not be given for type "stock""#, got: value)
    }

    /// The rule of an integer field, which a number that is no integer breaks as well.
    static func integerRule(_ allowed: ClosedRange<Int>) -> String {
        "must be an integer from \(allowed.lowerBound) to \(allowed.upperBound)"
    }
}
