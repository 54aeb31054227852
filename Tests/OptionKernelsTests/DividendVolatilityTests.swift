import Foundation
import OptionKernels
import Testing
import _TestSupport

@Suite("Implied volatilities with dividends")
struct DividendVolatilityTests {
    @Test(
        "the volatility of a price returns the price", arguments: DividendExercise.allCases, DividendLevel.allCases)
    func roundTrip(exercise: DividendExercise, level: DividendLevel) {
        let bound = DividendReferenceTests.bound(exercise, level)
        var count = 0
        for chain in DividendLawTests.chains {
            let columns = OptionColumns(chain.samples)
            let quotes = columns.withDividends(chain.dividends, exercise, level)
            let found = columns.volatilitiesWithDividends(chain.dividends, exercise, level, prices: quotes.prices)
            var solved = chain.samples
            var lowest = chain.samples
            for index in solved.indices {
                lowest[index].volatility = 0.02
                let volatility = Double(bitPattern: found.bits[index])
                #expect(volatility.isNaN == (found.statuses[index] != .ok))
                if !volatility.isNaN { solved[index].volatility = volatility }
            }
            let again = OptionColumns(solved).withDividends(chain.dividends, exercise, level)
            let least = OptionColumns(lowest).withDividends(chain.dividends, exercise, level)
            for (index, sample) in chain.samples.enumerated() where quotes.statuses[index] == .ok {
                let (price, room) = (quotes.prices[index], bound * sample.larger)
                if least.statuses[index] == .ok, price > least.prices[index] + 2 * room {
                    #expect(found.statuses[index] == .ok, "\(sample): \(found.statuses[index])")
                }
                guard found.statuses[index] == .ok else { continue }
                count += 1
                #expect(abs(again.prices[index] - price) <= room, "\(sample): \(solved[index].volatility)")
            }
        }
        #expect(count > 150)
    }

    /// A bid and an ask are looked for near the volatility of the mid, which was found at a level above.
    @Test("near another price, the volatility returns the price too", arguments: DividendExercise.allCases)
    func nearKnown(exercise: DividendExercise) {
        let bound = DividendReferenceTests.bound(exercise, .fast)
        var count = 0
        for chain in DividendLawTests.chains {
            let columns = OptionColumns(chain.samples)
            let mids = columns.withDividends(chain.dividends, exercise, .standard).prices
            let volatilities = columns.volatilitiesWithDividends(chain.dividends, exercise, .standard, prices: mids)
                .bits
                .map(Double.init(bitPattern:))
            for factor in [0.5, 0.95, 1, 1.000_1, 1.02, 1.3] {
                let prices = mids.map { factor * $0 }
                let plain = columns.volatilitiesWithDividends(chain.dividends, exercise, .fast, prices: prices)
                let found = columns.volatilitiesWithDividends(
                    chain.dividends, exercise, .fast, prices: prices, near: (mids, volatilities))
                var solved = chain.samples
                for index in solved.indices where found.statuses[index] == .ok {
                    solved[index].volatility = Double(bitPattern: found.bits[index])
                }
                let again = OptionColumns(solved).withDividends(chain.dividends, exercise, .fast).prices
                for (index, sample) in chain.samples.enumerated() {
                    #expect(found.statuses[index] == plain.statuses[index], "\(sample) at \(prices[index])")
                    guard found.statuses[index] == .ok, volatilities[index].isFinite else { continue }
                    count += 1
                    let room = bound * sample.larger
                    #expect(abs(again[index] - prices[index]) <= room, "\(sample): \(solved[index].volatility)")
                }
            }
        }
        #expect(count > 500)
    }

    /// Prices of a mesh follow the volatility smoothly, so that the search does not end at the accuracy of the level.
    @Test("the volatility is that of the price", arguments: DividendExercise.allCases)
    func volatility(exercise: DividendExercise) {
        var dividends = DividendColumns()
        for quarter in 0..<4 { dividends.append(time: 0.125 + 0.25 * Double(quarter), amount: 0.5) }
        let samples: [OptionSample] = (0..<60).map { index in
            let (strike, volatility) = (85 + 0.5 * Double(index), 0.2 + 0.01 * Double(index))
            return OptionSample(
                isPut: index % 2 == 0, spot: 100, strike: strike, time: 1, rate: 0.05,
                yield: index % 3 == 0 ? 0.04 : 0, volatility: volatility)
        }
        let columns = OptionColumns(samples)
        for level in DividendLevel.allCases {
            let prices = columns.withDividends(dividends, exercise, level).prices
            let found = columns.volatilitiesWithDividends(dividends, exercise, level, prices: prices)
            #expect(found.answered)
            for (index, sample) in samples.enumerated() {
                #expect(abs(Double(bitPattern: found.bits[index]) - sample.volatility) <= 3e-6, "\(level): \(sample)")
            }
        }
    }

