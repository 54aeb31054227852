import Foundation
import OptionKernels
import Testing
import _TestSupport

/// Laws that American greeks obey, for random options of the whole domain.
@Suite("American greeks: laws")
struct AmericanGreekTests {
    static let samples = AmericanLawTests.samples
    static let greeks: [AmericanValue] = [.delta, .gamma, .theta, .vega, .rho, .epsilon]

    @Test(
        "prices and statuses are those of the prices alone, and all values are numbers or none",
        arguments: AmericanLevel.allCases, InstructionSet.supported)
    func prices(level: AmericanLevel, instructionSet: InstructionSet) {
        let columns = OptionColumns(AmericanLayoutTests.samples)
        let prices = columns.american(level, instructionSet: instructionSet)
        let values = columns.americanValues(level, instructionSet: instructionSet)
        #expect(values.bits(.price) == prices.bits)
        #expect(values.statuses == prices.statuses)
        #expect(values.answered == prices.answered)
        for (index, status) in values.statuses.enumerated() {
            for value in [.price, .europeanPrice] + Self.greeks {
                #expect(values[value][index].isNaN == (status != .ok), "\(value)")
            }
            for value in [AmericanValue.exerciseBoundary, .secondExerciseBoundary] {
                #expect(status == .ok || values[value][index].isNaN)
            }
        }
    }

    @Test("the price of the European option, to the last digit", arguments: InstructionSet.supported)
    func europeanPrice(instructionSet: InstructionSet) {
        var samples = Self.samples
        // The European kernel is limited to 32 years.
        for index in samples.indices { samples[index].time = min(samples[index].time, 31) }
        let columns = OptionColumns(samples)
        let values = columns.americanValues(.standard, instructionSet: instructionSet)
        let european = columns.evaluate(.price, instructionSet: instructionSet).rows[0]
        for (index, status) in values.statuses.enumerated() where status == .ok {
            #expect(values[.europeanPrice][index].bitPattern == european[index], "\(samples[index])")
        }
    }

