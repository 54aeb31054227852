internal import OptionPricing
internal import _OptionsMath

/// The standard normal distribution with full relative precision in both tails.
///
/// N(−z) magnifies the relative rounding error of a large z by z², so distances have twice the digits of a double. Values
/// are of type `Wide` because N(z) is below the least double from z = −38 on.
enum NormalDistribution {
    /// A distance z with N(−|z|), which gives N(z) and N(−z).
    struct Point: Sendable {
        let z: DoubleDouble
        private let tail: Wide

        init(_ z: DoubleDouble) {
            self.z = z
            tail = NormalDistribution.tail(z.high > 0 ? -z : z)
        }

        /// N(z).
        var below: Wide { z.high > 0 ? Wide(1) - tail : tail }
        /// N(−z).
        var above: Wide { z.high < 0 ? Wide(1) - tail : tail }
    }

    /// A greater distance counts as infinite: N(−10⁶) is 10 to the power of −2·10¹¹.
    static let farthestDistance = 1e6

    /// φ(z) = e^(−z²/2) / √(2π).
    static func density(_ z: DoubleDouble) -> Wide {
        guard z.high.magnitude <= farthestDistance else { return Wide(0) }
        return Wide.exponential(-(z * z).scaled(by: -1)) * 0.3989422804014327
    }

    /// N(z).
    static func probability(below z: DoubleDouble) -> Wide {
        z.high > 0 ? Wide(1) - tail(-z) : tail(z)
    }

    /// N(z) for z ≤ 0.
    private static func tail(_ z: DoubleDouble) -> Wide {
        guard z.high >= -farthestDistance else { return Wide(0) }
        if z.high <= -30 { return density(z) * MillsRatio.value(-z.high) }
        // erfc(x + δ) = erfc(x) − 2/√π e^(−x²) δ + …, where δ is the part of −z/√2 that does not fit in a double.
        let x = -z * inverseRootOfTwo
        return Wide(erfc(x.high) / 2 - x.low * exp(-x.high * x.high) * 0.5641895835477563)
    }

    /// N(upper) − N(lower) for lower ≤ upper, without cancellation: the difference of the tails on the side of the nearer
    /// end, or, where the tails nearly agree, an integral over the narrow interval.
    static func probability(from lower: Point, to upper: Point) -> Wide {
        let whole: Wide
        let rest: Wide
        if upper.z.high <= 0 {
            (whole, rest) = (upper.below, lower.below)
        } else if lower.z.high >= 0 {
            (whole, rest) = (lower.above, upper.above)
        } else {
            (whole, rest) = (Wide(1), lower.below + upper.above)
        }
        let difference = whole - rest
        if rest.isZero || (difference - whole * 0.25).isPositive { return difference }
        return expectation(from: lower.z, width: (upper.z - lower.z).high) { _ in 1 }
    }

    /// Computes ∫₀^width weight(t) φ(start + t) dt to about 16 digits, for a smooth `weight` that grows much more slowly
    /// than φ falls.
    ///
    /// φ is relative to its largest value in the interval; where it has fallen by e⁻⁴⁵, the integral is cut off. φ changes
    /// by less than e¹² over a panel, which the rule of 16 points integrates exactly except for rounding.
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

    /// Solves N(z) = `probability` for 0 < `probability` ≤ 1/2, by Halley's iteration from a rational approximation.
    ///
    /// > Source: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 1964, 26.2.23: the start, within 4.5·10⁻⁴.
    static func quantile(_ probability: Double) -> Double {
        let t = (-2 * log(probability)).squareRoot()
        let numerator = 2.515517 + t * (0.802853 + t * 0.010328)
        var z = numerator / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
        for _ in 0..<3 {
            // Each step cubes the error; the third corrects only rounding errors.
            let point = DoubleDouble(z)
            let step = ((self.probability(below: point) - Wide(probability)) / density(point)).double
            z -= step / (1 + z * step / 2)
        }
        return z
    }

    /// Solves N(z) = `below` from the probabilities on both sides, of which the lesser has the greater precision. The
    /// result is at most 39 in magnitude.
    static func quantile(below: Wide, above: Wide) -> Double {
        let isBelow = (above - below).isPositive
        let lesser = (isBelow ? below : above).double
        let distance = lesser > 0 ? max(quantile(min(lesser, 0.5)), -39) : -39
        return isBelow ? distance : -distance
    }

    /// 1/√2.
    private static let inverseRootOfTwo = DoubleDouble.squareRoot(of: 0.5)
}
