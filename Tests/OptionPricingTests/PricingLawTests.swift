import Foundation
import OptionPricing
import Testing
import _TestSupport

/// Consequences of no arbitrage and of the symmetries of the formula, for random options.
@Suite("Laws of prices")
struct PricingLawTests {
    /// Options of a region whose discounted amounts are in the range of doubles.
    static func samples(_ region: SampleRegion, count: Int = 2000) -> [OptionSample] {
        var generator = SeededGenerator(seed: 50)
        let samples = (0..<count).compactMap { _ in
            var sample = generator.sample(region)
            if region == .valid {
                // Limits the exponents, because random bit patterns of rates and times nearly always overflow.
                sample.time = generator.pattern(0x1p-300, 0x1p20)
                sample.rate = generator.signedPattern(below: 300 / max(1e-300, sample.time))
                sample.yield = generator.signedPattern(below: 300 / max(1e-300, sample.time))
            }
            return (try? sample.price()) == nil ? nil : sample
        }
        #expect(samples.count >= count * 9 / 10, "\(region)")
        return samples
    }

    /// S e^{-qT} and K e^{-rT}, and the relative error of the discounting.
    private static func discounted(_ sample: OptionSample) -> (spot: Double, strike: Double, error: Double) {
        let error = 0x1p-50 * (1 + (abs(sample.rate) + abs(sample.yield)) * sample.time)
        return (
            sample.spot * exp(-sample.yield * sample.time), sample.strike * exp(-sample.rate * sample.time), error
        )
    }

    @Test("put-call parity, and the bounds of no arbitrage", arguments: SampleRegion.allCases)
    func parity(region: SampleRegion) throws {
        let samples = Self.samples(region)
        var compared = 0
        for sample in samples {
            var (call, put) = (sample, sample)
            (call.isPut, put.isPut) = (false, true)
            guard let callPrice = try? call.price(), let putPrice = try? put.price() else { continue }
            let (spot, strike, error) = Self.discounted(sample)
            guard spot.isFinite, strike.isFinite else { continue }
            let rounding = max(spot, strike) * (error + 8e-15) + .leastNonzeroMagnitude
            #expect(abs((callPrice - putPrice) - (spot - strike)) <= rounding, "\(sample)")
            #expect(callPrice >= 0 && putPrice >= 0)
            #expect(callPrice >= spot - strike - rounding && putPrice >= strike - spot - rounding, "\(sample)")
            #expect(callPrice <= spot * (1 + error + 8e-15) + 5 * .leastNonzeroMagnitude, "\(sample)")
            #expect(putPrice <= strike * (1 + error + 8e-15) + 5 * .leastNonzeroMagnitude, "\(sample)")
            compared += 1
        }
        #expect(compared >= samples.count * 9 / 10)
    }

    @Test("at zero rates the price is never below the intrinsic value", arguments: SampleRegion.allCases)
    func intrinsic(region: SampleRegion) throws {
        for sample in Self.samples(region) {
            var sample = sample
            (sample.rate, sample.yield) = (0, 0)
            let sign: Double = sample.isPut ? -1 : 1
            #expect(try sample.price() >= sign * (sample.spot - sample.strike), "\(sample)")
        }
    }

