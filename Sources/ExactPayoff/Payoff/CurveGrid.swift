package import DecimalNumbers

/// The round prices of a payoff curve: whole multiples of a step of 1, 2, 2.5 or 5 times a power of ten.
///
/// They cover 0.7 to 1.3 times the current price. If strikes or break-evens lie outside, or within a twentieth of the
/// whole range from its ends, the range is widened to include them with a margin of that twentieth, but not below 0. The
/// step is the one with which the number of steps is nearest to 100, as a ratio; the ends are rounded outward to it.
package struct CurveGrid {
    /// The step is `stepSignificand × 10^stepExponent`.
    package let stepSignificand: Int64
    package let stepExponent: Int
    /// The first and the last multiple of the step.
    package let multiples: ClosedRange<Int64>

    /// Creates the grid around a positive price; `marks` is the range of the strikes and break-evens, if there are any.
    package init(currentPrice: DecimalNumber, marks: ClosedRange<Double>?) {
        let low = currentPrice.multiplied(by: 7, decimals: 1).nearestDouble
        let high = min(currentPrice.multiplied(by: 13, decimals: 1).nearestDouble, .greatestFiniteMagnitude)
        var (lower, upper) = (low, high)
        if let marks {
            // Halving first keeps the difference of two finite numbers finite.
            let margin = (max(high, marks.upperBound) / 2 - min(low, marks.lowerBound) / 2) / 10
            lower = max(min(low, marks.lowerBound - margin), 0)
            upper = min(max(high, marks.upperBound + margin), .greatestFiniteMagnitude)
        }
        // A hundredth of a subnormal number is not representable; such curves have fewer steps.
        let hundredth = max(upper / 100 - lower / 100, .leastNormalMagnitude)
        (stepSignificand, stepExponent) = Self.step(forHundredth: hundredth)

        // A quotient within rounding of a whole number counts as that number. The loops ensure that the ends cover `low`
        // and `high`, and are finite.
        let step = DecimalNumber(significand: stepSignificand, exponent: stepExponent)
        let tolerance = 1e-9
        let stepSize = step.nearestDouble
        var first = Int64(lower / stepSize + tolerance)
        let end = upper / stepSize - tolerance
        var last = Int64(end)
        if Double(last) < end { last += 1 }
        // Where the rounded products are far from the ends, the exact ones are too.
        let isExtreme = low < 1e-290 || upper > 1e290
        if isExtreme || Double(first) * stepSize > low * (1 - tolerance) {
            while first > 0, step.multiplied(by: first).nearestDouble > low { first -= 1 }
        }
        if isExtreme || Double(last) * stepSize < high * (1 + tolerance) {
            while step.multiplied(by: last).nearestDouble < high { last += 1 }
        }
        if isExtreme {
            while step.multiplied(by: last).nearestDouble == .infinity { last -= 1 }
        }
        multiples = first...last
    }

    /// The prices, ascending.
    package var prices: [DecimalNumber] {
        multiples.map { DecimalNumber(significand: $0 * stepSignificand, exponent: stepExponent) }
    }

    /// The round number nearest to `target` as a ratio: the thresholds are the geometric means of its neighbours.
    private static func step(forHundredth target: Double) -> (significand: Int64, exponent: Int) {
        var exponent = Int((Double(target.exponent) * 0.30102999566398120).rounded(.down))
        // The estimate from the binary exponent may be off by one.
        var power = PowersOfTen.nearest(exponent)
        while power > target {
            exponent -= 1
            power = PowersOfTen.nearest(exponent)
        }
        while true {
            let next = PowersOfTen.nearest(exponent + 1)
            if next > target { break }
            (exponent, power) = (exponent + 1, next)
        }
        let mantissa = target / power
        switch mantissa * mantissa {
        case ..<2: return (1, exponent)
        case ..<5: return (2, exponent)
        case ..<12.5: return (25, exponent - 1)
        case ..<50: return (5, exponent)
        default: return (1, exponent + 1)
        }
    }
}

extension DecimalNumber {
    /// The product with `factor / 10^decimals`.
    fileprivate func multiplied(by factor: Int64, decimals: Int = 0) -> DecimalNumber {
        DecimalNumber(significand: significand * factor, exponent: exponent - decimals)
    }
}
