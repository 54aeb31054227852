import OptionPricing
import Testing
import _TestSupport

@Suite("Implied volatility: laws and statuses")
struct ImpliedVolatilityLawTests {
    @Test("volatility to price and back", arguments: [SampleRegion.ordinary, .wide, .kernelRange])
    func roundTrip(region: SampleRegion) throws {
        var generator = SeededGenerator(seed: 60)
        var determined = 0
        for _ in 0..<1500 {
            let sample = generator.sample(region)
            let values = try sample.values()
            let condition = values[0] / (values[Greek.vega.rawValue] * sample.volatility)
            // The documented errors of the price and of the inverse.
            let bound = (4e-15 * sample.conditioning + 8 * 0x1p-53) * max(1, condition)
            guard values[0] > 1e-290 * max(1, sample.spot), condition < 0x1p45, bound < 0.01 else { continue }
            let result = try sample.impliedVolatility(price: values[0])
            guard case .volatility(let volatility) = result else {
                Issue.record("\(result) of \(values[0]) of \(sample)")
                continue
            }
            #expect(abs(volatility - sample.volatility) <= bound * sample.volatility, "\(volatility) of \(sample)")
            determined += 1
        }
        #expect(determined > [.ordinary: 1200, .wide: 600][region, default: 0])
    }