    @Test("the signs of greeks, and the relations between those of call and put", arguments: SampleRegion.allCases)
    func greeks(region: SampleRegion) throws {
        let samples = Self.samples(region)
        var compared = 0
        for sample in samples {
            var (call, put) = (sample, sample)
            (call.isPut, put.isPut) = (false, true)
            guard let first = try? call.values(), let second = try? put.values() else { continue }
            let (spot, strike, error) = Self.discounted(sample)
            guard spot.isFinite, strike.isFinite else { continue }
            let yieldDiscount = exp(-sample.yield * sample.time)
            for greek: Greek in [.gamma, .vega, .dualGamma] {
                #expect(first[greek.rawValue] >= 0 && second[greek.rawValue] >= 0, "\(greek) of \(sample)")
                #expect(first[greek.rawValue] == second[greek.rawValue], "\(greek) of \(sample)")
            }
            for greek: Greek in [.vanna, .vomma, .speed, .zomma, .ultima] {
                let (one, other) = (first[greek.rawValue], second[greek.rawValue])
                if one.isNaN || other.isNaN { continue }
                #expect(one == other, "\(greek) of \(sample)")
            }
            let (up, down) = (first[Greek.delta.rawValue], second[Greek.delta.rawValue])
            let most = yieldDiscount * (1 + error + 8e-15) + .leastNonzeroMagnitude
            #expect(up >= 0 && up <= most, "\(sample)")
            #expect(down <= 0 && -down <= most, "\(sample)")
            #expect(abs(up - down - yieldDiscount) <= most * (error + 8e-15) + 2 * .leastNonzeroMagnitude, "\(sample)")
            #expect(first[Greek.dualDelta.rawValue] <= 0 && second[Greek.dualDelta.rawValue] >= 0, "\(sample)")
            #expect(first[Greek.rho.rawValue] >= 0 && second[Greek.rho.rawValue] <= 0, "\(sample)")
            #expect(first[Greek.epsilon.rawValue] <= 0 && second[Greek.epsilon.rawValue] >= 0, "\(sample)")
            compared += 1
        }
        #expect(compared >= samples.count * 9 / 10)
    }

    @Test("no value of a valid option is NaN", arguments: SampleRegion.allCases)
    func numbers(region: SampleRegion) throws {
        var generator = SeededGenerator(seed: 51)
        let count = 4000
        var valued = 0
        for _ in 0..<count {
            let sample = generator.sample(region)
            let result: [Double]
            do {
                result = try sample.values()
            } catch {
                #expect(error == .notRepresentable(.price), "\(sample)")
                continue
            }
            #expect(result[0] >= 0 && result[0].isFinite, "\(sample)")
            #expect(!result.contains { $0.isNaN }, "\(result) of \(sample)")
            valued += 1
        }
        // Random exponents often give prices beyond the range of doubles.
        #expect(valued >= count * (region == .valid ? 3 : 4) / 4)
    }

    @Test(
        "prices increase with volatility, with the spot (call) and with the strike (put)",
        arguments: [SampleRegion.ordinary, .wide, .kernelRange])
    func monotonicity(region: SampleRegion) throws {
        for sample in Self.samples(region) {
            let price = try sample.price()
            let (spot, strike, error) = Self.discounted(sample)
            // The documented rounding error, or that of the larger term if the price is almost entirely intrinsic value.
            let rounding =
                min(price * 8e-15 * sample.conditioning, max(spot, strike) * (error + 16e-15))
                + 8 * .leastNonzeroMagnitude * max(1, sample.spot)
            for factor in [1 + 0x1p-52, 1 + 0x1p-30, 1.001, 2] {
                var volatile = sample
                volatile.volatility *= factor
                #expect(try volatile.price() >= price - rounding, "\(factor) of \(sample)")
                var moved = sample
                if sample.isPut { moved.strike *= factor } else { moved.spot *= factor }
                #expect(try moved.price() >= price - rounding, "\(factor) of \(sample)")
                var opposite = sample
                if sample.isPut { opposite.spot *= factor } else { opposite.strike *= factor }
                #expect(try opposite.price() <= price + rounding, "\(factor) of \(sample)")
            }
        }
    }

    @Test("scaling amounts by a power of two changes no digit", arguments: [SampleRegion.ordinary, .wide])
    func homogeneity(region: SampleRegion) throws {
        let powers = [1, 0, -1, 1, 1, 1, 1, 0, 1, 0, -2, -1, -1, 1, 0, -1]
        let samples = Self.samples(region, count: 300)
        let exponents = [1, -3, 10, -12]
        var compared = 0
        for sample in samples {
            let values = try sample.values()
            for exponent in exponents {
                var scaled = sample
                scaled.spot = sample.spot.scaled(exponent)
                scaled.strike = sample.strike.scaled(exponent)
                let other = try scaled.values()
                for (index, power) in powers.enumerated() {
                    let expected = values[index].scaled(power * exponent)
                    // Subnormal tails and results lose digits.
                    guard abs(values[index]) > 1e-200, expected.isNormal, abs(expected) > 1e-290 else { continue }
                    #expect(other[index] == expected, "\(Greek.allCases[index]) of \(sample) by 2^\(exponent)")
                    compared += 1
                }
            }
        }
        #expect(compared >= samples.count * exponents.count * powers.count * 9 / 10)
    }

