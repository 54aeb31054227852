internal import ExactPayoff
internal import OptionPricing

/// A distribution of the price of the underlying at the first expiration, as probabilities and means of a profit need it.
///
/// Generic code is specialised for each distribution. Probabilities and means of an interval are positive, and 0 for an
/// empty interval.
protocol PriceLaw<Place>: Sendable {
    /// A price with what the distribution computes once for it.
    associatedtype Place: PricePlace

    /// The probability that the price is 0. It is not part of the interval from 0.
    var atom: Double { get }
    /// Whether the price is certain; it is then ``mean``.
    var isCertain: Bool { get }
    /// The mean price.
    var mean: Double { get }
    /// The valuations that ``standardised(_:)`` costs in addition to those that count for a lognormal price.
    var placeCost: Int { get }

    /// The place of a price of 0 or greater, which may be infinite. The price must not be certain.
    func standardised(_ price: Double) -> Place

    /// P(a < S < b).
    func probability(from a: Place, to b: Place) -> Wide

    /// The mean of a line at S where a < S < b, and of 0 elsewhere.
    func expectation(of line: ProfitLine, from a: Place, to b: Place) -> Wide

    /// The mean of a curve at S where a < S < b, for 0 < a and finite b, and of 0 elsewhere.
    func expectation(of curve: ProfitCurve, from a: Place, to b: Place) throws(StrategyError) -> Wide

    /// The quantile of the price at N(z).
    func price(atDistance z: Double) -> Double

    /// Throws an error unless the quantile at a probability is resolved.
    func requireResolved(_ probability: Double, _ path: String) throws(StrategyError)

    /// The probability that the price touches a level of 0 or greater before the expiration; `nil` if it is not known.
    func touchingProbability(_ level: Double) -> Double?
}

/// A price, and what a distribution computes once for it.
protocol PricePlace: Sendable {
    /// The price per share; 0 or greater, or infinite.
    var price: Double { get }
}

extension StandardisedPrice: PricePlace {}

extension LognormalDistribution: PriceLaw {
    var atom: Double { 0 }
    var placeCost: Int { 0 }

    func expectation(of line: ProfitLine, from a: StandardisedPrice, to b: StandardisedPrice) -> Wide {
        line.expectation(from: a, to: b, under: self)
    }

    func expectation(
        of curve: ProfitCurve, from a: StandardisedPrice, to b: StandardisedPrice
    ) throws(StrategyError) -> Wide {
        try curve.expectation(from: a, to: b, under: self)
    }

    func requireResolved(_ probability: Double, _ path: String) {}

    func touchingProbability(_ level: Double) -> Double? { firstPassageProbability(level) }
}
