/// The probability that the price of the underlying touches a level before expiration.
public struct TouchingProbability: Hashable, Sendable {
    /// The level, per share.
    public let stockPrice: Double
    /// The first-passage probability, undiscounted.
    public let probability: Double

    /// Creates a pair.
    public init(stockPrice: Double, probability: Double) {
        self.stockPrice = stockPrice
        self.probability = probability
    }
}
