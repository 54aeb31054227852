internal import MarketData

/// Parses the rate limits in the fields of a reply. Out-of-range values are clamped, and unreadable ones count as
/// absent.
extension SourceReply {
    /// The seconds of `Retry-After`, 1 to 86,400.
    var retryAfter: Int? {
        guard let text = fields["retry-after"] else { return nil }
        if let seconds = Self.number(text) { return Self.clamped(seconds) }
        return HTTPDate.parse(text).map { Self.clamped(received.interval(to: $0)) }
    }

    /// The seconds until a source that limits calls accepts them again, 1 to 86,400.
    var secondsUntilReset: Int? {
        if let retryAfter { return retryAfter }
        return (Self.instant(fields["x-ratelimit-reset"], received) ?? expiry)
            .map { Self.clamped(received.interval(to: $0)) }
    }

    /// The remaining calls until an instant, as Tradier reports them.
    var callsLeft: (calls: Int, until: Timestamp)? {
        guard let calls = fields["x-ratelimit-available"].flatMap(Self.number), let expiry else { return nil }
        return (Int(min(max(calls, 0), 1e9)), expiry)
    }

    private var expiry: Timestamp? { Self.instant(fields["x-ratelimit-expiry"], received) }

    /// Parses seconds or milliseconds since 1970, seconds from now, or `2026-03-09 03:28:00 +0000`.
    private static func instant(_ text: String?, _ received: Timestamp) -> Timestamp? {
        guard let text else { return nil }
        if let number = number(text) {
            // A number of seconds since 1970 is at least 10^8 (1973), one of milliseconds at least 10^11.
            if number < 1e8 { return received.adding(seconds: clamped(number)) }
            let (seconds, rest) = Int(min(number > 1e11 ? number : number * 1000, 1e18)).quotientAndRemainder(
                dividingBy: 1000)
            return Timestamp(secondsSince1970: seconds, nanoseconds: rest * 1_000_000)
                ?? .unixEpoch.adding(seconds: seconds)
        }
        let words = text.split(separator: " ")
        guard words.count == 3, words[2].utf8.count == 5 else { return nil }
        return Timestamp("\(words[0])T\(words[1])\(words[2].prefix(3)):\(words[2].suffix(2))")
    }

    private static func number(_ text: String) -> Double? {
        // `Double` would also accept "nan" and hexadecimal digits.
        text.utf8.allSatisfy({ "0123456789.-+".utf8.contains($0) }) ? Double(text) : nil
    }

    private static func clamped(_ seconds: Double) -> Int { Int(min(max(seconds.rounded(.up), 1), 86_400)) }
}
