import OptionPricing
import Testing
import _TestSupport

@Suite("Batches agree with single options")
struct BatchTests {
    /// Samples of every region, some of which are rejected.
    static func samples(_ region: SampleRegion) -> [OptionSample] {
        var generator = SeededGenerator(seed: 30)
        return (0..<150).map { index in
            var sample = generator.sample(index % 5 == 0 ? .valid : region)
            if index % 17 == 3 { sample.spot = -sample.spot }
            if index % 19 == 4 { sample.volatility = .nan }
            if index % 11 == 5 { sample.time = 0 }
            if index % 13 == 6 { sample.volatility = 0 }
            return sample
        }
    }

    @Test("values, to the last bit", arguments: SampleRegion.allCases)
    func values(region: SampleRegion) {
        let samples = Self.samples(region)
        let batch = OptionBatch(samples)
        for what in GreekSelection.allCases {
            let (rows, refusals) = batch.evaluate(what)
            var expectedRefusals: [Int: PricingError] = [:]
            for (index, sample) in samples.enumerated() {
                do throws(PricingError) {
                    let option = try sample.option()
                    let expected =
                        switch what {
                        case .price: [try option.price(volatility: sample.volatility)]
                        case .greeks:
                            OptionSample.values(
                                try option.greeks(volatility: sample.volatility))
                        case .allGreeks: try sample.values()
                        }
                    let isSame = rows.map { $0[index] } == expected.map(\.bitPattern)
                    #expect(isSame, "\(what) of \(sample)")
                } catch {
                    expectedRefusals[index] = error
                    #expect(rows.allSatisfy { Double(bitPattern: $0[index]).isNaN }, "\(sample)")
                }
            }
            #expect(refusals.map(\.index) == expectedRefusals.keys.sorted())
            for refusal in refusals { Self.expectSame(refusal.error, expectedRefusals[refusal.index]) }
        }
    }

    @Test("volatilities", arguments: SampleRegion.allCases)
    func volatilities(region: SampleRegion) {
        // Extreme rates have a separate test.
        let samples = Self.samples(region)
        var generator = SeededGenerator(seed: 31)
        let prices = samples.enumerated().map { index, sample in
            let price = (try? sample.price()) ?? 1
            return switch index % 7 {
            case 0: generator.pattern(0, .greatestFiniteMagnitude)
            case 1: index % 2 == 0 ? price.nextDown : price.nextUp
            case 2: [0, -1, .nan, .infinity][index / 7 % 4]
            default: price
            }
        }
        let (volatilities, statuses, refusals) = OptionBatch(samples).impliedVolatilities(prices: prices)
        var expectedRefusals: [Int: PricingError] = [:]
        for (index, sample) in samples.enumerated() {
            do throws(PricingError) {
                let expected = try sample.impliedVolatility(price: prices[index])
                #expect(statuses[index] == expected.status, "\(prices[index]) of \(sample)")
                if case .volatility(let volatility) = expected {
                    #expect(volatilities[index] == volatility)
                } else {
                    #expect(volatilities[index].isNaN, "\(prices[index]) of \(sample)")
                }
            } catch {
                expectedRefusals[index] = error
                #expect(statuses[index] == .unanswered && volatilities[index].isNaN)
            }
        }
        #expect(refusals.map(\.index) == expectedRefusals.keys.sorted())
        for refusal in refusals { Self.expectSame(refusal.error, expectedRefusals[refusal.index]) }
    }

    @Test("chains reject the same options as single evaluations, and agree with them", arguments: SampleRegion.allCases)
    func chains(region: SampleRegion) {
        var generator = SeededGenerator(seed: 32)
        for _ in 0..<4 {
            let shared = generator.sample(region)
            let samples = Self.samples(region).map { sample in
                var sample = sample
                (sample.spot, sample.time, sample.rate, sample.yield) =
                    (shared.spot, shared.time, shared.rate, shared.yield)
                return sample
            }
            let (rows, refusals) = OptionBatch(samples).evaluateChain(of: shared)
            var expectedRefusals: [Int] = []
            for (index, sample) in samples.enumerated() {
                guard let price = try? sample.price() else {
                    expectedRefusals.append(index)
                    #expect(rows.allSatisfy { Double(bitPattern: $0[index]).isNaN }, "\(sample)")
                    continue
                }
                let value = Double(bitPattern: rows[0][index])
                let bound = 4e-15 * sample.conditioning
                let underflow = 4 * Double.leastNonzeroMagnitude * max(1, sample.spot)
                if bound < 0.01 { #expect(abs(value - price) <= bound * price + underflow, "\(sample)") }
                #expect(!value.isNaN, "\(sample)")
            }
            #expect(refusals.map(\.index) == expectedRefusals)
        }
    }

    /// Errors carry values, and NaN is not equal to itself.
    static func expectSame(_ error: PricingError, _ other: PricingError?) {
        #expect("\(error)" == other.map { "\($0)" })
    }
}
