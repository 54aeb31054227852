import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

/// Positions whose loss is nearly constant over many prices, because the surviving option has little time value there.
@Suite("Risk of calendars and diagonals with a flat tail")
struct HorizonTailTests {
    private let levels = [0.5, 0.9, 0.95, 0.99, 0.9999, 0.999999, 1 - 1e-9, 1 - 1e-12]

    /// A short put and a long put that survives it for a short time, with little time value far below its strike.
    private struct Diagonal {
        let profile: HorizonProfile
        let profit: ProfitDistribution

        init(
            spot: Double, sold: (strike: Double, premium: Double), bought: (strike: Double, premium: Double),
            remainingTime: Double, volatility: Double, underlyingVolatility: Double, time: Double, quantity: Int = 1
        ) throws {
            let near = try Leg.put(.short, strikePrice: sold.strike, premium: sold.premium, quantity: quantity)
            let far = try Leg.put(.long, strikePrice: bought.strike, premium: bought.premium, quantity: quantity)
            profile = try HorizonProfile(
                expiring: [near],
                surviving: [PricedLeg(far, timeToExpiration: remainingTime, volatility: volatility)],
                riskFreeRate: 0)
            let prices = try LognormalDistribution(
                spot: spot, volatility: underlyingVolatility, timeToExpiration: time)
            profit = try ProfitDistribution(of: profile, under: prices)
        }
    }

    // At every price, the profit is at least 100 plus the value of a call at the bought strike, so no outcome is below
    // 100. Above 99 %, the mean of this value in the worst outcomes is below 2e-14.
    @Test("the worst outcomes have the common profit of all outcomes")
    func sureGain() throws {
        let diagonal = try Diagonal(
            spot: 100, sold: (110, 12), bought: (105, 6), remainingTime: 0.01, volatility: 0.2,
            underlyingVolatility: 0.2, time: 0.05)
        for level in levels where level >= 0.99 {
            let shortfall = try diagonal.profit.expectedShortfall(level: level)
            #expect(shortfall <= -100, "\(shortfall) at \(level)")
            #expect(shortfall >= -100 - 1e-8, "\(shortfall) at \(level)")
        }
    }

    @Test("shortfalls lie between the value at risk and the greatest loss, and agree between levels")
    func order() throws {
        var random = SeededGenerator(seed: 91)
        for _ in 0..<60 {
            let soldStrike = random.uniform(85, 120)
            let boughtStrike = random.uniform(75, soldStrike)
            let quantity = Int(random.uniform(1, 20))
            let diagonal = try Diagonal(
                spot: 100, sold: (soldStrike, random.uniform(0, 20)), bought: (boughtStrike, random.uniform(0, 20)),
                remainingTime: random.logUniform(1e-3, 0.3), volatility: random.logUniform(0.05, 1),
                underlyingVolatility: random.logUniform(0.05, 1), time: random.logUniform(0.01, 0.5),
                quantity: quantity)
            let allowance = 0x1p-41 * 100 * 200 * Double(quantity)
            let greatestLoss = try -#require(diagonal.profile.minimumProfit)
            let risks = try levels.map {
                (try diagonal.profit.valueAtRisk(level: $0), try diagonal.profit.expectedShortfall(level: $0))
            }
            for (index, (value, shortfall)) in risks.enumerated() {
                #expect(value <= shortfall, "\(diagonal) at \(levels[index])")
                #expect(shortfall <= greatestLoss * (1 + (greatestLoss < 0 ? -1e-15 : 1e-15)))
            }
            // (1 − p) ES(p) is the integral of the values at risk from p to the next level, plus that product there.
            for index in levels.indices.dropLast() {
                let (tail, beyond) = (1 - levels[index], 1 - levels[index + 1])
                let rest = tail * risks[index].1 - beyond * risks[index + 1].1
                #expect(rest >= (tail - beyond) * risks[index].0 - allowance * tail, "\(diagonal) at \(levels[index])")
                #expect(rest <= (tail - beyond) * risks[index + 1].0 + allowance * tail)
            }
        }
    }
}
