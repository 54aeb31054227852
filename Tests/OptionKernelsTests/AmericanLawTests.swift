import OptionKernels
import Testing
import _TestSupport

/// Laws that American prices obey, for random options of the whole domain.
@Suite("American prices: laws")
struct AmericanLawTests {
    static let samples: [OptionSample] = {
        var generator = SeededGenerator(seed: 33)
        return (0..<2000).map { _ in generator.americanSample() }
    }()

    /// Options that are never exercised early.
    static let neverExercised = samples.compactMap { sample -> OptionSample? in
        var sample = sample
        sample.time = min(sample.time, 31)
        (sample.rate, sample.yield) =
            sample.isPut
            ? (min(-sample.rate, 0), max(-sample.rate, sample.yield)) : (max(sample.rate, 0), min(-sample.yield, 0))
        return min(sample.rate, sample.yield) >= -0.1 ? sample : nil
    }

    /// Calls `body` with each option that has a price.
    static func forEach(
        _ samples: [OptionSample], _ level: AmericanLevel, _ instructionSet: InstructionSet,
        _ body: (Int, OptionSample, Double) -> Void
    ) {
        let result = OptionColumns(samples).american(level, instructionSet: instructionSet)
        for (index, sample) in samples.enumerated() where result.statuses[index] == .ok {
            body(index, sample, result.prices[index])
        }
    }

    @Test("almost every option has a price, and no other status has a number", arguments: AmericanLevel.allCases)
    func statuses(level: AmericanLevel) {
        let result = OptionColumns(Self.samples).american(level, instructionSet: .best)
        for (price, status) in zip(result.prices, result.statuses) {
            #expect(price.isNaN == (status != .ok))
        }
        #expect(result.answered == result.statuses.allSatisfy { $0 == .ok })
        #expect(!result.statuses.contains(.outsideDomain))
        #expect(result.statuses.filter { $0 == .notConverged }.count <= 2)
    }

    @Test("bounds", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func bounds(level: AmericanLevel, instructionSet: InstructionSet) {
        let european = OptionColumns(Self.samples).evaluate(.price, instructionSet: instructionSet).rows[0]
        Self.forEach(Self.samples, level, instructionSet) { index, sample, price in
            #expect(price >= sample.intrinsic, "\(sample)")
            // The European kernel is limited to 32 years.
            if sample.time < 32 { #expect(price >= Double(bitPattern: european[index]), "\(sample)") }
            // Without negative rates, no right is worth more than what it delivers.
            if sample.isPut && sample.rate >= 0 { #expect(price <= sample.strike, "\(sample)") }
            if !sample.isPut && sample.yield >= 0 { #expect(price <= sample.spot, "\(sample)") }
        }
    }

    @Test(
        "a call with r ≥ 0 and q ≤ 0, and a put with r ≤ 0 and q ≥ r, are European, to the last digit",
        arguments: AmericanLevel.allCases, InstructionSet.supported)
    func european(level: AmericanLevel, instructionSet: InstructionSet) {
        #expect(Self.neverExercised.count > 1000)
        let columns = OptionColumns(Self.neverExercised)
        let result = columns.american(level, instructionSet: instructionSet)
        #expect(result.answered)
        #expect(result.bits == columns.evaluate(.price, instructionSet: instructionSet).rows[0])
    }

    /// The European part of the mirrored price is rounded elsewhere, the premium is not.
    @Test("symmetry of put and call", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func symmetry(level: AmericanLevel, instructionSet: InstructionSet) {
        let mirrored = OptionColumns(Self.samples.map(\.mirrored)).american(level, instructionSet: instructionSet)
        let result = OptionColumns(Self.samples).american(level, instructionSet: instructionSet)
        #expect(mirrored.statuses == result.statuses)
        for (index, sample) in Self.samples.enumerated() where result.statuses[index] == .ok {
            let growth = max(1, result.prices[index] / sample.larger) * sample.larger
            #expect(abs(mirrored.prices[index] - result.prices[index]) <= 1e-12 * growth, "\(sample)")
        }
    }

    @Test("the price rises with volatility and with time", arguments: AmericanLevel.allCases)
    func monotone(level: AmericanLevel) throws {
        let bound = try #require(AmericanReferenceTests.bounds[level])
        var moreVolatile = Self.samples, longer = Self.samples
        for index in Self.samples.indices {
            moreVolatile[index].volatility = min(moreVolatile[index].volatility * 1.03, 10)
            longer[index].time = min(longer[index].time * 1.03, 50)
        }
        for others in [moreVolatile, longer] {
            let other = OptionColumns(others).american(level, instructionSet: .best)
            Self.forEach(Self.samples, level, .best) { index, sample, price in
                guard other.statuses[index] == .ok else { return }
                let rise = other.prices[index] - price
                #expect(rise >= -2 * bound * sample.larger * max(1, price / sample.larger), "\(sample)")
            }
        }
    }

    @Test(
        "the price of a put falls with the spot, that of a call rises, by at most the difference",
        arguments: AmericanLevel.allCases)
    func slope(level: AmericanLevel) throws {
        let bound = try #require(AmericanReferenceTests.bounds[level])
        // Where yields are negative, discounted dividends are paid by the holder, and slopes are above 1.
        let samples = Self.samples.filter { $0.rate >= 0 && $0.yield >= 0 }
        var higher = samples
        for index in samples.indices { higher[index].spot *= 1.01 }
        let other = OptionColumns(higher).american(level, instructionSet: .best)
        Self.forEach(samples, level, .best) { index, sample, price in
            guard other.statuses[index] == .ok else { return }
            let (step, slack) = (higher[index].spot - sample.spot, 2 * bound * sample.larger)
            let rise = (other.prices[index] - price) * (sample.isPut ? -1 : 1)
            #expect(rise >= -slack && rise <= step + slack, "\(sample): \(rise) of \(step)")
        }
    }
}
