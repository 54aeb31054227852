/// The prices at which the profit at the horizon crosses a level.
public struct LevelCrossings: Hashable, Sendable {
    /// The prices at which profit is the level, ascending. A price by itself is an interval of no width; a position
    /// that is worth the level throughout from some price on ends with an infinite one. A price beyond the range
    /// of `Double` is infinite.
    public let prices: [PriceInterval]
    /// The ascending open intervals in which profit is above the level; the last one may be infinite. Single prices at
    /// which profit touches the level are not excluded.
    public let above: [PriceInterval]
}
