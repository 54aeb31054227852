internal import MarketData

/// The unit in which a source counts the time since 1970. Raw values are the units of a second.
enum UnixUnit: Int {
    case seconds = 1
    case milliseconds = 1_000
    case nanoseconds = 1_000_000_000
}

extension KeyedDecodingContainer {
    /// Returns an instant that is counted from 1970; `nil` for 0, which sources write where there is none.
    func instant(_ key: Key, in unit: UnixUnit) -> Timestamp? {
        // Nanoseconds have more digits than a double.
        guard let count = (try? decode(Int.self, forKey: key)) ?? integer(key), count > 0 else { return nil }
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: unit.rawValue)
        return Timestamp(secondsSince1970: seconds, nanoseconds: rest * (1_000_000_000 / unit.rawValue))
    }
}
