import Foundation
import OptionKernels
import Testing
import _TestSupport

/// One option at many prices of the underlying.
@Suite("American options at many prices of the underlying")
struct AmericanCurveTests {
    /// Options of all plans; every fourth is exercised between two boundaries.
    static let samples: [OptionSample] = {
        var generator = SeededGenerator(seed: 40)
        return (0..<80).map { $0 % 4 == 3 ? generator.twoBoundarySample() : generator.americanSample() }
    }()

    /// Prices around the strike, some of which are outside the domain.
    static func spots(_ sample: OptionSample, count: Int) -> [Double] {
        (0..<count).map { index in
            if index % 11 == 5 { return [-1, .nan, .infinity, 1e9 * sample.strike][index / 11 % 4] }
            let deviation = min(sample.volatility * sample.time.squareRoot(), 3)
            return sample.strike * exp(deviation * 3 * sin(Double(7 * index)))
        }
    }

    @Test("values have the same bits as those of the option alone", arguments: InstructionSet.supported)
    func sameBits(instructionSet: InstructionSet) {
        for (index, sample) in Self.samples.enumerated() {
            let level = AmericanLevel.allCases[index % 3]
            let spots = Self.spots(sample, count: index % 8 == 1 ? 520 : index % 19)
            let option = AmericanOption(sample.terms)
            var prices = [Double](repeating: 0, count: spots.count)
            var values = [Double](repeating: 0, count: AmericanValue.allCases.count * spots.count)
            var statuses = [AmericanStatus](repeating: .notConverged, count: spots.count), others = statuses
            var priceSpan = prices.mutableSpan
            var valueSpan = values.mutableSpan
            var statusSpan = statuses.mutableSpan
            var otherSpan = others.mutableSpan
            let isPriced = option.price(
                at: spots.span, level: level, into: &priceSpan, statuses: &statusSpan, instructionSet: instructionSet)
            let isAnswered = option.evaluate(
                at: spots.span, level: level, into: &valueSpan, statuses: &otherSpan, instructionSet: instructionSet)
            let alone = OptionColumns(
                spots.map { spot in
                    var sample = sample
                    sample.spot = spot
                    return sample
                }
            ).americanValues(level, instructionSet: instructionSet)
            #expect(statuses == alone.statuses && others == statuses)
            #expect(isPriced == alone.answered && isAnswered == isPriced)
            #expect(prices.map(\.bitPattern) == alone.bits(.price), "\(sample)")
            for value in AmericanValue.allCases {
                let column = values[value.rawValue * spots.count..<(value.rawValue + 1) * spots.count]
                #expect(column.map(\.bitPattern) == alone.bits(value), "\(value), \(sample)")
            }
        }
    }

    @Test("a put falls with the price of the underlying, and is convex")
    func shape() {
        for sample in Self.samples where sample.isPut && (0.1...5).contains(sample.deviation) {
            let spots = (0...200).map { sample.strike * (0.4 + 0.008 * Double($0)) }
            let option = AmericanOption(sample.terms)
            var prices = [Double](repeating: 0, count: spots.count)
            var statuses = [AmericanStatus](repeating: .notConverged, count: spots.count)
            var priceSpan = prices.mutableSpan
            var statusSpan = statuses.mutableSpan
            #expect(option.price(at: spots.span, into: &priceSpan, statuses: &statusSpan))
            let room = 2e-7 * 2 * sample.strike
            for index in spots.indices.dropFirst() {
                #expect(prices[index] <= prices[index - 1] + room, "\(sample)")
                guard index > 1 else { continue }
                #expect(prices[index] - 2 * prices[index - 1] + prices[index - 2] >= -4 * room, "\(sample)")
            }
        }
    }
}
