import Foundation
import OptionKernels
import Testing
import _TestSupport

@Suite("American implied volatilities")
struct AmericanVolatilityTests {
    static let samples = AmericanLawTests.samples

    /// Prices of the samples at the most precise level, with slopes by the volatility.
    static let quotes = OptionColumns(samples).americanValues(.precise, instructionSet: .best)

    /// The least price: that of the best time of exercise at volatility 0.
    static func leastPrice(_ sample: OptionSample) -> Double {
        let sign: Double = sample.isPut ? -1 : 1
        return (0...4000).map { step in
            let time = sample.time * Double(step) / 4000
            return sign * (sample.spot * exp(-sample.yield * time) - sample.strike * exp(-sample.rate * time))
        }.max().map { max($0, 0) } ?? 0
    }

    @Test("the volatility of a price returns the price", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func roundTrip(level: AmericanLevel, instructionSet: InstructionSet) throws {
        let bound = try #require(AmericanReferenceTests.bounds[level])
        let columns = OptionColumns(Self.samples)
        let prices = Self.quotes[.price]
        let found = columns.americanVolatilities(level, prices: prices, instructionSet: instructionSet)
        var solved = Self.samples
        for index in solved.indices where found.statuses[index] == .ok {
            solved[index].volatility = Double(bitPattern: found.bits[index])
        }
        let again = OptionColumns(solved).americanValues(level, instructionSet: instructionSet)
        var count = 0
        for (index, sample) in Self.samples.enumerated() where Self.quotes.statuses[index] == .ok {
            #expect(
                Double(bitPattern: found.bits[index]).isNaN == (found.statuses[index] != .ok), "\(sample)")
            guard !Self.quotes[.exerciseBoundary][index].isNaN || sample.isBetweenBoundaries else { continue }
            let timeValue = prices[index] - Self.leastPrice(sample)
            let room = bound * sample.larger
            // Quotes from which a volatility follows have one.
            if timeValue > 2 * room && prices[index] < max(sample.spot, sample.strike) * (1 - 1e-9) {
                #expect(found.statuses[index] == .ok, "\(sample): \(found.statuses[index]), \(timeValue)")
            }
            guard found.statuses[index] == .ok else {
                #expect(found.statuses[index] != .unanswered, "\(sample)")
                continue
            }
            count += 1
            let unit = max(sample.larger, prices[index])
            #expect(abs(again[.price][index] - prices[index]) <= bound * unit, "\(sample)")
            let difference = abs(solved[index].volatility - sample.volatility) * Self.quotes[.vega][index]
            #expect(difference <= 3 * bound * unit + 3e-8 * unit, "\(sample): \(solved[index].volatility)")
        }
        #expect(count > 500)
    }

    @Test("options that are never exercised early have European volatilities", arguments: InstructionSet.supported)
    func european(instructionSet: InstructionSet) {
        let columns = OptionColumns(AmericanLawTests.neverExercised)
        let prices = columns.prices()
        let european = columns.impliedVolatilities(prices: prices, instructionSet: instructionSet)
        let found = columns.americanVolatilities(.standard, prices: prices, instructionSet: instructionSet)
        var count = 0
        for (index, status) in european.statuses.enumerated() {
            let inside = status != .ok || (0.001...10).contains(Double(bitPattern: european.volatilities[index]))
            #expect(found.statuses[index] == (inside ? status : .notDeterminable))
            if inside && status == .ok {
                count += 1
                #expect(found.bits[index] == european.volatilities[index])
            }
        }
        #expect(count > 500)
    }

    @Test("a quote has the same bits alone, among others and on every fused set", arguments: AmericanLevel.allCases)
    func layout(level: AmericanLevel) {
        let columns = OptionColumns(AmericanLayoutTests.samples)
        var prices = columns.american(.standard, instructionSet: .best).prices
        for index in stride(from: 0, to: prices.count, by: 7) { prices[index] *= 0.9 }
        for index in stride(from: 1, to: prices.count, by: 7) { prices[index] *= 1.2 }
        for instructionSet in InstructionSet.supported {
            let together = columns.americanVolatilities(level, prices: prices, instructionSet: instructionSet)
            for index in stride(from: 0, to: prices.count, by: 3) {
                let alone = columns.americanVolatilities(
                    level, prices: prices, range: index..<index + 1, instructionSet: instructionSet)
                #expect(alone.bits[0] == together.bits[index], "\(AmericanLayoutTests.samples[index])")
                #expect(alone.statuses[0] == together.statuses[index])
            }
        }
        let fused = InstructionSetAgreementTests.fused.map {
            columns.americanVolatilities(level, prices: prices, instructionSet: $0)
        }
        for other in fused.dropFirst() {
            #expect(other.bits == fused[0].bits)
            #expect(other.statuses == fused[0].statuses)
        }
        #expect(Set(fused.first?.statuses ?? []).count == 5 || fused.isEmpty)
    }

    @Test("statuses", arguments: InstructionSet.supported)
    func statuses(instructionSet: InstructionSet) {
        let put = OptionSample(isPut: true, spot: 90, strike: 100, time: 1, rate: 0.05, yield: 0.02, volatility: 1)
        var high = put
        high.spot = 110
        // Without randomness, this put is best exercised after 1.9 years, for 10.05, rather than now, for 10.
        var later = put
        (later.time, later.rate, later.yield) = (5, 0.05, 0.0562)
        let best = Self.leastPrice(later)
        #expect(best > 10.01 && best < 10.1)
        var outside = put
        outside.rate = 1.1
        var both = put
        (both.rate, both.yield) = (-0.02, -0.04)
        let mirrored = put.mirrored
        let cases: [(OptionSample, Double, ImpliedVolatilityStatus)] = [
            (put, 9.99, .belowIntrinsic), (put, 10, .notDeterminable), (put, 10 + 1e-9, .notDeterminable),
            (put, 10.5, .ok), (put, 99.999, .notDeterminable), (put, 100, .aboveMaximum), (put, 120, .aboveMaximum),
            (high, 0, .notDeterminable), (high, 1e-6, .notDeterminable), (high, 1, .ok), (high, -1, .unanswered),
            (high, .nan, .unanswered), (high, .infinity, .unanswered), (later, 10, .belowIntrinsic),
            (later, best + 1e-8, .notDeterminable), (later, best + 0.1, .ok), (outside, 12, .unanswered),
            (both, 9.99, .belowIntrinsic), (both, 12, .ok), (both, 110, .aboveMaximum),
            (mirrored, 9.99, .belowIntrinsic), (mirrored, 10.5, .ok), (mirrored, 100, .aboveMaximum),
        ]
        let found = OptionColumns(cases.map(\.0)).americanVolatilities(
            .standard, prices: cases.map(\.1), instructionSet: instructionSet)
        for (index, (sample, price, status)) in cases.enumerated() {
            #expect(found.statuses[index] == status, "\(sample) at \(price)")
        }
        #expect(!found.answered)
    }
}
