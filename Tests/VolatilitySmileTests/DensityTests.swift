import Foundation
import OptionPricing
import Testing
import _TestSupport

@testable import VolatilitySmile

@Suite("Densities of smiles")
struct DensityTests {
    private static func shape(_ parameters: SmileTable.Parameters) -> SmileShape {
        let (b, rho) = (parameters.b, parameters.rho)
        return SmileShape(
            leastVariance: parameters.a + b * parameters.sigma * (1 - rho * rho).squareRoot(),
            rightRoot: (b * (1 + rho)).squareRoot(), leftRoot: (b * (1 - rho)).squareRoot(), shift: parameters.m,
            logWidth: log(parameters.sigma))
    }

    @Test("have the sign of densities computed at 50 digits", arguments: try SmileTable.read().densities.indices)
    func table(index: Int) throws {
        let reference = try SmileTable.read().densities[index]
        let ranges = Self.shape(reference.parameters).negativeDensity()
        try #require(ranges.count == reference.ranges.count)
        for (range, expected) in zip(ranges, reference.ranges) {
            #expect(abs(range.lowerBound - expected[0]) <= 1e-8 * (1 + abs(expected[0])))
            #expect(abs(range.upperBound - expected[1]) <= 1e-8 * (1 + abs(expected[1])))
        }
    }

    @Test("are the second derivative of the price with respect to the strike", arguments: 0..<40)
    func derivative(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let sample = SmileSample(&generator)
        let shape = Self.shape(
            SmileTable.Parameters(
                a: sample.deviation * sample.deviation, b: sample.b, rho: sample.rho, m: sample.m, sigma: sample.sigma))
        // With spot 1, time 1 and rates of 0, density = g(k) φ(d₂) / (strike √w).
        let stretch = generator.logUniform(0.3, 3)
        let k = shape[.shift] + shape.width * (stretch - 1 / stretch) / 2
        func price(_ strike: Double) throws -> Double {
            let option = try ModelledOption(.call, spot: 1, strike: strike, timeToExpiration: 1)
            return try option.price(volatility: shape.variance(log(strike)).squareRoot())
        }
        let (strike, w) = (exp(k), shape.variance(k))
        let step = 1e-3 * strike * w.squareRoot()
        let second = try (price(strike + step) - 2 * price(strike) + price(strike - step)) / (step * step)
        let d2 = -k / w.squareRoot() - w.squareRoot() / 2
        let density = exp(-d2 * d2 / 2) / (2 * Double.pi).squareRoot() / (strike * w.squareRoot())
        // Within a few deviations of the money, the sign is that of Durrleman's function.
        let value = shape.density(stretch: stretch).value
        #expect(abs(second - value * density) <= 1e-4 * density * (1 + abs(value)))
    }

    @Test("change with the parameters according to their derivatives", arguments: 0..<40)
    func gradients(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let sample = SmileSample(&generator)
        let shape = Self.shape(
            SmileTable.Parameters(
                a: sample.deviation * sample.deviation, b: sample.b, rho: sample.rho, m: sample.m, sigma: sample.sigma))
        let stretch = generator.logUniform(0.1, 10)
        let k = generator.uniform(-3, 3) * sample.deviation
        let densities = shape.density(stretch: stretch).gradient
        let variances = shape.varianceGradient(k)
        for index in shape.values.indices {
            let step = 1e-6 * max(abs(shape.values[index]), 1e-3)
            var (up, down) = (shape, shape)
            up.values[index] += step
            down.values[index] -= step
            let density = (up.density(stretch: stretch).value - down.density(stretch: stretch).value) / (2 * step)
            #expect(abs(density - densities[index]) <= 1e-5 * (1 + abs(density)))
            let variance = (up.variance(k) - down.variance(k)) / (2 * step)
            #expect(abs(variance - variances[index]) <= 1e-6 * (1e-3 + abs(variance)))
        }
    }
}
