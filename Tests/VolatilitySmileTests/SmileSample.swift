import Foundation
import _TestSupport

/// A smile in the raw form with random parameters of ordinary size.
struct SmileSample {
    let spot, time, rate: Double
    /// The total volatility, which sets the scale.
    let deviation: Double
    let a, b, rho, m, sigma: Double

    init(_ generator: inout SeededGenerator) {
        spot = generator.logUniform(1, 5000)
        time = generator.logUniform(0.02, 4)
        rate = generator.uniform(-0.01, 0.06)
        deviation = generator.uniform(0.1, 0.5) * time.squareRoot()
        b = generator.logUniform(0.1, 0.9) * min(deviation, 1)
        rho = generator.uniform(-0.9, 0.6)
        m = generator.uniform(-0.5, 0.5) * deviation
        sigma = generator.logUniform(0.2, 3) * deviation
        a = deviation * deviation * generator.uniform(0.1, 1) - b * sigma * (1 - rho * rho).squareRoot() * 0.5
    }

    var forward: Double { spot * exp(rate * time) }

    /// w(k) = a + b (ρ (k − m) + √((k − m)² + σ²)), limited to positive values.
    func volatility(_ strike: Double) -> Double {
        let y = log(strike / forward) - m
        let variance = a + b * (rho * y + (y * y + sigma * sigma).squareRoot())
        return (max(variance, 0.01 * deviation * deviation) / time).squareRoot()
    }

    /// Strikes around the forward, ascending.
    func strikes(_ count: Int, _ generator: inout SeededGenerator) -> [Double] {
        let (low, high) = (-generator.uniform(1, 4) * deviation, generator.uniform(1, 3) * deviation)
        return (0..<count).map { forward * exp(low + (high - low) * Double($0) / Double(count - 1)) }
    }
}
