/// Where the profit at the horizon passes a level.
public struct LevelCrossings: Hashable, Sendable {
    /// The prices at which profit is the level, ascending. A price by itself is an interval of no width; a position
    /// that is worth the level throughout from some price on ends with an infinite one. A price beyond the range
    /// of `Double` is infinite.
    public let prices: [PriceInterval]
    /// The prices at which profit is above the level: open intervals, ascending, the last one infinite where it has no end.
    /// Single prices inside, at which profit touches the level, are not cut out.
    public let above: [PriceInterval]
}
