internal import ArgumentParser
internal import OptionPricing
internal import StrategyRequests

/// `--dividend`, of the commands that value options.
struct DividendOption: ParsableArguments {
    @Option(
        name: .customLong("dividend"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            A dividend, in quotes: its ex-date or the years until it, and the amount per share or the proportion of the \
            price: "2026-12-11 0.24", "0.25y 0.24", "2026-12-11 1.5%". For options without "dividends" of their own. \
            Repeat the option for each dividend.
            """),
        transform: Self.dividend)
    var dividends: [TypedDividend] = []

    func validate() throws {
        let allowed = RequestLimits.dividendRange
        if dividends.count > allowed.upperBound {
            throw ValidationError("--dividend may be given \(allowed.upperBound) times at most, got \(dividends.count)")
        }
    }

    private static func dividend(_ text: String) throws -> TypedDividend {
        guard let dividend = TypedDividend(text) else {
            throw ValidationError(
                """
                expected an ex-date (such as 2026-12-11 or 0.25y) and an amount of 0 or more or a proportion up to 100% \
                (such as 0.24 or 1.5%)
                """)
        }
        return dividend
    }
}

/// A dividend as typed on the command line: `2026-12-11 0.24`.
struct TypedDividend {
    /// The dividend, for lines.
    let dividend: RequestDividend
    /// The members of its row in a request, with their JSON.
    private let members: [(name: String, json: String)]

    /// The row.
    var json: String { "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}" }

    /// Returns `nil` unless `text` is an ex-date or years, and an amount or a proportion.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let (exDate, when) = Self.exDate(words[0]), let (payment, paid) = Self.payment(words[1])
        else { return nil }
        dividend = RequestDividend(exDate, payment)
        members = [when, paid]
    }

    private static func exDate(_ word: Substring) -> (RequestDividend.ExDate, (name: String, json: String))? {
        if let date = CalendarDate(String(word)) { return (.date(date), ("exDate", "\"\(word)\"")) }
        guard word.last == "y", let years = JSONNumber(String(word.dropLast())), let value = Double(years.text) else {
            return nil
        }
        return (.years(value), ("timeToExDate", years.text))
    }

    private static func payment(_ word: Substring) -> (DiscreteDividend.Payment, (name: String, json: String))? {
        if word.last == "%" {
            // Two decimal places are moved in the text, where a division could round.
            guard let percent = JSONNumber(word.dropLast() + "e-2"), let value = Double(percent.text),
                (0...1).contains(value)
            else { return nil }
            return (.proportion(value), ("proportion", "\(value)"))
        }
        guard let amount = JSONNumber(String(word)), let value = Double(amount.text), value >= 0 else { return nil }
        return (.amount(value), ("amount", amount.text))
    }
}
