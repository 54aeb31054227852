public import ExactPayoff

/// The prices at which the profit at the horizon crosses a level.
public struct LevelCrossings: Hashable, Sendable {
    /// The prices at which profit is the level, ascending. A single price is an interval of width 0; if profit is the
    /// level from some price on, the last interval is infinite. A price beyond the range of `Double` is infinite.
    public let prices: [PriceInterval]
    /// The ascending open intervals in which profit is above the level; the last one may be infinite. Single prices at
    /// which profit touches the level are not excluded.
    public let above: [PriceInterval]
}
