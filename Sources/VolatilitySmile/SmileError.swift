public import LinearAlgebra

/// Why there is no smile.
public enum SmileError: Error, Equatable, Sendable {
    /// No quote of the chain tells a volatility.
    case noUsableQuotes
    /// No smile without butterfly arbitrage was found near the quotes.
    case arbitrageNotExcluded
    /// The least squares failed, or the library for them is missing.
    case linearAlgebra(LinearAlgebraError)
}
