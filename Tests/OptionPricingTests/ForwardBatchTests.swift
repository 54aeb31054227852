import Foundation
import OptionPricing
import Testing
import _TestSupport

@Suite("Batches of options on forwards agree with single options")
struct ForwardBatchTests {
    /// Options inside and outside the range of the kernels and the domain of the models.
    static func samples(isNormal: Bool) -> [OptionSample] {
        var generator = SeededGenerator(seed: 60)
        return (0..<300).map { index in
            var sample = generator.sample(
                index % 5 == 0 ? .valid : index % 5 == 1 ? .kernelRange : index % 5 == 2 ? .wide : .ordinary)
            if isNormal {
                sample.volatility *= min(sample.spot, 1e10)
                if index % 3 == 0 { sample.strike = sample.spot + sample.deviation * generator.uniform(-40, 40) }
                if index % 7 == 0 { (sample.spot, sample.strike) = (-sample.spot, -sample.strike) }
            }
            if index % 17 == 3 { sample.spot = isNormal ? .infinity : -sample.spot }
            if index % 19 == 4 { sample.volatility = .nan }
            if index % 11 == 5 { sample.time = 0 }
            if index % 13 == 6 { sample.volatility = 0 }
            if index % 23 == 7 { sample.strike = sample.spot }
            if index % 29 == 8 { sample.rate = .nan }
            return sample
        }
    }

    struct Columns {
        let kinds: [OptionKind]
        let forwards, strikes, times, rates, volatilities: [Double]

        init(_ samples: [OptionSample]) {
            kinds = samples.map { $0.isPut ? .put : .call }
            forwards = samples.map(\.spot)
            strikes = samples.map(\.strike)
            times = samples.map(\.time)
            rates = samples.map(\.rate)
            volatilities = samples.map(\.volatility)
        }

        func withOptions<Result>(_ model: PricingModel, _ body: (OptionColumns) -> Result) -> Result {
            body(
                OptionColumns(
                    kinds: .each(kinds.span), forwards: .each(forwards.span), strikes: .each(strikes.span),
                    timesToExpiration: .each(times.span), riskFreeRates: .each(rates.span), model: model))
        }
    }

    private static func values(_ greeks: Greeks, _ higher: HigherGreeks) -> [Double] {
        [
            greeks.price, greeks.delta, greeks.gamma, greeks.theta, greeks.vega, greeks.rho, higher.epsilon,
            higher.vanna, higher.vomma, higher.charm, higher.speed, higher.zomma, higher.color, higher.ultima,
            higher.dualDelta, higher.dualGamma,
        ]
    }

    @Test("values of Black (1976), to the last bit except theta")
    func black76() {
        let samples = Self.samples(isNormal: false)
        let columns = Columns(samples)
        for selection in GreekSelection.allCases {
            var found = GreekColumns(selection, count: samples.count + 3)
            var evaluator = OptionEvaluator()
            let refusals = columns.withOptions(.blackScholesMerton) {
                evaluator.evaluate($0, volatilities: .each(columns.volatilities.span), into: &found)
            }
            var expectedRefusals: [Int: PricingError] = [:]
            for (index, sample) in samples.enumerated() {
                do throws(PricingError) {
                    let option = try ModelledOption(
                        columns.kinds[index], forward: sample.spot, strike: sample.strike,
                        timeToExpiration: sample.time, riskFreeRate: sample.rate)
                    let (first, higher) = try option.allGreeks(volatility: sample.volatility)
                    let expected = Self.values(first, higher)
                    for greek in Greek.allCases.prefix(selection.columnCount) {
                        let (value, single) = (found[greek, index], expected[greek.rawValue])
                        if greek == .theta {
                            let decay =
                                abs(sample.rate * first.price) + first.vega * sample.volatility / (2 * sample.time)
                            #expect(
                                value == single || abs(value - single) <= 4e-15 * decay, "\(value) \(single) \(sample)")
                        } else {
                            #expect(value.bitPattern == single.bitPattern, "\(greek) \(value) \(single) \(sample)")
                        }
                    }
                } catch {
                    expectedRefusals[index] = error
                    for greek in Greek.allCases.prefix(selection.columnCount) { #expect(found[greek, index].isNaN) }
                }
            }
            #expect(refusals.map(\.index) == expectedRefusals.keys.sorted())
            #expect(refusals.count > 30 && refusals.count < 150)
            for refusal in refusals { BatchTests.expectSame(refusal.error, expectedRefusals[refusal.index]) }
            if selection == .price {
                var prices = [Double](repeating: -1, count: samples.count)
                var span = prices.mutableSpan
                let rejected = columns.withOptions(.blackScholesMerton) {
                    evaluator.evaluatePrices($0, volatilities: .each(columns.volatilities.span), into: &span)
                }
                #expect(rejected.map(\.index) == refusals.map(\.index))
                for index in prices.indices {
                    #expect(prices[index].bitPattern == found[.price, index].bitPattern || prices[index].isNaN)
                }
            }
        }
    }

