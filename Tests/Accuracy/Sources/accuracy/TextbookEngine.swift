import Foundation

/// The formulas as textbooks print them, in doubles: what there is to measure before the product is plugged in.
struct TextbookEngine: Engine {
    let name = "textbook"

    func values(_ options: OptionArrays) -> [OptionValue: [Double]] {
        var results: [OptionValue: [Double]] = [:]
        let rows = (0..<options.count).map { values(options[$0]) }
        for value in OptionValue.allCases {
            results[value] = rows.map { $0[value.rawValue] }
        }
        return results
    }

    func impliedVolatilities(_ options: OptionArrays, prices: [Double]) -> [Double] {
        (0..<options.count).map { index in
            var low = 1e-9
            var high = 1e3
            for _ in 0..<100 {
                let middle = (low * high).squareRoot()
                var option = options[index]
                option.volatility = middle
                if price(option) < prices[index] { low = middle } else { high = middle }
            }
            return high
        }
    }

    private func cdf(_ x: Double) -> Double { erfc(-x * 0.5.squareRoot()) / 2 }

    private func price(_ option: OptionInput) -> Double {
        let sign: Double = option.isPut ? -1 : 1
        let s = option.volatility * option.time.squareRoot()
        let d1 = (log(option.spot / option.strike) + (option.rate - option.yield) * option.time) / s + s / 2
        let spot = option.spot * exp(-option.yield * option.time)
        let strike = option.strike * exp(-option.rate * option.time)
        return sign * (spot * cdf(sign * d1) - strike * cdf(sign * (d1 - s)))
    }

    private func values(_ option: OptionInput) -> [Double] {
        let sign: Double = option.isPut ? -1 : 1
        let (S, K, T, r, q) = (option.spot, option.strike, option.time, option.rate, option.yield)
        let sigma = option.volatility
        let rootT = T.squareRoot()
        let s = sigma * rootT
        let d1 = (log(S / K) + (r - q) * T) / s + s / 2
        let d2 = d1 - s
        let growth = exp(-q * T)
        let discount = exp(-r * T)
        let density = exp(-d1 * d1 / 2) / (2 * Double.pi).squareRoot()
        let delta = sign * growth * cdf(sign * d1)
        let dualDelta = -sign * discount * cdf(sign * d2)
        let gamma = growth * density / (S * s)
        let vega = S * growth * density * rootT
        let slope = (r - q) / s - d2 / (2 * T)
        return [
            S * delta + K * dualDelta,
            delta,
            gamma,
            -vega * sigma / (2 * T) + q * S * delta + r * K * dualDelta,
            vega,
            -T * K * dualDelta,
            -T * S * delta,
            -growth * density * d2 / sigma,
            vega * d1 * d2 / sigma,
            q * delta - growth * density * slope,
            -gamma / S * (d1 / s + 1),
            gamma * (d1 * d2 - 1) / sigma,
            gamma * (q + 1 / (2 * T) + d1 * slope),
            vega / (sigma * sigma) * (d1 * d2 * (d1 * d2 - 1) - d1 * d1 - d2 * d2),
            dualDelta,
            gamma * (S / K) * (S / K),
        ]
    }
}
