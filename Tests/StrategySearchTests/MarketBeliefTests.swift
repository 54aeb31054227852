import ExactPayoff
import Foundation
import OptionPricing
import StrategyRequests
import StrategySearch
import StrategyValuation
import Testing

/// The belief of the market on a share with dividends.
@Suite struct MarketBeliefTests {
    /// The spot model with one dividend: the price is lognormal before and after the ex-date.
    private struct Reference {
        let spot = 80.0, rate = 0.04, volatility = 0.3, time = 0.5, exTime = 0.3, amount = 2.4

        /// The mean of a function of the price after the dividend, by the rule of Simpson over the price before it.
        private func mean(_ function: (Double) -> Double) -> Double {
            let (reach, count) = (9.0, 2000)
            let step = 2 * reach / Double(count)
            var sum = 0.0
            for index in 0...count {
                let z = -reach + step * Double(index)
                let weight: Double = index == 0 || index == count ? 1 : index % 2 == 1 ? 4 : 2
                let growth = (rate - volatility * volatility / 2) * exTime + volatility * exTime.squareRoot() * z
                sum += weight * exp(-z * z / 2) * function(max(spot * exp(growth) - amount, 0))
            }
            return sum * step / 3 / (2 * Double.pi).squareRoot()
        }

        private static func normal(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

        private var deviation: Double { volatility * (time - exTime).squareRoot() }

        /// P(S < price).
        func probability(below price: Double) -> Double {
            mean { after in
                if after == 0 { return 1 }
                let growth = (rate - volatility * volatility / 2) * (time - exTime)
                return Self.normal((log(price / after) - growth) / deviation)
            }
        }

        /// E(S − K)⁺.
        func call(_ strike: Double) -> Double {
            mean { after in
                if after == 0 { return 0 }
                let forward = after * exp(rate * (time - exTime))
                let d1 = log(forward / strike) / deviation + deviation / 2
                return forward * Self.normal(d1) - strike * Self.normal(d1 - deviation)
            }
        }

        var forward: Double { (spot * exp(rate * exTime) - amount) * exp(rate * (time - exTime)) }

        /// P(S < price) if the volatility were that of the forward.
        func probabilityWithoutDividends(below price: Double) -> Double {
            let deviation = volatility * time.squareRoot()
            return Self.normal(log(price / forward) / deviation + deviation / 2)
        }

        /// A chain whose quotes are narrow.
        func request(_ exercise: ExerciseStyle) throws -> FindRequest {
            let market = try OptionMarket(
                spot: spot, riskFreeRate: rate,
                dividends: [try DiscreteDividend(timeToExDate: exTime, .amount(amount))])
            let quotes = try stride(from: 40.0, through: 140, by: 2.5).flatMap { strike in
                try [OptionKind.call, .put].map { kind in
                    let price: Double
                    if exercise == .american {
                        let terms = try OptionTerms(
                            kind, strike: strike, timeToExpiration: time, exercise: exercise)
                        price = try ModelledOption(terms, in: market).price(volatility: volatility)
                    } else {
                        let call = call(strike)
                        price = exp(-rate * time) * (kind == .call ? call : call - forward + strike)
                    }
                    return FindQuote(kind, strikePrice: strike, bid: price * 0.999, ask: price * 1.001)
                }
            }
            var request = FindRequest(currentPrice: spot, options: quotes, objectives: [.expectedProfit])
            (request.timeToExpiration, request.riskFreeRate, request.exercise) = (time, rate, exercise)
            request.dividends = [RequestDividend(.years(exTime), .amount(amount))]
            request.belief.distribution = .market
            (request.search.legs, request.limit) = (1...1, 1000)
            return request
        }
    }

    @Test("the market believes in the distribution after the dividends", arguments: ExerciseStyle.allCases)
    func believesInDividends(_ exercise: ExerciseStyle) throws {
        let reference = Reference()
        let answer = try StrategyFinder().find(reference.request(exercise))
        let distribution = try #require(answer.conventions.distribution)
        #expect(abs(distribution.forward - reference.forward) < 1e-9)
        var (worst, worstWithout) = (0.0, 0.0)
        for strategy in answer.strategies where strategy.title.hasPrefix("long call") {
            let premium = strategy.legs[0].premium
            let strike = try #require(strategy.legs[0].strikePrice)
            let chance = 1 - strategy.probability.ofProfit
            worst = max(worst, abs(chance - reference.probability(below: strike + premium)))
            worstWithout = max(
                worstWithout, abs(chance - reference.probabilityWithoutDividends(below: strike + premium)))
            let mean = 100 * (reference.call(strike) - premium)
            #expect(abs(strategy.probability.expectedProfitLoss - mean) < 0.5, "\(strategy.title)")
        }
        #expect(worst < 2e-4)
        // Otherwise the check above would not need the dividends.
        #expect(worstWithout > 2e-3)
    }
}
