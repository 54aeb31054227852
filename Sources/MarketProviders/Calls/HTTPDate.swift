internal import MarketData

/// Parses dates of HTTP fields, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// > Source: Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 5.6.7. The two obsolete formats are
/// > unsupported.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the instant; `nil` for another text.
    static func parse(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].last == ",", words[5] == "GMT", words[1].utf8.count == 2,
            let index = months.firstIndex(of: String(words[2]))
        else { return nil }
        let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
        return Timestamp("\(words[3])-\(month)-\(words[1])T\(words[4])Z")
    }
}
