internal import OptionPricing

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
}
