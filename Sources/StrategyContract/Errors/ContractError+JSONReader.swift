internal import COptionsJSON
internal import StrategyAnalytics

extension ContractError {
    /// Words a failure of the JSON reader, with its position as a line and a column in characters.
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
