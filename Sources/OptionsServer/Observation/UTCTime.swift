internal import OptionPricing

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A moment in universal time.
struct UTCTime {
    /// Seconds since the beginning of 1970.
    let seconds: Int
    let milliseconds: Int
    private let date: CalendarDate?

    /// The present moment.
    static var now: UTCTime {
        let time = Date.now.timeIntervalSince1970
        let seconds = time.rounded(.down)
        return UTCTime(seconds: Int(seconds), milliseconds: Int((time - seconds) * 1000))
    }

    /// The present second.
    static var nowSeconds: Int { Int(Date.now.timeIntervalSince1970.rounded(.down)) }

    init(seconds: Int, milliseconds: Int = 0) {
        self.seconds = seconds
        self.milliseconds = milliseconds
        date = CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: seconds / 86400)
    }

    /// RFC 3339 with milliseconds: `2026-02-13T10:30:45.123Z`.
    var text: String { secondText + fractionText }

    /// The part of ``text`` up to the second.
    var secondText: String { "\(date?.description ?? "")T\(clock)" }

    /// The rest of ``text``.
    var fractionText: String { ".\(Self.digits(milliseconds, 3))Z" }

    /// The form of HTTP (RFC 9110): `Fri, 13 Feb 2026 10:30:45 GMT`.
    var httpDate: String {
        // The first day of 1970 was a Thursday.
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let date else { return "" }
        let day = "\(days[seconds / 86400 % 7]), \(Self.digits(date.day, 2))"
        return "\(day) \(months[date.month - 1]) \(Self.digits(date.year, 4)) \(clock) GMT"
    }

    private var clock: String {
        let second = seconds % 86400
        return [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }.joined(separator: ":")
    }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
