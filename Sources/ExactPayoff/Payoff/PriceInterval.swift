/// A closed interval of prices per share. A single price has width 0; an infinite `upper` means that the interval is
/// unbounded.
public struct PriceInterval: Hashable, Sendable {
    /// The lowest price of the interval.
    public let lower: Double
    /// The highest price of the interval; infinite if it is unbounded.
    public let upper: Double

    /// Creates an interval.
    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Returns the finite ends of ascending intervals, without duplicates.
    package static func ends(of intervals: [PriceInterval]) -> [Double] {
        var points: [Double] = []
        for interval in intervals {
            if points.last != interval.lower { points.append(interval.lower) }
            if interval.upper.isFinite, interval.upper != interval.lower { points.append(interval.upper) }
        }
        return points
    }
}
