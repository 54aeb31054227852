/// The greatest or the least profit of a strategy over all prices of the underlying.
public enum Extremum: Hashable, Sendable {
    /// Profit passes every bound as the price rises.
    case unlimited
    /// The amount in currency, and all prices at which it is reached, ascending.
    case reached(Double, at: [PriceInterval])

    /// The amount; `nil` when unlimited.
    public var amount: Double? {
        switch self {
        case .unlimited: nil
        case .reached(let amount, _): amount
        }
    }
}