    @Test("values of Bachelier, within rounding")
    func bachelier() {
        let samples = Self.samples(isNormal: true)
        let columns = Columns(samples)
        for selection in GreekSelection.allCases {
            var found = GreekColumns(selection, count: samples.count + 3)
            var evaluator = OptionEvaluator()
            let refusals = columns.withOptions(.bachelier) {
                evaluator.evaluate($0, volatilities: .each(columns.volatilities.span), into: &found)
            }
            var expectedRefusals: [Int: PricingError] = [:]
            for (index, sample) in samples.enumerated() {
                do throws(PricingError) {
                    let option = try ModelledOption(
                        columns.kinds[index], forward: sample.spot, strike: sample.strike,
                        timeToExpiration: sample.time, riskFreeRate: sample.rate, model: .bachelier)
                    let (first, higher) = try option.allGreeks(volatility: sample.volatility)
                    let expected = Self.values(first, higher)
                    let d = (sample.spot - sample.strike) / sample.deviation
                    let bound = 4e-15 * (1 + d * d)
                    for greek in Greek.allCases.prefix(selection.columnCount) {
                        let (value, single) = (found[greek, index], expected[greek.rawValue])
                        // The higher-order greeks may cross zero; a table at 50 digits bounds their errors.
                        if [.theta, .charm, .zomma, .color, .ultima].contains(greek), value.isFinite { continue }
                        #expect(
                            value == single || abs(value - single) <= bound * abs(single) + .leastNormalMagnitude
                                || !(bound < 1e-2), "\(greek) \(value) \(single) \(sample)")
                    }
                } catch {
                    expectedRefusals[index] = error
                    for greek in Greek.allCases.prefix(selection.columnCount) { #expect(found[greek, index].isNaN) }
                }
            }
            #expect(refusals.map(\.index) == expectedRefusals.keys.sorted())
            #expect(refusals.count > 30 && refusals.count < 150)
            for refusal in refusals { BatchTests.expectSame(refusal.error, expectedRefusals[refusal.index]) }
        }
    }

    @Test("volatilities and statuses", arguments: [false, true])
    func volatilities(isNormal: Bool) {
        let samples = Self.samples(isNormal: isNormal)
        let columns = Columns(samples)
        var generator = SeededGenerator(seed: 61)
        let prices = samples.enumerated().map { index, sample in
            let price =
                isNormal
                ? (try? ModelledOption(
                    columns.kinds[index], forward: sample.spot, strike: sample.strike, timeToExpiration: sample.time,
                    riskFreeRate: sample.rate, model: .bachelier)).flatMap {
                        try? $0.price(volatility: sample.volatility)
                    }
                : (try? ModelledOption(
                    columns.kinds[index], forward: sample.spot, strike: sample.strike, timeToExpiration: sample.time,
                    riskFreeRate: sample.rate)).flatMap { try? $0.price(volatility: sample.volatility) }
            return switch index % 7 {
            case 0: generator.pattern(0, .greatestFiniteMagnitude)
            case 1: (price ?? 1) * generator.uniform(0.5, 1)
            case 2: [0, -1, .nan, .infinity][index / 7 % 4]
            default: price ?? 1
            }
        }
        var found = [Double](repeating: -1, count: samples.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .ok, count: samples.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        var evaluator = OptionEvaluator()
        let refusals = columns.withOptions(isNormal ? .bachelier : .blackScholesMerton) {
            evaluator.findVolatilities(
                of: $0, prices: prices.span, volatilities: &foundSpan, statuses: &statusSpan)
        }
        var expectedRefusals: [Int: PricingError] = [:]
        var seen: Set<ImpliedVolatilityStatus> = []
        for (index, sample) in samples.enumerated() {
            do throws(PricingError) {
                let expected: ImpliedVolatility
                if isNormal {
                    let option = try ModelledOption(
                        columns.kinds[index], forward: sample.spot, strike: sample.strike,
                        timeToExpiration: sample.time, riskFreeRate: sample.rate, model: .bachelier)
                    expected = try option.impliedVolatility(price: prices[index])
                } else {
                    let option = try ModelledOption(
                        columns.kinds[index], forward: sample.spot, strike: sample.strike,
                        timeToExpiration: sample.time, riskFreeRate: sample.rate)
                    expected = try option.impliedVolatility(price: prices[index])
                }
                seen.insert(statuses[index])
                #expect(statuses[index] == expected.status, "\(prices[index]) of \(sample)")
                if case .volatility(let volatility) = expected {
                    // Where most of the price is intrinsic, few digits of the volatility are determined.
                    let intrinsic = max(sample.isPut ? sample.strike - sample.spot : sample.spot - sample.strike, 0)
                    let value = prices[index] - intrinsic * exp(-sample.rate * sample.time)
                    let bound = 16 * 0x1p-53 * max(1, prices[index] / value)
                    let isSame =
                        isNormal ? abs(found[index] - volatility) <= bound * volatility : found[index] == volatility
                    #expect(isSame || value <= 0, "\(found[index]) \(volatility) \(sample)")
                } else {
                    #expect(found[index].isNaN)
                }
            } catch {
                expectedRefusals[index] = error
                #expect(statuses[index] == .unanswered && found[index].isNaN)
            }
        }
        #expect(refusals.map(\.index) == expectedRefusals.keys.sorted())
        for refusal in refusals { BatchTests.expectSame(refusal.error, expectedRefusals[refusal.index]) }
        #expect(seen.isSuperset(of: [.ok, .belowIntrinsic, .notDeterminable]))
    }
}
