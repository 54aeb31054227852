internal import ExactPayoff
internal import OptionPricing

extension DividendDistribution: IntegratedLaw {
    var atom: Double { probabilityOfZero }
    var isCertain: Bool { certainPrice != nil }
    var placeCost: Int { WorkCost.mixturePlace(sums.window) }
    var support: ClosedRange<Double> { sums.mixture.support }

    func moments(at y: Double) -> PartialMoments { sums.moments(at: y) }
    func logDensity(at y: Double) -> Double { sums.mixture.density(at: y) }
    func panelWidth(from low: Double, to high: Double) -> Double { 2 * min(smoothness, 0.6) }

    func requireResolved(_ probability: Double, _ path: String) throws(StrategyError) {
        let least = NormalDistribution.probability(below: DoubleDouble(-greatestDistance)).double
        guard certainPrice != nil || probability >= least else {
            throw StrategyError(path, .inPricingRange(least...1, .dividends), .number(probability))
        }
    }
}
