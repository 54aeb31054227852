internal import MarketData

/// A search text, as queries for the indices. Operators of the query language never reach them: words consist of
/// letters and digits, and everything is quoted.
struct TickerQuery {
    /// Three characters of ``part``.
    struct Group {
        let text: String
        /// The number of spaces before it; `nil` if it contains a space.
        let word: Int?
    }

    /// The text as a symbol or its prefix; `nil` if it has other characters.
    let symbol: String?
    /// The expression for names that contain, for each word of the text, a word with that prefix; `nil` if there are
    /// none.
    let words: String?
    /// The text in small letters with single spaces.
    let part: String
    /// The groups of three characters of ``part``, by their places; empty if it is shorter.
    let groups: [Group]

    private static let (longestText, mostWords) = (200, 16)

    init(_ text: String) {
        let isSearched = text.unicodeScalars.count <= Self.longestText
        let pieces = isSearched ? text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) : []
        let part = pieces.map { String($0) }.joined(separator: " ")
        self.part = part.lowercased()
        symbol = Ticker(part)?.symbol
        let words = Set(part.unicodeScalars.split { !$0.isOfWord }.map { String($0) }).sorted()
        self.words =
            (1...Self.mostWords).contains(words.count)
            ? Self.withoutPrefixes(words).map { "\"\($0)\"*" }.joined(separator: " ") : nil

        let characters = Array(self.part.unicodeScalars)
        guard characters.count >= 3, !characters.contains("\0") else {
            groups = []
            return
        }
        var word = 0
        groups = (0...characters.count - 3).map { start in
            let group = characters[start..<start + 3]
            defer { if characters[start] == " " { word += 1 } }
            return Group(text: String(String.UnicodeScalarView(group)), word: group.contains(" ") ? nil : word)
        }
    }

    /// Removes words that are prefixes of other words: names that match the longer word match the shorter one. Short
    /// prefixes occur in most names, so they would take longest to look up.
    private static func withoutPrefixes(_ words: [String]) -> [String] {
        var kept: [String] = []
        for word in words.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            let small = word.lowercased()
            if !kept.contains(where: { $0.lowercased().hasPrefix(small) }) { kept.append(word) }
        }
        return kept
    }

    /// Returns the expression for names that have all of some groups.
    static func parts(_ groups: some Sequence<String>) -> String {
        groups.map { group in
            // A mark after a quote is part of the same character, so scalars are compared.
            let doubled = group.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
            return "\"\(String(String.UnicodeScalarView(doubled)))\""
        }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter or a digit, or belongs to one.
    fileprivate var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .privateUse:
            true
        default: false
        }
    }
}
