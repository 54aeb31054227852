internal import DecimalNumbers

/// The decimal places to which results are rounded, ties to even, before the conversion to doubles.
public struct ResultRounding: Hashable, Sendable {
    /// The decimal places of costs and profits; 0 or more.
    public let money: Int
    /// The decimal places of break-evens and other computed prices; 0 or more.
    public let price: Int

    /// Creates a rounding.
    ///
    /// - Precondition: Both are from 0 to 22.
    public init(money: Int, price: Int) {
        precondition(PowersOfTen.exact.indices.contains(money) && PowersOfTen.exact.indices.contains(price))
        self.money = money
        self.price = price
    }

    /// Rounds a value that is not an exact decimal to `places` decimals, ties to even. `nil` means no rounding.
    /// The product with 10^`places` is rounded as well, by less than the error of such values. A value of 2⁵³ or more
    /// units of the last place is returned unchanged, because a double has no more decimals there.
    package static func rounded(_ value: Double, _ places: Int?) -> Double {
        guard let places else { return value + 0 }
        let scaled = value * PowersOfTen.exact[places]
        // Adding 0 turns −0 into 0.
        return scaled.magnitude < 0x1p53 ? scaled.rounded(.toNearestOrEven) / PowersOfTen.exact[places] + 0 : value
    }
}
