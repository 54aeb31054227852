internal import _OptionsMath

/// The domain of the parameters of a smile.
///
/// The slopes of the wings are below 2, Lee's bound, at which the value of calls would not tend to 0 for high strikes.
///
/// > Source: Lee, "The Moment Formula for Implied Volatility at Extreme Strikes", *Math. Finance* 14(3), 2004,
/// > doi:10.1111/j.0960-1627.2004.00200.x.
struct SmileBox {
    /// Below Lee's bound by an amount that does not affect any price.
    private static let leeSlope = 2 - 0x1p-20

    let lower, upper: [5 of Double]
    /// The maximum slope of a wing.
    let largestSlope: Double
    /// The shifts and the logarithms of the widths of the initial grid.
    let shifts, logWidths: [Double]

    /// Creates the domain of a form. The points are in ascending order of log-moneyness and sufficient for the form.
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

    /// Shift and width are free within the limits that quotes can determine: the shift up to twice the range of the quotes
    /// outside that range, the width from a thousandth of the range to ten times the range.
    private init(_ range: ClosedRange<Double>) {
        let length = range.upperBound - range.lowerBound
        largestSlope = Self.leeSlope
        let root = largestSlope.squareRoot()
        lower = [0, 0, 0, range.lowerBound - 2 * length, log(length / 1000)]
        upper = [.infinity, root, root, range.upperBound + 2 * length, log(length * 10)]
        shifts = (-2...10).map { range.lowerBound + length / 8 * Double($0) }
        logWidths = [0.02, 0.06, 0.2, 0.6, 2].map { log(length * $0) }
    }

    /// The shift is 0 and the width is fixed.
    private init(logWidth: Double, largestSlope: Double) {
        self.largestSlope = largestSlope
        let root = largestSlope.squareRoot()
        lower = [0, 0, 0, 0, logWidth]
        upper = [.infinity, root, root, 0, logWidth]
        shifts = [0]
        logWidths = [logWidth]
    }
}
