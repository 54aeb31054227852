internal import OptionPricing
internal import _OptionsMath

/// The standard normal distribution with full relative precision in both tails.
///
/// A distance z far from 0 multiplies its own rounding error by z² in N(−z), so it comes with twice the digits; and as N
/// falls below the doubles at −38, values carry their exponent beside them.
enum NormalDistribution {
    /// Beyond, a distance counts as infinite: N(−10⁶) is 10 to the power of −2·10¹¹.
    static let farthestDistance = 1e6

    /// φ(z) = e^(−z²/2) / √(2π).
    static func density(_ z: DoubleDouble) -> Wide {
        guard z.high.magnitude <= farthestDistance else { return Wide(0) }
        return Wide.exponential(-(z * z).scaled(by: -1)) * 0.3989422804014327
    }

    /// N(z).
    static func probability(below z: DoubleDouble) -> Wide {
        if z.high > 0 { return Wide(1) - probability(below: -z) }
        guard z.high >= -farthestDistance else { return Wide(0) }
        if z.high <= -30 { return density(z) * MillsRatio.value(-z.high) }
        // erfc(x + δ) = erfc(x) − 2/√π e^(−x²) δ + …, with the part δ of −z/√2 that a double does not hold.
        let x = -z * inverseRootOfTwo
        return Wide(erfc(x.high) / 2 - x.low * exp(-x.high * x.high) * 0.5641895835477563)
    }

    /// N(upper) − N(lower) for lower ≤ upper, without cancellation: from the tails on the side of the nearer end, or, where
    /// they nearly agree, as an integral over the narrow interval.
    static func probability(from lower: DoubleDouble, to upper: DoubleDouble) -> Wide {
        let whole: Wide
        let rest: Wide
        if upper.high <= 0 {
            (whole, rest) = (probability(below: upper), probability(below: lower))
        } else if lower.high >= 0 {
            (whole, rest) = (probability(below: -lower), probability(below: -upper))
        } else {
            (whole, rest) = (Wide(1), probability(below: lower) + probability(below: -upper))
        }
        let difference = whole - rest
        if rest.isZero || (difference - whole * 0.25).isPositive { return difference }
        return expectation(from: lower, width: (upper - lower).high) { _ in 1 }
    }

    /// ∫₀^width weight(t) φ(start + t) dt of a smooth `weight` that grows much more slowly than φ falls: to about 16 digits.
    ///
    /// φ is taken relative to its largest value in the interval, and where it has fallen by e⁻⁴⁵ the rest is left out.
    /// Panels are so wide that φ changes by less than e¹² over one, which the rule of 16 points integrates exactly but for
    /// rounding.
    static func expectation(from start: DoubleDouble, width: Double, weight: (Double) -> Double) -> Wide {
        let nearest = min(max(-start.high, 0), width)
        let peak = start + DoubleDouble(nearest)
        let distance = peak.high
        let reach = 90 / ((distance * distance + 90).squareRoot() + distance.magnitude)
        let (first, last) = (max(-nearest, -reach), min(width - nearest, reach))
        let panelWidth = min(4, 12 / distance.magnitude)
        let sum = GaussLegendre.integral(from: first, to: last, panelWidth: panelWidth) { u in
            weight(nearest + u) * exp(-u * (distance + u / 2))
        }
        return density(peak) * sum
    }

    /// The z with N(z) = `probability` for 0 < `probability` ≤ 1/2, by Halley's iteration from a rational approximation.
    ///
    /// > Source: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 1964, 26.2.23: the start, within 4.5·10⁻⁴.
    static func quantile(_ probability: Double) -> Double {
        let t = (-2 * log(probability)).squareRoot()
        let numerator = 2.515517 + t * (0.802853 + t * 0.010328)
        var z = numerator / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
        for _ in 0..<3 {
            // Steps are cubed; the third finds nothing more than rounding to correct.
            let point = DoubleDouble(z)
            let step = ((self.probability(below: point) - Wide(probability)) / density(point)).double
            z -= step / (1 + z * step / 2)
        }
        return z
    }

    /// The same from the probabilities on both sides, of which the lesser has the greater precision; none is beyond ±39.
    static func quantile(below: Wide, above: Wide) -> Double {
        let isBelow = (above - below).isPositive
        let lesser = (isBelow ? below : above).double
        let distance = lesser > 0 ? max(quantile(min(lesser, 0.5)), -39) : -39
        return isBelow ? distance : -distance
    }

    /// 1/√2.
    private static let inverseRootOfTwo = DoubleDouble.squareRoot(of: 0.5)
}
