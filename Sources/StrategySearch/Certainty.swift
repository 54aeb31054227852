internal import StrategyRequests

/// Whether a condition can hold, and whether it holds for sure.
struct Certainty {
    let isPossible: Bool, isSure: Bool

    static let always = Certainty(true, true)

    init(_ isPossible: Bool, _ isSure: Bool) { (self.isPossible, self.isSure) = (isPossible, isSure) }

    /// Whether a value in a range lies within bounds.
    init(of bounds: FindFilters.Bounds, _ range: ClosedRange<Double>) {
        let (minimum, maximum) = (bounds.minimum ?? -.infinity, bounds.maximum ?? .infinity)
        isPossible = range.upperBound >= minimum && range.lowerBound <= maximum
        isSure = range.lowerBound >= minimum && range.upperBound <= maximum
    }
}