    @Test("scaling amounts out of the kernels' range", arguments: [SampleRegion.ordinary, .wide])
    func homogeneityBeyond(region: SampleRegion) throws {
        let samples = Self.samples(region, count: 300)
        let exponents = [60, -90, 200, -200, 600, -700]
        var compared = 0
        for sample in samples {
            let price = try sample.price()
            for exponent in exponents {
                var scaled = sample
                scaled.spot = sample.spot.scaled(exponent)
                scaled.strike = sample.strike.scaled(exponent)
                let other = try scaled.price()
                let expected = price.scaled(exponent)
                guard price > 1e-290, expected > 1e-290 else { continue }
                #expect(abs(other - expected) <= 8e-15 * sample.conditioning * expected, "\(sample) by 2^\(exponent)")
                compared += 1
            }
        }
        #expect(compared >= samples.count * exponents.count * 9 / 10)
    }

    @Test("scaling time by a power of four changes no digit", arguments: [SampleRegion.ordinary, .wide])
    func timeScaling(region: SampleRegion) throws {
        let samples = Self.samples(region, count: 300)
        let exponents = [-1, 1, 3, -20, 100, -100, 200]
        var compared = 0
        for sample in samples {
            let price = try sample.price()
            for exponent in exponents {
                var scaled = sample
                scaled.time = sample.time.scaled(2 * exponent)
                scaled.rate = sample.rate.scaled(-2 * exponent)
                scaled.yield = sample.yield.scaled(-2 * exponent)
                scaled.volatility = sample.volatility.scaled(-exponent)
                guard price > 1e-290, abs(sample.rate) * 4 < 2, abs(sample.yield) * 4 < 2 else { continue }
                let other = try scaled.price()
                let bound = 8e-15 * sample.conditioning * price + 2 * .leastNonzeroMagnitude
                #expect(abs(other - price) <= bound, "\(sample) by 4^\(exponent)")
                compared += 1
            }
        }
        #expect(compared >= samples.count * exponents.count * 9 / 10)
    }

    /// Central differences of the first derivatives, with steps that are powers of two.
    @Test("derivatives agree with differences")
    func differences() throws {
        let samples = Self.samples(.ordinary, count: 200)
        var compared = 0
        // If the third derivative is large, the difference does not approximate the derivative.
        for sample in samples where sample.deviation > 0.1 {
            let values = try sample.values()
            func slope(_ field: WritableKeyPath<OptionSample, Double>, _ index: Int, _ step: Double) throws -> Double {
                var (up, down) = (sample, sample)
                up[keyPath: field] += step
                down[keyPath: field] -= step
                return (try up.values()[index] - down.values()[index]) / (2 * step)
            }
            let checks: [(Greek, WritableKeyPath<OptionSample, Double>, Greek, Double)] = [
                (.delta, \.spot, .price, 1), (.gamma, \.spot, .delta, 1), (.theta, \.time, .price, -1),
                (.vega, \.volatility, .price, 1), (.rho, \.rate, .price, 1), (.epsilon, \.yield, .price, 1),
                (.vanna, \.volatility, .delta, 1), (.vomma, \.volatility, .vega, 1), (.charm, \.time, .delta, -1),
                (.speed, \.spot, .gamma, 1), (.zomma, \.volatility, .gamma, 1), (.color, \.time, .gamma, -1),
                (.ultima, \.volatility, .vomma, 1), (.dualDelta, \.strike, .price, 1),
                (.dualGamma, \.strike, .dualDelta, 1),
            ]
            for (greek, field, base, sign) in checks {
                let step = sample[keyPath: field] == 0 ? 0x1p-20 : max(0x1p-24, sample[keyPath: field] * 0x1p-16)
                let difference = sign * (try slope(field, base.rawValue, step))
                let value = values[greek.rawValue]
                let scale = max(abs(value), abs(values[base.rawValue]) / max(1, sample[keyPath: field]), 1e-12)
                #expect(abs(difference - value) <= 1e-4 * scale, "\(greek) of \(sample)")
            }
            compared += 1
        }
        #expect(compared >= samples.count / 2)
    }
}

extension Double {
    /// self · 2^exponent, rounded.
    fileprivate func scaled(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: self) }
}
