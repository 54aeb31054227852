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
}
