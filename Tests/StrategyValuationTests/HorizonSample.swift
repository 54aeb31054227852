import ExactPayoff
import OptionPricing
import StrategyValuation
import _TestSupport

/// A strategy with legs that survive the first expiration, drawn at random.
struct HorizonSample {
    var expiring: [Leg]
    var surviving: [PricedLeg]
    var rate, yield: Double

    func profile(rounding: ResultRounding? = nil) throws -> HorizonProfile {
        try HorizonProfile(
            expiring: expiring, surviving: surviving, riskFreeRate: rate, dividendYield: yield, rounding: rounding)
    }

    /// All strikes.
    var strikes: [Double] { (expiring + surviving.map(\.leg)).compactMap(\.strikePrice) }
}

extension SeededGenerator {
    /// One to three legs that expire and one to three that survive, with strikes around 100 and premiums near what
    /// the options are worth.
    mutating func horizonSample() throws -> HorizonSample {
        let hasYield = Int.random(in: 0..<3, using: &self) == 0
        var sample = HorizonSample(
            expiring: [], surviving: [], rate: uniform(-0.02, 0.08), yield: hasYield ? uniform(-0.01, 0.06) : 0)
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            sample.expiring.append(try leg(premium: uniform(0, 6)))
        }
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            sample.surviving.append(
                try PricedLeg(
                    leg(premium: uniform(0, 9)), timeToExpiration: logUniform(0.003, 2),
                    volatility: logUniform(0.05, 1.5))
            )
        }
        return sample
    }

    private mutating func leg(premium: Double) throws -> Leg {
        let strike = uniform(80, 120).rounded()
        return try Leg(
            Bool.random(using: &self) ? .call(strikePrice: strike) : .put(strikePrice: strike),
            Bool.random(using: &self) ? .long : .short, premium: (premium * 100).rounded() / 100,
            quantity: Int.random(in: 1...3, using: &self), sharesPerContract: 100)
    }
}

extension PricedLeg {
    /// The time from the horizon to the expiration of an option.
    var remainingTime: Double { contract?.terms.timeToExpiration ?? .nan }
    /// The volatility of an option.
    var volatility: Double { contract?.volatility ?? .nan }
}
