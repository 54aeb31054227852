/// A leg as typed on the command line: `sell 2 150P @ 3.1 2026-12-18`.
///
/// The words are the side, the quantity, the type and the strike price of an option (`put 150` or `150P`), `@` and the
/// premium, and the expiration date. The quantity, the premium and the date may be absent, as may the side of shares held;
/// the premium and the date may be exchanged.
struct TypedLeg: Hashable {
    let type: String
    let position: String
    let strikePrice: JSONNumber?
    let premium: JSONNumber?
    let quantity: JSONNumber
    let expirationDate: String?

    /// A missing part of a leg, and its position.
    struct Mistake: Error, Hashable {
        let expected: String
        /// The word found in its place; `nil` at the end of the text.
        let word: String?
    }

    private static let positions = [
        "long": "long", "buy": "long", "+": "long", "short": "short", "sell": "short", "-": "short",
        "\u{2212}": "short",
    ]
    private static let types = [
        "call": "call", "calls": "call", "put": "put", "puts": "put", "stock": "stock", "stocks": "stock",
        "share": "stock", "shares": "stock",
    ]

    /// - Throws: The first mistake in `text`.
    init(_ text: String) throws(Mistake) {
        var words = Self.words(text)[...]
        func take<Value>(_ expected: String, _ read: (String) -> Value?) throws(Mistake) -> Value {
            guard let value = words.first.flatMap(read) else { throw Mistake(expected: expected, word: words.first) }
            words.removeFirst()
            return value
        }
        let position = try? take("", { Self.positions[$0.lowercased()] })
        guard position != nil || Self.isShares(words) else {
            throw Mistake(expected: "buy, sell, long, short, + or -", word: words.first)
        }
        self.position = position ?? "long"
        let quantity = try? take("", JSONNumber.init)
        self.quantity = quantity ?? .one
        let contract = (quantity == nil ? "a quantity, " : "") + "call, put, stock or a contract such as 165C"
        if let (strike, type) = try? take("", Self.contract) {
            (self.type, strikePrice) = (type, strike)
        } else {
            type = try take(contract) { Self.types[$0.lowercased()] }
            strikePrice = type == "stock" ? nil : try take("a strike price (such as 165)", JSONNumber.init)
        }
        var premium: JSONNumber?
        var expirationDate: String?
        while let word = words.first {
            if premium == nil, word == "@" {
                words.removeFirst()
                premium = try take("a premium (such as 0.5)", JSONNumber.init)
            } else if expirationDate == nil {
                let expected = (premium == nil ? "@ or " : "") + "an expiration date YYYY-MM-DD"
                expirationDate = try take(expected) { Self.isDate($0) ? $0 : nil }
            } else {
                throw Mistake(expected: premium == nil ? "@" : "the end", word: word)
            }
        }
        self.premium = premium
        self.expirationDate = expirationDate
    }

    /// Returns whether the words are those of shares that are held: a quantity and the type.
    private static func isShares(_ words: ArraySlice<String>) -> Bool {
        let pair = words.prefix(2)
        return pair.count == 2 && pair.first.flatMap(JSONNumber.init) != nil
            && pair.last.map { types[$0.lowercased()] == "stock" } == true
    }

    /// Parses a strike price with the letter of the type: `165C`.
    private static func contract(_ word: String) -> (strikePrice: JSONNumber, type: String)? {
        guard let letter = word.last?.lowercased(), letter == "c" || letter == "p",
            let strike = JSONNumber(String(word.dropLast()))
        else { return nil }
        return (strike, letter == "c" ? "call" : "put")
    }

    /// Splits a text at white space. An `@` and a leading sign are separate words.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            for (index, piece) in part.split(separator: "@", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { words.append("@") }
                if !piece.isEmpty { words.append(String(piece)) }
            }
        }
        guard let first = words.first, let sign = first.first, positions[String(sign)] != nil else { return words }
        let rest = first.dropFirst()
        // Two signs are a mistake, which is shown as it was typed.
        guard let next = rest.first, positions[String(next)] == nil else { return words }
        return [String(sign), String(rest)] + words.dropFirst()
    }

    /// Returns whether a word has the form of a date. Whether the day exists is checked with the request.
    private static func isDate(_ word: String) -> Bool {
        word.utf8.count == 10
            && word.utf8.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7
                    ? byte == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
