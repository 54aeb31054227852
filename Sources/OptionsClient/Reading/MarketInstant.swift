public import Foundation

extension Date {
    /// Parses an instant of the server: `2026-11-20T21:00:00Z` with any number of fractional digits (`asOf`,
    /// `refreshed`), or `2024-01-15T10:30:45.123456` without a zone, in UTC (`last_update`).
    ///
    /// `ISO8601DateFormatter` parses neither the second form nor six digits. `nil` for any other text.
    public init?(marketInstant text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0 as Int?) { sum, byte in
                guard let sum, (48...57).contains(byte) else { return nil }
                return sum * 10 + Int(byte) - 48
            }
        }
        guard bytes.count >= 19, bytes[4] == 45, bytes[7] == 45, bytes[10] == 84, bytes[13] == 58, bytes[16] == 58,
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        if rest.last == 90 { rest.removeLast() }
        var fraction = 0.0
        if !rest.isEmpty {
            guard rest.first == 46, rest.count > 1, rest.dropFirst().allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            fraction = Double("0" + String(decoding: rest, as: UTF8.self)) ?? 0
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        let components = DateComponents(
            calendar: calendar, year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard components.isValidDate(in: calendar) || second == 60, let date = calendar.date(from: components) else {
            return nil
        }
        self = date.addingTimeInterval(fraction)
    }
}

extension QuotesSnapshotResponse {
    /// The instant of ``lastUpdate``; `nil` before the first snapshot.
    public var lastUpdateDate: Date? { Date(marketInstant: lastUpdate) }
}

extension LastUpdateResponse {
    /// The instant of ``lastUpdate``; `nil` before the first snapshot.
    public var lastUpdateDate: Date? { Date(marketInstant: lastUpdate) }
}
