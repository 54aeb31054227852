import ExactPayoff
import OptionPricing
import StrategyRequests
import _TestSupport

/// A random chain: quotes around model values, some without a bid or an ask.
struct SampleChain {
    let request: FindRequest

    init(seed: UInt64, strikes: Int, objectives: [FindObjective]) throws {
        var random = SeededGenerator(seed: seed)
        let spot = (Double.random(in: 40...400, using: &random) * 100).rounded() / 100
        let time = Double.random(in: 0.02...0.6, using: &random)
        let steps: [Double] = [0.5, 1, 2.5, 5]
        let step = steps[Int.random(in: 0..<steps.count, using: &random)]
        let wanted: Double = spot * 0.4 / Double(strikes)
        let width: Double = max(step, (wanted / step).rounded() * step)
        let lowest: Double = spot - width * Double(strikes) / 2
        let first: Double = max(width, (lowest / width).rounded() * width)
        var quotes: [FindQuote] = []
        for index in 0..<strikes {
            let strike = first + width * Double(index)
            for kind in [OptionKind.call, .put] {
                let volatility = Double.random(in: 0.15...0.5, using: &random)
                let option = try ModelledOption(
                    kind, spot: spot, strike: strike, timeToExpiration: time, riskFreeRate: 0.04, dividendYield: 0.01)
                let mid: Double = try option.price(volatility: volatility)
                let spread = Double.random(in: 0.002...0.05, using: &random)
                let half: Double = max(0.01, mid * spread)
                let bid: Double = ((mid - half) * 100).rounded() / 100
                let ask: Double = ((mid + half) * 100).rounded() / 100
                let isMissing = Int.random(in: 0..<12, using: &random)
                quotes.append(
                    FindQuote(
                        kind, strikePrice: strike, bid: bid <= 0 || isMissing == 0 ? nil : bid,
                        ask: isMissing == 1 ? nil : max(ask, 0.01), impliedVolatility: volatility,
                        openInterest: Int.random(in: 0...1000, using: &random),
                        volume: Int.random(in: 0...500, using: &random)))
            }
        }
        var request = FindRequest(currentPrice: spot, options: quotes.shuffled(using: &random), objectives: objectives)
        request.timeToExpiration = time
        (request.riskFreeRate, request.dividendYield) = (0.04, 0.01)
        request.belief.volatility = Double.random(in: 0.15...0.5, using: &random)
        self.request = request
    }
}
