internal import MarketData

/// Decodes members that may be absent, `null`, of another type, or a number in quotes.
///
/// An unreadable member is `nil`, so that one bad member does not lose the others.
extension KeyedDecodingContainer {
    /// Returns a string; `nil` if it is empty or of another type.
    func text(_ key: Key) -> String? {
        let text = try? decode(String.self, forKey: key)
        return text?.isEmpty == true ? nil : text
    }

    /// Returns a finite number.
    func number(_ key: Key) -> Double? {
        let value =
            (try? decode(Double.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap { Double($0) }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns a decimal: the digits of a string, or a number's first 15 digits; further digits are binary rounding
    /// noise.
    func decimal(_ key: Key) -> ExactDecimal? {
        if let text = try? decode(String.self, forKey: key) { return ExactDecimal(text) }
        guard let decimal = number(key).flatMap({ ExactDecimal($0) }) else { return nil }
        let digits = String(decimal.significand.magnitude).utf8.count
        let decimals = 15 - digits - Int(decimal.exponent)
        return digits > 15 && decimals > 0 ? decimal.rounded(decimals: decimals) : decimal
    }

    /// Returns a price: a decimal above zero.
    func price(_ key: Key) -> ExactDecimal? {
        decimal(key).flatMap { $0.significand > 0 ? $0 : nil }
    }

    /// Returns a whole number, rounded; `nil` beyond ±9 × 10^18.
    func integer(_ key: Key) -> Int? {
        number(key).flatMap { abs($0) < 9e18 ? Int($0.rounded()) : nil }
    }

    /// Returns a whole number of shares or contracts: 0 or more.
    func count(_ key: Key) -> Int? {
        integer(key).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns an object or an array; `nil` if it cannot be read.
    func value<Value: Decodable>(_ type: Value.Type = Value.self, _ key: Key) -> Value? {
        try? decode(type, forKey: key)
    }
}