    /// Options without rates, whose bounds are known.
    @Test("bounds of no arbitrage", arguments: SampleRegion.allCases)
    func bounds(region: SampleRegion) throws {
        var generator = SeededGenerator(seed: 61)
        let count = 1000
        var inverted = 0
        for _ in 0..<count {
            var sample = generator.sample(region)
            (sample.rate, sample.yield) = (0, 0)
            let intrinsic = max(sample.isPut ? sample.strike - sample.spot : sample.spot - sample.strike, 0)
            let maximum = sample.isPut ? sample.strike : sample.spot
            let rounding = max(sample.spot, sample.strike) * 0x1p-50
            var prices = [
                0, intrinsic, intrinsic.nextUp, intrinsic.nextDown, maximum, maximum.nextUp, maximum.nextDown,
                intrinsic * generator.uniform(0, 1), maximum * generator.uniform(1, 2),
                intrinsic + (maximum - intrinsic) * generator.uniform(0, 1),
                generator.pattern(0, .greatestFiniteMagnitude),
            ]
            prices.append(prices[0].nextUp)
            for price in prices where price.isFinite && price >= 0 {
                let result = try sample.impliedVolatility(price: price)
                if price < intrinsic - rounding {
                    #expect(result == .belowIntrinsic, "\(price) of \(sample)")
                } else if price > maximum + rounding {
                    #expect(result == .aboveMaximum, "\(price) of \(sample)")
                } else if sample.time == 0 || price == intrinsic || price == maximum {
                    #expect(result == .notDeterminable, "\(price) of \(sample)")
                } else if price - intrinsic > maximum * 0x1p-30, maximum - price > maximum * 0x1p-30 {
                    #expect(result.status == .ok, "\(price) of \(sample)")
                }
                if price >= intrinsic { #expect(result != .belowIntrinsic, "\(price) of \(sample)") }
                if price <= maximum { #expect(result != .aboveMaximum, "\(price) of \(sample)") }
                if try Self.expectPrice(price, result, sample) { inverted += 1 }
            }
        }
        // Each option has up to twelve prices.
        #expect(inverted >= count * 8 / 10)
    }

    @Test("any price of any option: no trap, and the volatility gives the price", arguments: SampleRegion.allCases)
    func anything(region: SampleRegion) throws {
        var generator = SeededGenerator(seed: 62)
        let count = 5000
        var inverted = 0
        for index in 0..<count {
            var sample = generator.sample(region)
            if index % 3 == 0 { sample.time = generator.pattern(0, 100) }
            let price =
                index % 2 == 0
                ? generator.pattern(0, .greatestFiniteMagnitude)
                : max(sample.spot, sample.strike) * generator.uniform(0, 1.2)
            guard price.isFinite else { continue }
            if try Self.expectPrice(price, try sample.impliedVolatility(price: price), sample) { inverted += 1 }
        }
        // Random prices are rarely within the bounds.
        #expect(inverted >= count / 15)
    }

    /// The tolerance of a price at a volatility with an error of 8 · 2⁻⁵³ · max(1, condition), including the error of computing
    /// the price. Returns whether there is a volatility whose price was compared.
    static func expectPrice(_ price: Double, _ result: ImpliedVolatility, _ sample: OptionSample) throws -> Bool {
        guard case .volatility(let volatility) = result else { return false }
        #expect(volatility > 0 && volatility.isFinite, "\(volatility) for \(price) of \(sample)")
        var sample = sample
        sample.volatility = volatility
        guard let values = try? sample.values(), volatility.isNormal else { return false }
        let change = 8 * 0x1p-53 * max(price, values[Greek.vega.rawValue] * volatility)
        let discounting = 0x1p-50 * (abs(sample.rate) + abs(sample.yield)) * sample.time
        let bound = min(4e-15 * sample.conditioning + discounting * sample.conditioning, 1) * price
        let underflow = 0x1p-1020 * max(1, sample.spot, sample.strike)
        guard price > underflow else { return false }
        #expect(abs(values[0] - price) <= change + bound + underflow, "\(values[0]) for \(price) of \(sample)")
        return true
    }

    @Test("near the bounds of an in-the-money option")
    func nearBounds() throws {
        let call = OptionSample(isPut: false, spot: 100, strike: 90, time: 1, rate: 0, yield: 0, volatility: 0)
        let expected: [(Double, ImpliedVolatility)] = [
            (0, .belowIntrinsic), (9, .belowIntrinsic), (9.999999, .belowIntrinsic), (10, .notDeterminable),
            (10.0.nextUp, .notDeterminable), (100, .notDeterminable), (100.0.nextDown, .notDeterminable),
            (100.0001, .aboveMaximum), (101, .aboveMaximum), (1e300, .aboveMaximum),
        ]
        for (price, result) in expected { #expect(try call.impliedVolatility(price: price) == result, "\(price)") }
        // A value of 2⁻³⁰ times the price determines the volatility to about 2⁻²³.
        for price in [10 + 0x1p-27, 100 - 0x1p-27] {
            #expect(try call.impliedVolatility(price: price).status == .ok, "\(price)")
        }
        let put = OptionSample(isPut: true, spot: 100, strike: 90, time: 1, rate: 0, yield: 0, volatility: 0)
        for (price, result) in [
            (0, ImpliedVolatility.notDeterminable), (90, .notDeterminable), (90.0001, .aboveMaximum),
        ] { #expect(try put.impliedVolatility(price: price) == result, "\(price)") }
        // Out of the money every positive price has a volatility.
        for price in [Double.leastNonzeroMagnitude, 0x1p-1030, 1e-300, 1e-100, 1e-10, 1, 89] {
            #expect(try put.impliedVolatility(price: price).status == .ok, "\(price)")
        }
    }

    @Test("at expiration no price determines a volatility", arguments: [false, true])
    func noTime(isPut: Bool) throws {
        let sample = OptionSample(isPut: isPut, spot: 100, strike: 100, time: 0, rate: 1, yield: 1, volatility: 0)
        for price in [0.0, 1, 50, 100] {
            #expect(try sample.impliedVolatility(price: price) == .notDeterminable, "\(price)")
        }
        #expect(try sample.impliedVolatility(price: 101) == .aboveMaximum)
        var deep = sample
        deep.strike = isPut ? 150 : 50
        #expect(try deep.impliedVolatility(price: 49) == .belowIntrinsic)
        #expect(try deep.impliedVolatility(price: 50) == .notDeterminable)
        #expect(try deep.impliedVolatility(price: 60) == .notDeterminable)
    }

    @Test("extreme rates do not trap")
    func hugeRates() async {
        await #expect(processExitsWith: .success) {
            for rate in [1e19, -1e19, 1e300, -1e300, 1.7e308] {
                let sample = OptionSample(
                    isPut: false, spot: 100, strike: 100, time: 2, rate: rate, yield: 0, volatility: 0.2)
                _ = try sample.impliedVolatility(price: 5)
            }
        }
    }
}
