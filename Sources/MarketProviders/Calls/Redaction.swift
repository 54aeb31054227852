/// Takes keys out of messages.
struct Redaction: Sendable {
    /// The forms in which keys may occur in a text, longer ones first.
    private let secrets: [String]

    init(_ secrets: [String]) {
        let forms = secrets.filter { !$0.isEmpty }.flatMap { secret in
            let encoded = PercentEncoding.encode(secret)
            return [secret, encoded, Self.lowercasedDigits(encoded)]
        }
        self.secrets = Set(forms).sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
    }

    /// Returns a message as one line of at most 300 characters, with each key replaced by `…`.
    func clean(_ message: String) -> String {
        var text = message
        for secret in secrets { text = text.replacing(secret, with: "…") }
        let line = text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
            .joined(separator: " ")
        return line.count <= 300 ? line : "\(line.prefix(299))…"
    }

    /// Writes the digits of `%2F` as in `%2f`.
    private static func lowercasedDigits(_ encoded: String) -> String {
        var digits = 0
        return String(
            encoded.map { character in
                defer { digits = character == "%" ? 2 : max(0, digits - 1) }
                return digits > 0 ? Character(character.lowercased()) : character
            })
    }
}
