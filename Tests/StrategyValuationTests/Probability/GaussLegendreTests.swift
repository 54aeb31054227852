import StrategyValuation
import Testing
import _TestSupport

@testable import StrategyValuation

@Suite("Gauss–Legendre")
struct GaussLegendreTests {
    @Test("powers up to 31 are integrated exactly", arguments: 0...31)
    func powers(exponent: Int) {
        func power(_ x: Double) -> Double { (0..<exponent).reduce(1) { product, _ in product * x } }
        // ∫₀¹ xⁿ = 1/(n + 1), in one panel and in three.
        for width in [1.0, 0.4] {
            let integral = GaussLegendre.integral(from: 0, to: 1, panelWidth: width, power)
            // The power itself is rounded at every step.
            #expect(ulps(integral, 1 / Double(exponent + 1)) <= 4 + Double(exponent) / 2)
        }
        // Odd powers vanish between −1 and 1.
        let whole = GaussLegendre.integral(from: -1, to: 1, panelWidth: 2, power)
        #expect(abs(whole - (exponent % 2 == 0 ? 2 / Double(exponent + 1) : 0)) <= 1e-15)
    }

    @Test("an empty interval")
    func empty() {
        #expect(GaussLegendre.integral(from: 2, to: 2, panelWidth: 1) { $0 } == 0)
    }
}
