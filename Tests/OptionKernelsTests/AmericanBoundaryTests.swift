import Foundation
import OptionKernels
import Testing
import _TestSupport

/// The prices at which American options are exercised.
@Suite("American prices: boundaries")
struct AmericanBoundaryTests {
    static func samples(_ seed: UInt64, _ draw: (inout SeededGenerator) -> OptionSample) -> [OptionSample] {
        var generator = SeededGenerator(seed: seed)
        return (0..<200).map { _ in draw(&generator) }
    }

    static let either = samples(36) { $0.americanSample() }
    static let two = samples(37) { $0.twoBoundarySample() }

    @Test("every option with two boundaries has a price", arguments: AmericanLevel.allCases)
    func statuses(level: AmericanLevel) {
        let found = OptionColumns(Self.two).exerciseBoundaries(level, instructionSet: .best)
        #expect(found.allSatisfy { $0.status == .ok && $0.price > 0 })
        // Some boundaries have met before now, some have not.
        #expect(found.filter { $0.near.isNaN }.count > 15)
        #expect(found.filter { !$0.near.isNaN }.count > 40)
    }

    @Test("prices with and without boundaries have the same bits", arguments: InstructionSet.supported)
    func samePrices(instructionSet: InstructionSet) {
        let columns = OptionColumns(Self.either + Self.two)
        let found = columns.exerciseBoundaries(.standard, instructionSet: instructionSet)
        let result = columns.american(.standard, instructionSet: instructionSet)
        #expect(found.map(\.price.bitPattern) == result.bits)
        #expect(found.map(\.status) == result.statuses)
    }

    @Test("boundaries do not depend on the spot", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func spots(level: AmericanLevel, instructionSet: InstructionSet) {
        let samples = Self.either + Self.two
        let moved = samples.map { sample in
            var moved = sample
            moved.spot = sample.strike * (0.4 + sample.spot / (sample.spot + sample.strike))
            return moved
        }
        let found = OptionColumns(samples).exerciseBoundaries(level, instructionSet: instructionSet)
        let again = OptionColumns(moved).exerciseBoundaries(level, instructionSet: instructionSet)
        for (sample, (found, again)) in zip(samples, zip(found, again)) {
            #expect(found.near.bitPattern == again.near.bitPattern, "\(sample)")
            #expect(found.far.bitPattern == again.far.bitPattern, "\(sample)")
        }
    }

    @Test("the price is that of exercise between the boundaries, and above it elsewhere")
    func exercise() {
        let samples = Self.either + Self.two
        let found = OptionColumns(samples).exerciseBoundaries(.standard, instructionSet: .best)
        var exercised = 0
        for (sample, found) in zip(samples, found) where !found.near.isNaN {
            let isBeyondNear = sample.isPut ? sample.spot <= found.near : sample.spot >= found.near
            let isBeyondFar = sample.isPut ? sample.spot < found.far : sample.spot > found.far
            if isBeyondNear && !isBeyondFar {
                exercised += 1
                #expect(abs(found.price - sample.intrinsic) <= 1e-14 * sample.larger, "\(sample): \(found)")
            }
        }
        #expect(exercised > 50)
        // At the distance x = ln 1.02 outside, holding is worth about x²(rK − qB)/σ² more.
        for isNear in [true, false] {
            let outside = zip(samples, found).compactMap { sample, found -> OptionSample? in
                var sample = sample
                let boundary = isNear ? found.near : found.far
                let flow = abs(sample.rate * sample.strike - sample.yield * boundary) / sample.strike
                sample.spot = boundary * (sample.isPut == isNear ? 1.02 : 1 / 1.02)
                let isInside = (0.011 * sample.strike...90 * sample.strike).contains(sample.spot)
                return isInside && sample.intrinsic > 0.01 * sample.larger && sample.deviation > 0.02
                    && flow > 0.025 * sample.volatility * sample.volatility
                    ? sample : nil
            }
            #expect(outside.count > 20)
            let prices = OptionColumns(outside).american(.precise, instructionSet: .best).prices
            for (sample, price) in zip(outside, prices) {
                #expect(price > sample.intrinsic + 1e-7 * sample.larger, "\(sample)")
            }
        }
    }

    /// B = λ/(λ − 1) of the strike, where λ solves σ²λ²/2 + (r − q − σ²/2)λ − r = 0.
    @Test("far from expiration, boundaries that never meet are those of the perpetual option")
    func perpetual() {
        for (rate, yield, volatility) in [
            (-0.01, -0.1, 0.05), (-0.02, -0.08, 0.04), (-0.05, -0.1, 0.01), (0.05, 0.02, 0.05),
        ] {
            let put = OptionSample(
                isPut: true, spot: 100, strike: 100, time: 50, rate: rate, yield: yield, volatility: volatility)
            let slope = (rate - yield) / (volatility * volatility) - 0.5
            let root = (slope * slope + 2 * rate / (volatility * volatility)).squareRoot()
            let found = OptionColumns([put, put.mirrored]).exerciseBoundaries(.precise, instructionSet: .best)
            let near = (slope + root) / (slope + root + 1), far = (slope - root) / (slope - root + 1)
            #expect(abs(found[0].near / (100 * near) - 1) < 1e-7)
            #expect(abs(found[1].near * near / 100 - 1) < 1e-7)
            guard rate < 0 else {
                #expect(found[0].far.isNaN && found[1].far.isNaN)
                continue
            }
            #expect(abs(found[0].far / (100 * far) - 1) < 1e-7)
            #expect(abs(found[1].far * far / 100 - 1) < 1e-7)
        }
    }

    @Test("just after expiration, the boundaries are the strike and r/q of it")
    func expiration() {
        let put = OptionSample(
            isPut: true, spot: 100, strike: 100, time: 1e-4, rate: -0.02, yield: -0.1, volatility: 0.05)
        let found = OptionColumns([put, put.mirrored]).exerciseBoundaries(.standard, instructionSet: .best)
        #expect(abs(found[0].near - 100) < 1 && found[0].near < 100)
        #expect(abs(found[0].far - 20) < 0.1 && found[0].far > 20)
        #expect(abs(found[1].near - 100) < 1 && found[1].near > 100)
        #expect(abs(found[1].far - 500) < 2.5 && found[1].far < 500)
    }

    /// The region of two boundaries ends where q rises to r, and where r rises to 0.
    @Test("prices are continuous at the ends of the region", arguments: AmericanLevel.allCases)
    func ends(level: AmericanLevel) throws {
        let bound = try #require(AmericanReferenceTests.bounds[level])
        for (volatility, time) in [(0.02, 1.0), (0.3, 1.0), (0.1, 20.0), (2.0, 5.0)] {
            for spot in [60.0, 90, 100, 130] {
                let put = OptionSample(
                    isPut: true, spot: spot, strike: 100, time: time, rate: -0.02, yield: -0.02, volatility: volatility)
                var below = put, zero = put
                below.yield = -0.02 - 1e-12
                zero.rate = 0
                var justBelow = zero
                justBelow.rate = -1e-12
                let prices = OptionColumns([put, below, zero, justBelow]).american(level, instructionSet: .best).prices
                #expect(abs(prices[1] - prices[0]) <= 2 * bound * put.larger, "\(put)")
                #expect(abs(prices[3] - prices[2]) <= 2 * bound * put.larger, "\(zero)")
            }
        }
    }
}
