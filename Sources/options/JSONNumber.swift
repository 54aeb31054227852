internal import ArgumentParser

/// A number on the command line, which the request contains as typed.
struct JSONNumber: Hashable {
    /// A number of JSON.
    let text: String

    static let one = JSONNumber(unchecked: "1")

    private init(unchecked text: String) { self.text = text }

    /// Returns `nil` unless `text` is a JSON number (RFC 8259) within the range of `Double`.
    init?(_ text: String) {
        var rest = text.utf8[...]
        func skip(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func skipDigits() -> Bool {
            let count = rest.count
            rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return rest.count < count
        }
        _ = skip("-")
        // No digit follows a leading zero.
        guard skip("0") || skipDigits() else { return nil }
        if skip("."), !skipDigits() { return nil }
        if skip("eE") {
            _ = skip("+-")
            guard skipDigits() else { return nil }
        }
        guard rest.isEmpty, Double(text)?.isFinite == true else { return nil }
        self.text = text
    }

    /// Parses the value of an option.
    static func argument(_ text: String) throws -> JSONNumber {
        guard let number = JSONNumber(text) else { throw ValidationError("expected a number such as 0.5") }
        return number
    }
}
