internal import COptionsJSON
public import ExactPayoff
internal import StrategyRequests

/// The reason why a request was refused: the first broken rule in document order.
///
/// ``message`` names the field by its path, the rule and the value:
///
///     legs[0].strikePrice must be greater than 0, got -5
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of broken rule: a stable name for programs. Later versions may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The request is not JSON in UTF-8, or is nested too deep.
        public static let malformed = Code(rawValue: "malformed")
        /// The request has too many bytes.
        public static let tooLarge = Code(rawValue: "too_large")
        /// A required field is absent.
        public static let missing = Code(rawValue: "missing")
        /// A field has the wrong type.
        public static let wrongType = Code(rawValue: "wrong_type")
        /// A field has the right type, but a value that is not allowed.
        public static let notAllowed = Code(rawValue: "not_allowed")
        /// A strict request has an unknown member.
        public static let unknownMember = Code(rawValue: "unknown_member")
        /// The request is valid, but a result exceeds the range of `Double`.
        public static let notRepresentable = Code(rawValue: "not_representable")
        /// The request would take more work than its limits allow.
        public static let workExceeded = Code(rawValue: "work_exceeded")
        /// The calculation was cancelled, or its deadline passed.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// The kind of broken rule.
    public let code: Code
    /// The field, such as `legs[0].strikePrice`; empty for the request as a whole.
    public let path: String
    /// The message.
    public let message: String

    /// The status of the HTTP response that carries the error: 413 for ``Code/tooLarge``, 503 for ``Code/cancelled``,
    /// otherwise 400.
    public var httpStatus: Int { code == .tooLarge ? 413 : code == .cancelled ? 503 : 400 }

    /// The message.
    public var description: String { message }

    init(_ code: Code, path: String, _ rule: String) {
        self.init(code, path: path, message: (path.isEmpty ? "the request " : path + " ") + rule)
    }

    init(_ code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// Words an error of the engine.
    public init(_ error: StrategyError) {
        let written: String? =
            switch error.value {
            case .number(let number): JSONWriter.text(number)
            case .count(let count): "\(count)"
            case .date(let date): "\"\(date)\""
            case .word(let word): "\"\(word)\""
            case .array: "an array"
            case .object: "an object"
            case .absent: nil
            }
        self.init(error, written: written)
    }

    /// Creates the error with the message for an error of the engine and the value as written.
    init(_ error: StrategyError, written: String?) {
        var rule = error.rule
        if case .number(let number) = error.value, !number.isFinite {
            // A number that is not finite also violates an integer rule, whose message is more informative.
            if case .integer = rule {} else { rule = .finite }
        }
        let value = rule.showsValue ? written.map { ", got \($0)" } : nil
        self.init(rule.code, path: error.path, rule.words + (value ?? ""))
    }

    /// Runs `body`, and words its error.
    static func wording<Result, Failure: StrategyErrorConvertible>(
        _ body: () throws(Failure) -> Result
    ) throws(ContractError) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw ContractError(error.strategyError)
        }
    }

    static func wrongType(_ path: String, expected: String, got value: String) -> ContractError {
        ContractError(.wrongType, path: path, "must be \(expected), got \(value)")
    }

    static func notAllowed(_ path: String, _ rule: String, got value: String) -> ContractError {
        ContractError(.notAllowed, path: path, "\(rule), got \(value)")
    }

    package static func tooLarge(limit: Int = RequestLimits.requestBytes) -> ContractError {
        ContractError(StrategyError("", .withinLimit(.bytes, limit)))
    }

    static let cancelled = ContractError(StrategyError("", .notCancelled))

    // Errors in an array of requests, reported in place of a request.
    package static let emptyElement = ContractError(
        .malformed, path: "", "is missing: an element of the array is empty")
    package static let arrayWithoutEnd = ContractError(.malformed, path: "", "is missing: the array has no end")
    package static let afterArray = ContractError(
        .malformed, path: "", "is not valid JSON: something follows the array")

    /// Returns the rule of a field that allows a few strings.
    static func choiceRule(_ choices: [String]) -> String {
        let quoted = choices.map { "\"\($0)\"" }
        if quoted.count == 1 { return "must be \(quoted[0])" }
        return "must be \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
    }

    /// Returns the error object `{"error": …, "code": …, "path": …}` in UTF-8, without a line end. An error of the request
    /// as a whole has no `path`.
    public func json() -> [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    /// Appends the error object to `output`.
    ///
    /// - Parameters:
    ///   - output: The output, to which UTF-8 without a line end is appended.
    ///   - identifier: The JSON text of the member `id`, which precedes the error; `nil` if there is none.
    public func append(to output: inout [UInt8], identifier: [UInt8]? = nil) {
        JSONWriter.append(to: &output) { writer in
            writer.append("{")
            writer.append(identifier: identifier)
            writer.append(#""error":"#)
            writer.append(message, code, path: path)
            writer.append("}")
        }
    }

    /// Creates the error with the message for a failure of the JSON reader, with its position as a line and a column in
    /// characters.
    init(_ failure: JSONReader.Failure, in json: Span<UInt8>) {
        if failure.status == JSON_CANCELLED {
            self = .cancelled
            return
        }
        let place = Self.place(failure, json)
        if failure.status == JSON_TOO_DEEP {
            self.init(
                .malformed, path: "",
                "must be nested at most \(RequestLimits.nestingDepth) levels deep, got more\(place)")
            return
        }
        let reason =
            switch failure.status {
            case JSON_EMPTY: "it is empty"
            case JSON_NOT_UTF8: "it is not UTF-8"
            case JSON_UNCLOSED_STRING: "a string has no end"
            case JSON_BAD_STRING where failure.offset == nil: "a string holds a control character"
            case JSON_BAD_STRING: "a string holds a wrong escape"
            case JSON_BAD_NUMBER: "a number is malformed"
            case JSON_BAD_LITERAL: "a word is none of true, false and null"
            case JSON_TRAILING: "something follows the value"
            case JSON_OUT_OF_MEMORY, JSON_TOO_LARGE: "memory ran out"
            case _ where failure.offset == json.count: "it ends too early"
            default: "a value, comma, colon or bracket is missing or misplaced"
            }
        self.init(.malformed, path: "", "is not valid JSON: \(reason)\(place)")
    }

    /// Returns ` at line 2, column 7`; empty if the position is unknown.
    private static func place(_ failure: JSONReader.Failure, _ json: Span<UInt8>) -> String {
        guard let offset = failure.offset else { return "" }
        var line = 1
        var column = 1
        for index in 0..<min(offset, json.count) {
            if json[index] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if json[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return " at line \(line), column \(column)"
    }
}

extension JSONWriter {
    /// Appends the message of an error behind the name of its member, and the members `code` and `path`. An empty path is left out.
    package mutating func append(_ message: String, _ code: ContractError.Code, path: String) {
        append(quoted: message)
        append(#","code":"#)
        append(quoted: code.rawValue)
        if path.isEmpty { return }
        append(#","path":"#)
        append(quoted: path)
    }
}
