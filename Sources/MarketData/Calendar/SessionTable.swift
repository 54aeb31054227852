/// The days with a session from 1990 through 2100, one bit a day, so that sessions are counted and found without
/// visiting days.
struct SessionTable: Sendable {
    /// The first day.
    static let first: CalendarDate = {
        guard let first = CalendarDate(year: 1990, month: 1, day: 1) else {
            preconditionFailure("a day of the calendar")
        }
        return first
    }()
    /// The number of 64-bit words: through 2100, and a few days more.
    private static let wordCount = 634

    /// The table of the rules, without overrides.
    static let rules = SessionTable()

    /// The sessions: bit `n % 64` of word `n / 64` is set if the day `n` days after ``first`` has one.
    private var words: [UInt64]
    /// The number of sessions before each word; the last element counts all sessions.
    private var counts: [Int]

    /// The number of days of the table.
    var dayCount: Int { words.count * 64 }

    private init() {
        words = [UInt64](repeating: 0, count: Self.wordCount)
        counts = []
        for number in 0..<Self.wordCount * 64 {
            guard let date = Self.first.adding(days: number) else { continue }
            if NYSERules.isOpen(date, Weekday(date)) { words[number / 64] |= 1 << UInt64(number % 64) }
        }
        count()
    }

    /// Creates the table of the rules with overrides.
    init(overrides: [CalendarDate: ExchangeCalendar.Override]) {
        self = Self.rules
        if overrides.isEmpty { return }
        for (date, override) in overrides {
            guard let number = number(of: date) else { continue }
            let bit: UInt64 = 1 << UInt64(number % 64)
            if override == .closed { words[number / 64] &= ~bit } else { words[number / 64] |= bit }
        }
        count()
    }

    private mutating func count() {
        counts = [0]
        for word in words { counts.append(counts[counts.count - 1] + word.nonzeroBitCount) }
    }

    /// The position of a day in the table; `nil` if it lies outside.
    func number(of date: CalendarDate) -> Int? {
        let number = Self.first.days(to: date)
        return number >= 0 && number < dayCount ? number : nil
    }

    /// Whether a day of the table has a session.
    func isOpen(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

    /// The number of sessions before a day; the day after the last is allowed.
    func sessions(before number: Int) -> Int {
        let word = number / 64
        guard word < words.count else { return counts[word] }
        return counts[word] + (words[word] & (1 << UInt64(number % 64) &- 1)).nonzeroBitCount
    }

    /// The first session on a day or after it; `nil` if there is none in the table.
    func session(onOrAfter number: Int) -> Int? {
        var word = number / 64
        guard word < words.count else { return nil }
        var bits = words[word] & ~(1 << UInt64(number % 64) &- 1)
        while bits == 0 {
            word += 1
            guard word < words.count else { return nil }
            bits = words[word]
        }
        return word * 64 + bits.trailingZeroBitCount
    }

    /// The last session on a day or before it; `nil` if there is none in the table.
    func session(onOrBefore number: Int) -> Int? {
        var word = number / 64
        var bits = words[word] & (~0 >> UInt64(63 - number % 64))
        while bits == 0 {
            guard word > 0 else { return nil }
            word -= 1
            bits = words[word]
        }
        return word * 64 + 63 - bits.leadingZeroBitCount
    }
}
