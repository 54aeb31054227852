internal import _OptionsMath

/// The domain of a smile's parameters.
///
/// The wings' slopes are below 2 (Lee's bound), where calls of high strikes would not lose their value.
///
/// > Source: Lee, "The Moment Formula for Implied Volatility at Extreme Strikes", *Math. Finance* 14(3), 2004,
/// > doi:10.1111/j.0960-1627.2004.00200.x.
struct SmileBox {
    /// Below Lee's bound by so little that no price shows it.
    private static let leeSlope = 2 - 0x1p-20

    let lower, upper: [5 of Double]
    /// The greatest slope of a wing.
    let largestSlope: Double
    /// Shifts and widths among which the search begins.
    let shifts, logWidths: [Double]

    /// The domain of a form, for points that are ascending by log-moneyness and as many as it takes.
    init(_ form: SmileForm, _ points: [SmileProblem.Point]) {
        switch form {
        case .full: self.init(points[0].logMoneyness...points[points.count - 1].logMoneyness)
        case .centred:
            let nearest = points.min { abs($0.logMoneyness) < abs($1.logMoneyness) } ?? points[0]
            let halfRange = (points[points.count - 1].logMoneyness - points[0].logMoneyness) / 2
            let width = max(nearest.variance.squareRoot(), halfRange)
            self.init(logWidth: log(width), largestSlope: Self.leeSlope)
        case .flat: self.init(logWidth: 0, largestSlope: 0)
        }
    }

    /// Shift and width are free, as far as quotes can tell them: the shift within twice the range of quotes around it, the width
    /// from a thousandth of the range to ten times.
    private init(_ range: ClosedRange<Double>) {
        let length = range.upperBound - range.lowerBound
        largestSlope = Self.leeSlope
        let root = largestSlope.squareRoot()
        lower = [0, 0, 0, range.lowerBound - 2 * length, log(length / 1000)]
        upper = [.infinity, root, root, range.upperBound + 2 * length, log(length * 10)]
        shifts = (-2...10).map { range.lowerBound + length / 8 * Double($0) }
        logWidths = [0.02, 0.06, 0.2, 0.6, 2].map { log(length * $0) }
    }

    /// The shift is 0, the width given.
    private init(logWidth: Double, largestSlope: Double) {
        self.largestSlope = largestSlope
        let root = largestSlope.squareRoot()
        lower = [0, 0, 0, 0, logWidth]
        upper = [.infinity, root, root, 0, logWidth]
        shifts = [0]
        logWidths = [logWidth]
    }
}