    @Test("a quote has the same bits alone, among others and on every fused set", arguments: DividendExercise.allCases)
    func layout(exercise: DividendExercise) {
        let chain = DividendLayoutTests.chains[1]
        let samples = Array(chain.samples.prefix(120))
        let columns = OptionColumns(samples)
        var prices = columns.withDividends(chain.dividends, exercise, .standard).prices
        for index in stride(from: 0, to: prices.count, by: 7) { prices[index] *= 0.9 }
        for index in stride(from: 1, to: prices.count, by: 7) { prices[index] *= 1.2 }
        for instructionSet in InstructionSet.supported {
            let together = columns.volatilitiesWithDividends(
                chain.dividends, exercise, .standard, prices: prices, instructionSet: instructionSet)
            for index in stride(from: 0, to: prices.count, by: 3) {
                let alone = columns.volatilitiesWithDividends(
                    chain.dividends, exercise, .standard, prices: prices, range: index..<index + 1,
                    instructionSet: instructionSet)
                #expect(alone.bits[0] == together.bits[index], "\(samples[index])")
                #expect(alone.statuses[0] == together.statuses[index])
            }
        }
        let fused = InstructionSetAgreementTests.fused.map {
            columns.volatilitiesWithDividends(
                chain.dividends, exercise, .standard, prices: prices, instructionSet: $0)
        }
        for other in fused.dropFirst() {
            #expect(other.bits == fused[0].bits)
            #expect(other.statuses == fused[0].statuses)
        }
    }

    @Test("statuses", arguments: InstructionSet.supported)
    func statuses(instructionSet: InstructionSet) {
        var dividends = DividendColumns()
        dividends.append(time: 0.25, amount: 1)
        let put = OptionSample(isPut: true, spot: 80, strike: 100, time: 1, rate: 0.05, yield: 0, volatility: .nan)
        var (high, call, outside) = (put, put, put)
        high.spot = 120
        (call.isPut, call.spot) = (false, 120)
        outside.rate = 0.21
        let american: [(OptionSample, Double, ImpliedVolatilityStatus)] = [
            (put, 19.9, .belowIntrinsic), (put, 20, .notDeterminable), (put, 20 + 1e-5, .notDeterminable),
            (put, 24, .ok), (put, 99.9, .notDeterminable), (put, 100, .aboveMaximum), (put, 120, .aboveMaximum),
            (high, 0, .notDeterminable), (high, 1, .ok), (high, -1, .unanswered), (high, .nan, .unanswered),
            (high, .infinity, .unanswered), (outside, 25, .unanswered), (call, 19.9, .belowIntrinsic),
            (call, 30, .ok), (call, 119.999, .notDeterminable), (call, 120, .aboveMaximum),
        ]
        // The mean after the dividend is 80 − e^(−0.0125): the put is worth at least 16.11, the call at least 23.89.
        let european: [(OptionSample, Double, ImpliedVolatilityStatus)] = [
            (put, 16.1, .belowIntrinsic), (put, 20, .ok), (put, 95.2, .aboveMaximum), (call, 23, .belowIntrinsic),
            (call, 30, .ok), (call, 120, .aboveMaximum),
        ]
        for (exercise, cases) in [(DividendExercise.american, american), (.european, european)] {
            let found = OptionColumns(cases.map(\.0)).volatilitiesWithDividends(
                dividends, exercise, .precise, prices: cases.map(\.1), instructionSet: instructionSet)
            for (index, (sample, price, status)) in cases.enumerated() {
                #expect(found.statuses[index] == status, "\(exercise): \(sample) at \(price)")
            }
            #expect(found.answered == (exercise == .european))
        }
        var invalid = DividendColumns()
        invalid.append(time: 0.25, amount: -1)
        let refused = OptionColumns([put]).volatilitiesWithDividends(
            invalid, .american, .precise, prices: [24], instructionSet: instructionSet)
        #expect(refused.statuses == [.unanswered] && !refused.answered)
    }
}
