import OptionPricing
import Testing
import _TestSupport

@testable import SimulatedMarket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct PortableMathTests {
    @Test func exponentialAndLogarithmAgreeWithTheCLibrary() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<20_000 {
            let x = Double.random(in: -40...40, using: &generator)
            let expected = exp(x)
            #expect(abs(PortableMath.exp(x) / expected - 1) < 1e-15)
            #expect(abs(PortableMath.log(expected) - x) < 1e-15 * (1 + abs(x)))
        }
        #expect(PortableMath.exp(0) == 1 && PortableMath.log(1) == 0)
        #expect(PortableMath.exp(1e9).isFinite && PortableMath.exp(-1e9) > 0)
    }

    @Test func quantilesInvertTheDistribution() {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<20_000 {
            let probability = exp(Double.random(in: -30...0, using: &generator)) / 2
            let quantile = PortableMath.normalQuantile(probability)
            #expect(abs(0.5 * erfc(-quantile / 2.0.squareRoot()) / probability - 1) < 1e-5)
            #expect(abs(PortableMath.normalQuantile(1 - 0.25) + PortableMath.normalQuantile(0.25)) < 1e-12)
        }
    }
}

@Suite struct HashedRandomTests {
    /// The simulated market depends on the exact values. If the hash changes, the market changes.
    @Test func valuesStayTheSame() {
        let random = HashedRandom(symbol: "COIN")
        #expect(random.bits(.close, 20_471) == HashedRandom(symbol: "COIN").bits(.close, 20_471))
        #expect(random.bits(.close, 20_471) != random.bits(.overnight, 20_471))
        #expect(random.bits(.close, 20_471) != random.bits(.close, 20_472))
        #expect(random.bits(.close, 20_471) != HashedRandom(symbol: "SPY").bits(.close, 20_471))
    }

    @Test func deviatesAreStandardNormal() {
        let random = HashedRandom(symbol: "COIN")
        let count = 100_000
        let deviates = (0..<count).map { random.normal(.close, $0) }
        let mean = deviates.reduce(0, +) / Double(count)
        let variance = deviates.reduce(0) { $0 + $1 * $1 } / Double(count)
        let fourth = deviates.reduce(0) { $0 + $1 * $1 * $1 * $1 } / Double(count)
        #expect(abs(mean) < 0.012 && abs(variance - 1) < 0.02 && abs(fourth - 3) < 0.15)
        let neighbours = zip(deviates, deviates.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)
        let streams = (0..<count).reduce(0.0) { $0 + deviates[$1] * random.normal(.overnight, $1) } / Double(count)
        #expect(abs(neighbours) < 0.012 && abs(streams) < 0.012)
    }

    @Test func wavesAreSmooth() {
        let random = HashedRandom(symbol: "SPY")
        let values = (16_000..<20_000).map { random.wave(.skew, day: $0) }
        #expect(values.allSatisfy { abs($0) <= 1 })
        #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) <= 0.11 })
    }
}
