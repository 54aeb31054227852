/// A closed interval of prices per share; of no width for a single price, without end where `upper` is infinite.
public struct PriceInterval: Hashable, Sendable {
    /// The lowest price of the interval.
    public let lower: Double
    /// The highest price of the interval; infinite where it has no end.
    public let upper: Double

    /// Creates an interval.
    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The ends of intervals (ascending), each once, without infinite upper ones.
    static func ends(of intervals: [PriceInterval]) -> [Double] {
        var points: [Double] = []
        for interval in intervals {
            if points.last != interval.lower { points.append(interval.lower) }
            if interval.upper.isFinite, interval.upper != interval.lower { points.append(interval.upper) }
        }
        return points
    }
}
