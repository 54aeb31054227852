import Foundation
import Testing
import _TestSupport

@testable import OptionPricing

@Suite("Exact quotes")
struct ExactQuoteTests {
    @Test("the kernel agrees with discounting in double-double precision")
    func discounting() throws {
        var generator = SeededGenerator(seed: 80)
        let count = 4000
        var inverted = 0
        for _ in 0..<count {
            let time = generator.uniform(1, 30)
            let deviation = generator.logUniform(1e-5, 1)
            let (rate, yield) = (generator.uniform(-0.05, 0.15), generator.uniform(-0.02, 0.1))
            let sample = OptionSample(
                isPut: Bool.random(using: &generator), spot: 100,
                strike: 100 * exp((rate - yield) * time + deviation * generator.uniform(-2, 2)), time: time,
                rate: rate, yield: yield, volatility: deviation / time.squareRoot())
            let values = try sample.values()
            let condition = values[0] / (values[Greek.vega.rawValue] * sample.volatility)
            let exact = try ExactQuote(sample.option(), price: values[0]).impliedVolatility()
            guard case .volatility(let volatility) = try sample.impliedVolatility(price: values[0]),
                case .volatility(let expected) = exact
            else { continue }
            // Each has an error of up to 8 · 2⁻⁵³.
            #expect(abs(volatility - expected) <= 16 * 0x1p-53 * max(1, condition) * expected, "\(sample)")
            inverted += 1
        }
        // Few prices do not determine a volatility.
        #expect(inverted >= count * 99 / 100)
    }
}
