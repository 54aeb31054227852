internal import MarketData

/// The unit of a timestamp since 1970. Raw values are the units in a second.
enum UnixUnit: Int {
    case seconds = 1
    case milliseconds = 1_000
    case nanoseconds = 1_000_000_000
}

extension KeyedDecodingContainer {
    /// Decodes a timestamp since 1970; `nil` for 0, which sources write for a missing one.
    func instant(_ key: Key, in unit: UnixUnit) -> Timestamp? {
        // Nanoseconds have more digits than a double.
        guard let count = (try? decode(Int.self, forKey: key)) ?? integer(key), count > 0 else { return nil }
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: unit.rawValue)
        return Timestamp(secondsSince1970: seconds, nanoseconds: rest * (1_000_000_000 / unit.rawValue))
    }
}
