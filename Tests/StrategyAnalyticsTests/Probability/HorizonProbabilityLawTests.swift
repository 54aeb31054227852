import Foundation
import OptionPricing
import StrategyAnalytics
import Testing
import _TestSupport

@Suite("Profit distribution of calendars and diagonals")
struct HorizonProbabilityLawTests {
    private struct Draw {
        let sample: HorizonSample
        let prices: LognormalDistribution
        let volatility, time: Double

        func profit() throws -> ProfitDistribution { try ProfitDistribution(of: sample.profile(), under: prices) }
    }

    private func forEachDraw(seed: UInt64, count: Int, _ body: (Draw) throws -> Void) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let sample = try random.horizonSample()
            let (volatility, time) = (random.logUniform(0.02, 2), random.logUniform(0.003, 2))
            let prices = try LognormalDistribution(
                spot: random.uniform(80, 125), volatility: volatility, timeToExpiration: time,
                riskFreeRate: sample.rate, dividendYield: sample.yield)
            try body(Draw(sample: sample, prices: prices, volatility: volatility, time: time))
        }
    }

    /// The mean of an option's value at the horizon is the undiscounted value of one that combines both deviations.
    @Test("the mean profit is that of the legs, each in closed form")
    func legByLeg() throws {
        var worst = 0.0
        try forEachDraw(seed: 81, count: 600) { draw in
            let mean = draw.prices.mean
            var (sum, magnitude) = (0.0, 0.0)
            func add(_ leg: Leg, _ remaining: Double, _ volatility: Double) throws {
                let (growth, discount) = (
                    exp((draw.sample.rate - draw.sample.yield) * remaining), exp(-draw.sample.rate * remaining)
                )
                let variance = draw.volatility * draw.volatility * draw.time + volatility * volatility * remaining
                let isPut = if case .put = leg.instrument { true } else { false }
                let option = try EuropeanOption(
                    isPut ? .put : .call, spot: mean * growth, strike: leg.strikePrice ?? 0, timeToExpiration: 1)
                let worth = discount * (try BlackScholesMerton.price(of: option, volatility: variance.squareRoot()))
                let shares = Double(leg.quantity * leg.sharesPerContract) * (leg.position == .long ? 1 : -1)
                sum += shares * (worth - leg.premium)
                // The profit at the horizon is split into parts of this size.
                magnitude += abs(shares) * (worth + leg.premium + mean)
            }
            for leg in draw.sample.expiring { try add(leg, 0, 0) }
            for surviving in draw.sample.surviving {
                try add(surviving.leg, surviving.remainingTime, surviving.volatility)
            }
            let profit = try draw.profit()
            let error = abs(profit.expectedProfitLoss - sum) / magnitude
            worst = max(worst, error)
            #expect(error <= 1e-14, "\(profit.expectedProfitLoss) for \(sum) of \(draw)")
        }
        print("WORST", worst)
    }

    @Test("profit and loss share all probability, and their means make up the whole mean")
    func parts() throws {
        try forEachDraw(seed: 82, count: 300) { draw in
            let profit = try draw.profit()
            #expect(abs(profit.probabilityOfProfit + profit.probabilityOfLoss - 1) <= 4e-16)
            let gain = (profit.expectedProfit ?? 0) * profit.probabilityOfProfit
            let loss = (profit.expectedLoss ?? 0) * profit.probabilityOfLoss
            #expect(abs(profit.expectedProfitLoss - (gain + loss)) <= 1e-14 * (gain - loss))
            #expect(profit.expectedProfit.map { $0 > 0 } ?? (profit.probabilityOfProfit == 0))
            #expect(profit.expectedLoss.map { $0 < 0 } ?? (profit.probabilityOfLoss == 0))
            #expect(profit.touchingProbabilities.map(\.stockPrice) == (try draw.sample.profile().breakEvenPoints))
        }
    }
}
