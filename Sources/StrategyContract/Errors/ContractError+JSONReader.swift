internal import COptionsJSON
internal import StrategyAnalytics

extension ContractError {
    /// Words a failure of the JSON reader, with its position as a line and a column in characters.
    init(_ failure: JSONReader.Failure, in json: Span<UInt8>) {
        let reason: String
        switch failure.status {
        case JSON_EMPTY:
            reason = "it is empty"
        case JSON_NOT_UTF8:
            reason = "it is not UTF-8"
        case JSON_UNCLOSED_STRING:
            reason = "a string has no end"
        case JSON_BAD_STRING where failure.offset == nil:
            reason = "a string holds a control character"
        case JSON_BAD_STRING:
            reason = "a string holds a wrong escape"
        case JSON_BAD_NUMBER:
            reason = "a number is malformed"
        case JSON_BAD_LITERAL:
            reason = "a word is none of true, false and null"
        case JSON_TRAILING:
            reason = "something follows the value"
        case JSON_TOO_DEEP:
            self = ContractError(
                .malformed, path: "",
                "must be nested at most \(RequestLimits.nestingDepth) levels deep, got more\(Self.place(failure, json))"
            )
            return
        case JSON_OUT_OF_MEMORY, JSON_TOO_LARGE:
            reason = "memory ran out"
        case _ where failure.offset == json.count:
            reason = "it ends too early"
        default:
            reason = "a value, comma, colon or bracket is missing or misplaced"
        }
        self = ContractError(.malformed, path: "", "is not valid JSON: \(reason)\(Self.place(failure, json))")
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
