internal import OptionPricing
internal import _OptionsMath

/// A price K with its distances in the Black–Scholes formula, d₁ = ln(F/K)/s + s/2 and d₂ = d₁ − s, where F is the mean
/// of S and s the standard deviation of ln S: P(S > K) = N(d₂), and the mean of S where S > K is F N(d₁).
struct StandardisedPrice: Sendable {
    /// The price per share; 0 or greater, or infinite.
    let price: Double
    /// The distances, infinite for a price of 0 and for an infinite one.
    let d1, d2: NormalDistribution.Point
}

/// Probabilities and partial means of an interval of prices: positive, computed without cancellation, and 0 for an empty
/// interval.
extension LognormalDistribution {
    /// Standardises a price. The distribution must not be certain.
    func standardised(_ price: Double) -> StandardisedPrice {
        guard price > 0, price < .infinity else {
            let distance = NormalDistribution.Point(DoubleDouble(price > 0 ? -.infinity : .infinity))
            return StandardisedPrice(price: price, d1: distance, d2: distance)
        }
        let logMoneyness = growth - DoubleDouble.logarithm(ofRatio: price, spot)
        let half = deviation.scaled(by: -1)
        let middle = logMoneyness.high / deviation.high
        guard middle.magnitude < 0x1p500 else {
            // Results that depend on the distance do not become NaN.
            let distance = NormalDistribution.Point(DoubleDouble(middle < 0 ? -0x1p500 : 0x1p500))
            return StandardisedPrice(price: price, d1: distance, d2: distance)
        }
        let ratio = logMoneyness / deviation
        return StandardisedPrice(price: price, d1: .init(ratio + half), d2: .init(ratio - half))
    }

    /// P(a < S < b).
    func probability(from a: StandardisedPrice, to b: StandardisedPrice) -> Wide {
        NormalDistribution.probability(from: b.d2, to: a.d2)
    }

    /// E[S; a < S < b], the mean of S inside the interval and of 0 outside.
    func partialMean(from a: StandardisedPrice, to b: StandardisedPrice) -> Wide {
        forward * NormalDistribution.probability(from: b.d1, to: a.d1)
    }

    /// E[S − a; a < S < b].
    func excess(over a: StandardisedPrice, upTo b: StandardisedPrice) -> Wide {
        if !Self.isNarrow(from: a, to: b) {
            let mean = partialMean(from: a, to: b)
            guard a.price > 0, !mean.isZero else { return mean }
            let difference = mean - probability(from: a, to: b) * a.price
            if (difference - mean * Self.leastDifference).isPositive { return difference }
        }
        // S = a e^(s t) at the distance t above a.
        let s = deviation.high
        return Wide(a.price)
            * NormalDistribution.expectation(from: -a.d2.z, width: Self.distance(from: a, to: b)) { t in expm1(s * t) }
    }

    /// E[b − S; a < S < b].
    func shortfall(below b: StandardisedPrice, downTo a: StandardisedPrice) -> Wide {
        if !Self.isNarrow(from: a, to: b) {
            let whole = probability(from: a, to: b) * b.price
            guard !whole.isZero else { return whole }
            let difference = whole - partialMean(from: a, to: b)
            if (difference - whole * Self.leastDifference).isPositive { return difference }
        }
        // S = b e^(−s t) at the distance t below b.
        let s = deviation.high
        return Wide(b.price)
            * NormalDistribution.expectation(from: b.d2.z, width: Self.distance(from: a, to: b)) { t in -expm1(-s * t) }
    }

    /// Whether a difference over an interval is certainly below ``leastDifference``: it is at most (b − a)/b of its terms.
    /// Farther out, the terms may be 0.
    private static func isNarrow(from a: StandardisedPrice, to b: StandardisedPrice) -> Bool {
        b.price - a.price < b.price * (leastDifference * 0.999) && a.price > 0
            && max(a.d2.z.high.magnitude, b.d2.z.high.magnitude) < 1e5
    }

    /// ln(b/a)/s; infinite where `a` is 0 or `b` infinite.
    private static func distance(from a: StandardisedPrice, to b: StandardisedPrice) -> Double {
        let difference = a.d2.z.high - b.d2.z.high
        return difference.isFinite ? (a.d2.z - b.d2.z).high : difference
    }

    /// A difference below this fraction of its terms has lost more than 6 binary digits to cancellation, as happens where
    /// s is small or the interval narrow. The integral loses none.
    private static let leastDifference = 0x1p-6
}
