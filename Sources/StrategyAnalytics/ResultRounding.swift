/// To how many decimal places results are rounded, ties to even, before they become doubles.
public struct ResultRounding: Hashable, Sendable {
    /// The places of costs and profits; 0 or more.
    public let money: Int
    /// The places of break-evens and of other prices that are results; 0 or more.
    public let price: Int

    /// Creates a rounding.
    ///
    /// - Precondition: Both are from 0 to 22.
    public init(money: Int, price: Int) {
        precondition(PowersOfTen.exact.indices.contains(money) && PowersOfTen.exact.indices.contains(price))
        self.money = money
        self.price = price
    }

    /// `value` rounded to `places` decimals, as near as a double can be; as it is where it has no such digits.
    package static func rounded(_ value: Double, places: Int) -> Double {
        let scaled = value * PowersOfTen.exact[places]
        guard scaled.magnitude < 0x1p52 else { return value }
        return scaled.rounded(.toNearestOrEven) / PowersOfTen.exact[places]
    }
}
