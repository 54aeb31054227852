/// A line of an overrides file that cannot be used.
public struct CalendarOverridesError: Error, Hashable, Sendable {
    /// The rule that the line breaks.
    public enum Rule: Hashable, Sendable {
        /// A line is a date, spaces, and `closed`, `early-close` or `open`.
        case form
        /// The date exists and is written `YYYY-MM-DD`.
        case date
        /// The word after the date is `closed`, `early-close` or `open`.
        case word
        /// A date stands in one line only. The number is that of the earlier line.
        case unique(line: Int)
    }

    /// The number of the line, from 1.
    public let line: Int
    /// The rule.
    public let rule: Rule
    /// The text to which the rule applies, without spaces at either end.
    public let text: String
}

extension ExchangeCalendar {
    /// Reads the days that differ from the rules, one a line.
    ///
    /// ```
    /// # Announced on 2027-02-26
    /// 2027-03-01 closed
    /// 2027-07-02 early-close
    /// 2028-12-26 open         # as usual after all
    /// ```
    ///
    /// A `#` begins a comment anywhere in a line. Empty lines are skipped; lines may end as on Windows.
    ///
    /// - Parameter text: The text of the file.
    /// - Returns: The overrides, for ``init(overrides:)``.
    /// - Throws: ``CalendarOverridesError`` for the first line that breaks a rule.
    public static func overrides(
        parsing text: String
    ) throws(CalendarOverridesError) -> [CalendarDate: Override] {
        var overrides: [CalendarDate: Override] = [:]
        var lines: [CalendarDate: Int] = [:]
        var line = 0
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let words = bytes.prefix { $0 != UInt8(ascii: "#") }.split { [0x09, 0x0D, 0x20].contains($0) }
                .map { String(decoding: $0, as: UTF8.self) }
            if words.isEmpty { continue }
            guard words.count == 2 else {
                throw CalendarOverridesError(line: line, rule: .form, text: words.joined(separator: " "))
            }
            guard let date = CalendarDate(words[0]) else {
                throw CalendarOverridesError(line: line, rule: .date, text: words[0])
            }
            guard let override = Override(word: words[1]) else {
                throw CalendarOverridesError(line: line, rule: .word, text: words[1])
            }
            if let earlier = lines.updateValue(line, forKey: date) {
                throw CalendarOverridesError(line: line, rule: .unique(line: earlier), text: words[0])
            }
            overrides[date] = override
        }
        return overrides
    }
}

extension ExchangeCalendar.Override {
    fileprivate init?(word: String) {
        switch word {
        case "closed": self = .closed
        case "early-close": self = .earlyClose
        case "open": self = .open
        default: return nil
        }
    }
}
