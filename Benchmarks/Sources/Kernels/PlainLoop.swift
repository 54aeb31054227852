import Foundation
import OptionPricing

/// The baseline of the comparison: the textbook formulas in a scalar loop over Foundation's functions.
enum PlainLoop {
    static func divide(_ numerators: [Int64], _ quotients: inout [Double]) {
        for index in numerators.indices { quotients[index] = Double(numerators[index]) / 1e4 }
    }

    static func prices(_ options: OptionColumns, _ prices: inout [Double]) {
        for index in 0..<options.count {
            let term = Term(options, index, volatility: options.volatilities[index])
            prices[index] = term.price
        }
    }

    static func greeks(_ options: OptionColumns, _ values: inout [Double]) {
        let count = options.count
        for index in 0..<count {
            let volatility = options.volatilities[index]
            let term = Term(options, index, volatility: volatility)
            let density = term.density
            let gamma = term.yieldDiscount * density / (options.spots[index] * term.deviation)
            values[index] = term.price
            values[count + index] = term.delta
            values[2 * count + index] = gamma
            let decay = gamma * options.spots[index] * options.spots[index] * volatility * volatility / 2
            values[3 * count + index] =
                options.yields[index] * options.spots[index] * term.delta
                - options.rates[index] * term.strikePart - decay
            values[4 * count + index] = options.spots[index] * term.yieldDiscount * density * term.rootTime
            values[5 * count + index] = options.times[index] * term.strikePart
        }
    }

    /// Runs a bracketed Newton iteration from 0.3 until the volatility converges.
    static func impliedVolatilities(_ options: OptionColumns, _ prices: [Double], _ volatilities: inout [Double]) {
        for index in 0..<options.count {
            var (low, high, volatility) = (0.0, 10.0, 0.3)
            for _ in 0..<60 {
                let term = Term(options, index, volatility: volatility)
                let excess = term.price - prices[index]
                if excess > 0 { high = volatility } else { low = volatility }
                let vega = options.spots[index] * term.yieldDiscount * term.density * term.rootTime
                var next = volatility - excess / vega
                if !(next > low && next < high) { next = (low + high) / 2 }
                if abs(next - volatility) <= 1e-15 * volatility { break }
                volatility = next
            }
            volatilities[index] = volatility
        }
    }

    private struct Term {
        let price, delta, strikePart, yieldDiscount, deviation, rootTime, density: Double

        @inline(__always)
        init(_ options: OptionColumns, _ index: Int, volatility: Double) {
            let (spot, strike, time) = (options.spots[index], options.strikes[index], options.times[index])
            let (rate, yield) = (options.rates[index], options.yields[index])
            let sign: Double = options.kinds[index] == .call ? 1 : -1
            rootTime = time.squareRoot()
            deviation = volatility * rootTime
            let d1 = (log(spot / strike) + (rate - yield + volatility * volatility / 2) * time) / deviation
            let d2 = d1 - deviation
            yieldDiscount = exp(-yield * time)
            delta = sign * yieldDiscount * erfc(-sign * d1 * 0.5.squareRoot()) / 2
            strikePart = sign * strike * exp(-rate * time) * erfc(-sign * d2 * 0.5.squareRoot()) / 2
            price = spot * delta - strikePart
            density = exp(-d1 * d1 / 2) * 0.3989422804014327
        }
    }
}
