import Foundation

/// A European option and its volatility, drawn at random or from a table.
public struct OptionSample: Hashable, Sendable {
    /// Whether the option is a put.
    public var isPut: Bool
    /// The price of the underlying, and the strike.
    public var spot, strike: Double
    /// The time to expiration in years.
    public var time: Double
    /// Rates and volatility as decimals per year.
    public var rate, yield, volatility: Double

    /// Creates a sample.
    public init(
        isPut: Bool, spot: Double, strike: Double, time: Double, rate: Double, yield: Double, volatility: Double
    ) {
        (self.isPut, self.spot, self.strike, self.time) = (isPut, spot, strike, time)
        (self.rate, self.yield, self.volatility) = (rate, yield, volatility)
    }

    /// σ√T.
    public var deviation: Double { volatility * time.squareRoot() }

    /// (ln(S/K) + (r − q) T) / σ√T ± σ√T / 2.
    public var distances: (d1: Double, d2: Double) {
        let middle = (log(spot) - log(strike) + (rate - yield) * time) / deviation
        return (middle + deviation / 2, middle - deviation / 2)
    }

    /// The amplification of relative rounding errors from the inputs to the price: 1 + d₁² + d₂² + (1 + |d₁|) / σ√T.
    public var conditioning: Double {
        let (d1, d2) = distances
        return 1 + d1 * d1 + d2 * d2 + (1 + abs(d1)) / deviation
    }
}

/// A part of the domain from which samples are drawn.
public enum SampleRegion: String, CaseIterable, Sendable {
    /// Options as markets quote them.
    case ordinary
    /// Far from the money, short and long times, small and large volatilities.
    case wide
    /// Any bit pattern in the range of the kernels.
    case kernelRange
    /// Any bit pattern of a valid input.
    case valid
}

extension SeededGenerator {
    /// Draws a number uniformly between two numbers.
    public mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }

    /// Draws a number whose logarithm is uniform.
    public mutating func logUniform(_ low: Double, _ high: Double) -> Double {
        exp(uniform(log(low), log(high)))
    }

    /// Draws a number whose bit pattern is uniform between those of two positive numbers.
    public mutating func pattern(_ low: Double, _ high: Double) -> Double {
        Double(bitPattern: .random(in: low.bitPattern...high.bitPattern, using: &self))
    }

    /// Draws a number of either sign whose bit pattern is uniform below that of `high`.
    public mutating func signedPattern(below high: Double) -> Double {
        let magnitude = pattern(0, high)
        return Bool.random(using: &self) ? magnitude : -magnitude
    }

    /// Draws an option of a region.
    public mutating func sample(_ region: SampleRegion) -> OptionSample {
        let isPut = Bool.random(using: &self)
        switch region {
        case .ordinary:
            return OptionSample(
                isPut: isPut, spot: uniform(50, 200), strike: uniform(50, 200), time: uniform(0.02, 2),
                rate: uniform(0, 0.08), yield: uniform(0, 0.04), volatility: uniform(0.05, 1))
        case .wide:
            // The strike stays within a factor of 2³² (e^22.1) of 1.
            let time = logUniform(1e-6, 30)
            let deviation = logUniform(1e-6, 10)
            let (rate, yield) = (uniform(-0.1, 0.3), uniform(-0.1, 0.3))
            let spot = logUniform(0.01, 100)
            let strike = spot * exp((rate - yield) * time + min(5, 12 * deviation) * uniform(-1, 1))
            return OptionSample(
                isPut: isPut, spot: spot, strike: strike, time: time, rate: rate, yield: yield,
                volatility: deviation / time.squareRoot())
        case .kernelRange:
            let largest = 0x1p32.nextDown
            return OptionSample(
                isPut: isPut, spot: pattern(0x1p-32, largest), strike: pattern(0x1p-32, largest),
                time: pattern(0x1p-59, 0x1p5.nextDown), rate: signedPattern(below: 2.0.nextDown),
                yield: signedPattern(below: 2.0.nextDown), volatility: pattern(0x1p-32, largest))
        case .valid:
            let (least, largest) = (Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude)
            return OptionSample(
                isPut: isPut, spot: pattern(least, largest), strike: pattern(least, largest),
                time: pattern(0, largest), rate: signedPattern(below: largest), yield: signedPattern(below: largest),
                volatility: pattern(0, largest))
        }
    }
}
