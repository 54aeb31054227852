internal import _OptionsMath

/// The total variance w(k) of a smile that is free of butterfly arbitrage at every strike, and its derivatives.
package struct SmileVariance: Sendable {
    private let shape: SmileShape
    /// The log-moneyness of the least variance.
    private let middle: Double

    /// Creates the variance of a smile; `nil` unless it is positive and free of butterfly arbitrage.
    ///
    /// The wings must have slopes below 2: call prices then tend to 0 towards high strikes, and the price is not 0 with a
    /// positive probability (Roper, "Arbitrage free implied volatility surfaces", 2010; Lee, 2004). Between them,
    /// ``SmileShape/negativeDensity()`` isolates all zeros of the density.
    package init?(_ raw: RawSVI) {
        let (right, left) = (raw.slope * (1 + raw.correlation), raw.slope * (1 - raw.correlation))
        let least = raw.level + raw.slope * raw.width * (1 - raw.correlation * raw.correlation).squareRoot()
        // Beyond these magnitudes the coefficients of the polynomial may overflow.
        guard right >= 0, left >= 0, right < 2, left < 2, least > 1e-16, least < 1e8, raw.width > 1e-8, raw.width < 1e8,
            raw.shift.magnitude < 1e8
        else { return nil }
        shape = SmileShape(
            leastVariance: least, rightRoot: right.squareRoot(), leftRoot: left.squareRoot(), shift: raw.shift,
            logWidth: log(raw.width))
        guard shape.negativeDensity().isEmpty else { return nil }
        let stretch = (left / right).squareRoot()
        middle =
            right == 0
            ? (left == 0 ? raw.shift : .infinity)
            : left == 0 ? -.infinity : raw.shift + raw.width * (stretch - 1 / stretch) / 2
    }

    /// The variance and its first and second derivative.
    package func derivatives(at k: Double) -> (variance: Double, slope: Double, curvature: Double) {
        let stretch = shape.stretch(k)
        let span = stretch + 1 / stretch
        return (
            shape.variance(k), (shape.rightSlope * stretch - shape.leftSlope / stretch) / span,
            4 * (shape.rightSlope + shape.leftSlope) / (shape.width * span * span * span)
        )
    }

    /// The distance within which the variance between two points is analytic and nearly constant: from its branch points
    /// m ± iσ, from its zeros next to the minimum, and its square root.
    package func scale(from low: Double, to high: Double) -> Double {
        func distance(_ point: Double) -> Double { max(low - point, point - high, 0) }
        let nearest = min(max(middle, low), high)
        let least = derivatives(at: nearest)
        let branch = distance(shape[.shift])
        let zero = least.curvature > 0 ? (2 * least.variance / least.curvature).squareRoot() : .infinity
        return min(
            (branch * branch + shape.width * shape.width).squareRoot(), max(zero, distance(middle)),
            least.variance.squareRoot())
    }
}