    @Test(
        "a call with r ≥ 0 and q ≤ 0, and a put with r ≤ 0 and q ≥ r, have European greeks, to the last digit",
        arguments: AmericanLevel.allCases, InstructionSet.supported)
    func european(level: AmericanLevel, instructionSet: InstructionSet) {
        let columns = OptionColumns(AmericanLawTests.neverExercised)
        let values = columns.americanValues(level, instructionSet: instructionSet)
        let european = columns.evaluate(.allGreeks, instructionSet: instructionSet).rows
        #expect(values.answered)
        #expect(values[.exerciseBoundary].allSatisfy { $0.isNaN })
        for (row, greek) in zip(european, [.price] + Self.greeks) { #expect(values.bits(greek) == row, "\(greek)") }
    }

    @Test(
        "on the boundary and beyond it, an option is exercised", arguments: AmericanLevel.allCases,
        InstructionSet.supported)
    func exercised(level: AmericanLevel, instructionSet: InstructionSet) {
        let values = OptionColumns(Self.samples).americanValues(level, instructionSet: instructionSet)
        var count = 0
        for (index, sample) in Self.samples.enumerated()
        where values.statuses[index] == .ok && !sample.isBetweenBoundaries {
            let boundary = values[.exerciseBoundary][index]
            #expect(
                boundary.isNaN || (sample.isPut ? boundary <= sample.strike : boundary >= sample.strike), "\(sample)")
            guard sample.isPut ? sample.spot <= boundary : sample.spot >= boundary else { continue }
            count += 1
            #expect(values[.price][index] == sample.intrinsic, "\(sample)")
            #expect(values[.delta][index] == (sample.isPut ? -1 : 1), "\(sample)")
            for greek in Self.greeks where greek != .delta { #expect(values[greek][index] == 0, "\(greek), \(sample)") }
        }
        #expect(count > 200)
    }

    /// Where the boundary is not yet constant: elsewhere, the slope changes within less than the error of the boundary.
    @Test("price and delta are continuous at the boundary", arguments: AmericanLevel.allCases)
    func pasting(level: AmericanLevel) throws {
        let bound = try #require(AmericanReferenceTests.bounds[level])
        let values = OptionColumns(Self.samples).americanValues(level, instructionSet: .best)
        var held: [OptionSample] = []
        for (index, sample) in Self.samples.enumerated()
        where (1e-3...1e3).contains(values[.exerciseBoundary][index] / 100) && sample.reach < 5
            && !sample.isBetweenBoundaries
        {
            var sample = sample
            let step = 1e-7 * sample.volatility * sample.time.squareRoot()
            sample.spot = values[.exerciseBoundary][index] * exp(sample.isPut ? step : -step)
            held.append(sample)
        }
        #expect(held.count > 600)
        let nearby = OptionColumns(held).americanValues(level, instructionSet: .best)
        var errors: [Double] = []
        for (index, sample) in held.enumerated() where nearby.statuses[index] == .ok {
            // At hardly any interest, the boundary of the level `screen` has an error.
            let allowed = level == .screen ? 10 * bound : level == .standard ? bound : 2 * bound
            #expect(abs(nearby[.price][index] - sample.intrinsic) <= allowed * sample.larger, "\(sample)")
            errors.append(abs(nearby[.delta][index] - (sample.isPut ? -1 : 1)))
        }
        errors.sort()
        #expect(errors[errors.count * 99 / 100] <= (level == .screen ? 3e-5 : 3e-6))
        #expect(try #require(errors.last) <= (level == .screen ? 4e-4 : 2e-4))
    }

    /// V(S, K, r, q) of a call is V(K, S, q, r) of a put.
    @Test("symmetry of put and call", arguments: InstructionSet.supported)
    func symmetry(instructionSet: InstructionSet) {
        let mirrored = OptionColumns(Self.samples.map(\.mirrored)).americanValues(
            .standard, instructionSet: instructionSet)
        let values = OptionColumns(Self.samples).americanValues(.standard, instructionSet: instructionSet)
        for (index, sample) in Self.samples.enumerated() where values.statuses[index] == .ok {
            func compare(_ one: AmericanValue, _ other: AmericanValue, _ unit: Double) {
                let (a, b) = (values[one][index], mirrored[other][index])
                #expect(abs(a - b) <= 1e-9 * (unit + abs(a)), "\(one), \(sample): \(a), \(b)")
            }
            let root = sample.time.squareRoot()
            compare(.vega, .vega, sample.larger * root)
            compare(.theta, .theta, sample.larger * (1 + sample.volatility / root))
            compare(.rho, .epsilon, sample.larger * sample.time)
            compare(.epsilon, .rho, sample.larger * sample.time)
            let boundaries = values[.exerciseBoundary][index] * mirrored[.exerciseBoundary][index]
            #expect(
                boundaries.isNaN == values[.exerciseBoundary][index].isNaN
                    && !(abs(boundaries / (sample.spot * sample.strike) - 1) > 1e-9), "\(sample)")
        }
    }

