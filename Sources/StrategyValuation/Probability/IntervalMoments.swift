internal import OptionPricing
internal import _OptionsMath

/// The moments of a lognormal price between two prices a < b: positive, without cancellation, and 0 for an empty interval.
struct IntervalMoments {
    private let prices: LognormalDistribution
    private let a, b: StandardisedPrice
    /// P(a < S < b) and E[S; a < S < b]; `nil` if their differences would certainly lose digits.
    private let terms: (probability: Wide, mean: Wide)?

    init(of prices: LognormalDistribution, from a: StandardisedPrice, to b: StandardisedPrice) {
        self.prices = prices
        self.a = a
        self.b = b
        terms =
            Self.isNarrow(from: a, to: b)
            ? nil : (prices.probability(from: a, to: b), prices.partialMean(from: a, to: b))
    }

    /// P(a < S < b).
    var probability: Wide { terms?.probability ?? prices.probability(from: a, to: b) }

    /// E[S − a; a < S < b].
    var excess: Wide {
        if let terms {
            guard a.price > 0, !terms.mean.isZero else { return terms.mean }
            let difference = terms.mean - terms.probability * a.price
            if (difference - terms.mean * Self.leastDifference).isPositive { return difference }
        }
        // S = a e^(s t) at the distance t above a.
        let s = prices.deviation.high
        return Wide(a.price) * NormalDistribution.expectation(from: -a.d2.z, width: distance) { t in expm1(s * t) }
    }

    /// E[b − S; a < S < b].
    var shortfall: Wide {
        if let terms {
            let whole = terms.probability * b.price
            guard !whole.isZero else { return whole }
            let difference = whole - terms.mean
            if (difference - whole * Self.leastDifference).isPositive { return difference }
        }
        // S = b e^(−s t) at the distance t below b.
        let s = prices.deviation.high
        return Wide(b.price) * NormalDistribution.expectation(from: b.d2.z, width: distance) { t in -expm1(-s * t) }
    }

    /// Whether a difference over an interval is certainly below ``leastDifference``: it is at most (b − a)/b of its terms.
    /// Farther out, the terms may be 0.
    private static func isNarrow(from a: StandardisedPrice, to b: StandardisedPrice) -> Bool {
        b.price - a.price < b.price * (leastDifference * 0.999) && a.price > 0
            && max(a.d2.z.high.magnitude, b.d2.z.high.magnitude) < 1e5
    }

    /// ln(b/a)/s; infinite where a is 0 or b infinite.
    private var distance: Double {
        let difference = a.d2.z.high - b.d2.z.high
        return difference.isFinite ? (a.d2.z - b.d2.z).high : difference
    }

    /// A difference below this fraction of its terms has lost more than 6 binary digits to cancellation, as happens if
    /// s is small or the interval narrow. The integral loses none.
    private static let leastDifference = 0x1p-6
}
