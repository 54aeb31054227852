/// The reason why a smile could not be fitted.
public enum SmileError: Error, Equatable, Sendable {
    /// No quote of the chain determines a volatility.
    case noUsableQuotes
    /// No smile without butterfly arbitrage was found near the quotes.
    case arbitrageNotExcluded
}
