/// What a fit does with a quote.
public enum QuoteUse: Hashable, Sendable {
    /// The smile is fitted to it.
    case fitted
    /// It is left out because the option of the other kind and the same strike, out of the money, says it better.
    case inTheMoney
    /// It is left out because nobody buys: the mid of such a quote says little.
    case noBid
    /// It is left out because nobody sells.
    case noAsk
    /// It is left out because its bid is above its ask.
    case crossed
    /// It is left out because its price is below what any volatility gives.
    case belowIntrinsic
    /// It is left out because its price is above what any volatility gives.
    case aboveMaximum
    /// It is left out because its price does not tell the volatility, to the digits of a `Double`.
    case notDeterminable
}