    @Test("differences of prices, for ordinary options", arguments: InstructionSet.supported)
    func differences(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 36)
        let samples = (0..<400).map { _ in
            let (time, volatility) = (generator.uniform(0.05, 3), generator.uniform(0.1, 0.8))
            let deviations = generator.uniform(-1.5, 1.5) * volatility * time.squareRoot()
            return OptionSample(
                isPut: Bool.random(using: &generator), spot: 100 * exp(deviations), strike: 100, time: time,
                rate: generator.uniform(0.01, 0.1), yield: generator.uniform(0.01, 0.1), volatility: volatility)
        }
        // A step may cross equal rates, where the kernel changes its grid.
        Self.compareWithDifferences(samples, atLeast: 250, steps: 1, 1e-6, byRates: 1e-4, instructionSet)
    }

    @Test(
        "differences of prices, for options that are exercised between two boundaries",
        arguments: InstructionSet.supported)
    func differencesBetweenBoundaries(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 38)
        let samples = (0..<100).map { _ in
            let (time, higher) = (generator.uniform(0.2, 10), generator.uniform(-0.03, -0.01))
            let put = OptionSample(
                isPut: true, spot: 100 * exp(generator.uniform(-0.5, 0.2)), strike: 100, time: time, rate: higher,
                yield: generator.uniform(-0.09, -0.05), volatility: generator.uniform(0.05, 0.3))
            return Bool.random(using: &generator) ? put : put.mirrored
        }
        Self.compareWithDifferences(samples, atLeast: 50, steps: 0.1, 1e-6, byRates: 5e-5, instructionSet)
    }

    @Test("differences of prices, for options at extreme terms", arguments: InstructionSet.supported)
    func differencesAtExtremeTerms(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 39)
        let samples = (0..<100).map { _ in
            OptionSample(
                isPut: true, spot: 100 * exp(generator.uniform(-0.3, 1)), strike: 100, time: generator.uniform(10, 40),
                rate: generator.uniform(0.001, 0.004), yield: generator.uniform(-0.09, -0.05),
                volatility: generator.uniform(0.2, 0.5))
        }
        Self.compareWithDifferences(samples, atLeast: 50, steps: 0.1, 5e-6, byRates: 1e-4, instructionSet)
    }

    /// Compares the greeks with differences of prices of the most precise level, whose errors are smooth, at neighbouring terms.
    static func compareWithDifferences(
        _ samples: [OptionSample], atLeast least: Int, steps scale: Double, _ bound: Double, byRates: Double,
        _ instructionSet: InstructionSet
    ) {
        let values = OptionColumns(samples).americanValues(.standard, instructionSet: instructionSet)
        /// The derivative of a value by a field, and whether the option is held at all terms.
        func derivative(
            _ field: WritableKeyPath<OptionSample, Double>, of value: AmericanValue, _ step: (OptionSample) -> Double
        ) -> [Double] {
            let shifted = [-2.0, -1, 1, 2].map { offset in
                let others = samples.map { sample in
                    var other = sample
                    other[keyPath: field] += offset * scale * step(sample)
                    return other
                }
                return OptionColumns(others).americanValues(.precise, instructionSet: instructionSet)
            }
            return samples.indices.map { index in
                guard shifted.allSatisfy({ $0[.vega][index] != 0 }) else { return .nan }
                let f = shifted.map { $0[value][index] }
                return (8 * (f[2] - f[1]) - (f[3] - f[0])) / (12 * scale * step(samples[index]))
            }
        }
        func compare(_ greek: AmericanValue, _ expected: [Double], _ bound: Double) {
            var count = 0
            for (index, sample) in samples.enumerated() where !expected[index].isNaN {
                count += 1
                let error = abs(values[greek][index] - expected[index])
                #expect(error <= bound * (greek == .delta ? 1 : 100), "\(greek), \(sample): \(error)")
            }
            #expect(count > least)
        }
        let deviation = { (sample: OptionSample) in sample.spot * sample.volatility * sample.time.squareRoot() / 100 }
        compare(.delta, derivative(\.spot, of: .price, deviation), bound)
        compare(.gamma, derivative(\.spot, of: .delta, deviation), 1e-7)
        compare(.theta, derivative(\.time, of: .price) { $0.time / 100 }.map { -$0 }, bound)
        compare(.vega, derivative(\.volatility, of: .price) { $0.volatility / 100 }, bound)
        compare(.rho, derivative(\.rate, of: .price) { _ in 1e-3 }, byRates)
        compare(.epsilon, derivative(\.yield, of: .price) { _ in 1e-3 }, byRates)
    }
}
