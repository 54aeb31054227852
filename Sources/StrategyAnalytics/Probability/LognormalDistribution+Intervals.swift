internal import OptionPricing
internal import _OptionsMath

/// What an interval of prices contributes. All of it is positive, computed without cancellation, and 0 for an empty
/// interval.
extension LognormalDistribution {
    /// P(a < S < b).
    func probability(from a: StandardisedPrice, to b: StandardisedPrice) -> Wide {
        NormalDistribution.probability(from: b.d2, to: a.d2)
    }

    /// The mean of S where a < S < b.
    func partialMean(from a: StandardisedPrice, to b: StandardisedPrice) -> Wide {
        forward * NormalDistribution.probability(from: b.d1, to: a.d1)
    }

    /// The mean of S − a where a < S < b, of a call that is worth nothing beyond b.
    func excess(over a: StandardisedPrice, upTo b: StandardisedPrice) -> Wide {
        let mean = partialMean(from: a, to: b)
        guard a.price > 0, !mean.isZero else { return mean }
        let difference = mean - probability(from: a, to: b) * a.price
        if (difference - mean * Self.leastDifference).isPositive { return difference }
        // S = a e^(s t) at the distance t above a.
        let s = deviation.high
        return Wide(a.price)
            * NormalDistribution.expectation(from: -a.d2, width: Self.distance(from: a, to: b)) { t in expm1(s * t) }
    }

    /// The mean of b − S where a < S < b, of a put that is worth nothing beyond a.
    func shortfall(below b: StandardisedPrice, downTo a: StandardisedPrice) -> Wide {
        let whole = probability(from: a, to: b) * b.price
        guard !whole.isZero else { return whole }
        let difference = whole - partialMean(from: a, to: b)
        if (difference - whole * Self.leastDifference).isPositive { return difference }
        // S = b e^(−s t) at the distance t below b.
        let s = deviation.high
        return Wide(b.price)
            * NormalDistribution.expectation(from: b.d2, width: Self.distance(from: a, to: b)) { t in -expm1(-s * t) }
    }

    /// ln(b/a)/s; infinite where one of the two is.
    private static func distance(from a: StandardisedPrice, to b: StandardisedPrice) -> Double {
        let difference = a.d2.high - b.d2.high
        return difference.isFinite ? (a.d2 - b.d2).high : difference
    }

    /// A difference of less than this part of its terms has lost more than 6 binary digits, as happens where s is small or
    /// the interval narrow; the integral loses none.
    private static let leastDifference = 0x1p-6
}
