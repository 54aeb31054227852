/// An instant of time in UTC with nanosecond precision. A calendar date denotes its first instant, 00:00 UTC.
///
/// ```swift
/// let valuation = Timestamp("2026-11-21T15:30:00-05:00")
/// let midnight = Timestamp(CalendarDate("2026-11-21")!)
/// ```
///
/// This type never reads a clock. Every UTC day has 86,400 seconds; a leap second denotes the instant that follows it.
///
/// > Source: Klyne and Newman, "Date and Time on the Internet: Timestamps", RFC 3339, 2002.
public struct Timestamp: Hashable, Sendable {
    static let nanosecondsPerDay = 86_400_000_000_000

    /// The day in UTC.
    public let date: CalendarDate
    /// The nanoseconds since the start of the day.
    public let nanosecondOfDay: Int

    /// Creates the first instant of a day.
    public init(_ date: CalendarDate) {
        self.init(date, nanosecondOfDay: 0)
    }

    init(_ date: CalendarDate, nanosecondOfDay: Int) {
        self.date = date
        self.nanosecondOfDay = nanosecondOfDay
    }

    /// Parses a date, `YYYY-MM-DD`, or an instant in the format of RFC 3339, such as `2026-11-21T15:30:00.5-05:00`; `nil` for
    /// any other text, and for years before 1 or after 9999 in UTC.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Parses a date or an instant from bytes, by the rules of ``init(_:)-(String)``.
    public init?(utf8 text: Span<UInt8>) {
        guard text.count >= 10, let date = CalendarDate(utf8: text.extracting(0..<10)) else { return nil }
        if text.count == 10 {
            self.init(date)
            return
        }
        // 2026-11-21T15:30:00, an optional fraction, and Z or an offset
        guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"),
            let hour = CalendarDate.number(text, 11..<13), hour < 24, text[13] == UInt8(ascii: ":"),
            let minute = CalendarDate.number(text, 14..<16), minute < 60, text[16] == UInt8(ascii: ":"),
            let second = CalendarDate.number(text, 17..<19), second <= 60
        else { return nil }
        var index = 19
        var nanoseconds = 0
        if text[index] == UInt8(ascii: ".") {
            index += 1
            let start = index
            var unit = 100_000_000
            while index < text.count, let digit = CalendarDate.number(text, index..<index + 1) {
                nanoseconds += digit * unit
                unit /= 10
                index += 1
            }
            guard index > start else { return nil }
        }
        guard let offset = Self.offset(text, from: index) else { return nil }
        let seconds = ((hour * 60 + minute) - offset) * 60 + second
        let total = seconds * 1_000_000_000 + nanoseconds
        // A leap second is the last second of a day in UTC.
        guard second < 60 || seconds % 86_400 == 0 else { return nil }
        let days = (Double(total) / Double(Self.nanosecondsPerDay)).rounded(.down)
        guard let day = date.adding(days: Int(days)) else { return nil }
        self.init(day, nanosecondOfDay: total - Int(days) * Self.nanosecondsPerDay)
    }

    /// The offset of local time from UTC in minutes.
    private static func offset(_ text: Span<UInt8>, from index: Int) -> Int? {
        guard index < text.count else { return nil }
        if text[index] | 0x20 == UInt8(ascii: "z") { return index + 1 == text.count ? 0 : nil }
        guard index + 6 == text.count, text[index + 3] == UInt8(ascii: ":"),
            let hours = CalendarDate.number(text, index + 1..<index + 3), hours < 24,
            let minutes = CalendarDate.number(text, index + 4..<index + 6), minutes < 60
        else { return nil }
        switch text[index] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }
}

extension Timestamp: Comparable {
    /// Whether `left` is earlier than `right`.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.date, left.nanosecondOfDay) < (right.date, right.nanosecondOfDay)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The date alone if the instant is the first of a day; otherwise `YYYY-MM-DDThh:mm:ssZ`, with the shortest exact fraction
    /// of a second.
    public var description: String {
        if nanosecondOfDay == 0 { return date.description }
        func digits(_ number: Int, _ count: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: count - digits.count) + digits
        }
        let (second, nanoseconds) = nanosecondOfDay.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
        var fraction = nanoseconds == 0 ? "" : "." + digits(nanoseconds, 9)
        while fraction.last == "0" { fraction.removeLast() }
        return "\(date)T\(time)\(fraction)Z"
    }
}
