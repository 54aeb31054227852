/// The contract's rounding of results, which binary noise never survives.
enum Rounding {
    /// Money: 8 decimal places.
    static func money(_ amounts: [Double], _ path: String) throws(ContractError) -> [Double] {
        try round(amounts, to: 1e8, path)
    }

    /// Break-evens: 10 decimal places.
    static func breakEvens(_ prices: [Double]) throws(ContractError) -> [Double] {
        try round(prices, to: 1e10, "breakEvenPoints")
    }

    private static func round(_ values: [Double], to power: Double, _ path: String) throws(ContractError) -> [Double] {
        for value in values where !value.isFinite { throw .notRepresentable(path) }
        return values.map { round($0, to: power) }
    }

    /// The double nearest to `value` rounded to whole multiples of `1 / power`, ties to even; never −0.
    static func round(_ value: Double, to power: Double) -> Double {
        // From here on the doubles themselves are further apart than the multiples.
        guard value.magnitude < 0x1p53 / power else { return value }
        let scaled = value * power
        var nearest = scaled.rounded(.toNearestOrEven)
        let difference = scaled - nearest
        if difference.magnitude == 0.5 {
            // The product was rounded to a tie; the sign of its exact remainder tells on which side of it the value is.
            let remainder = (-scaled).addingProduct(value, power)
            if remainder * difference > 0 { nearest += difference.sign == .plus ? 1 : -1 }
        }
        return nearest / power + 0
    }
}
