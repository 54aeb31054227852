import OptionPricing
import Testing
import _TestSupport

@testable import PortfolioRisk

@Suite("Normal quantiles")
struct NormalQuantileTests {
    @Test("agree with values at 50 digits")
    func table() throws {
        let rows = try Fixture.decode([[Double]].self, "Fixtures/reference/normal_quantile.json")
        #expect(rows.count > 1_000)
        for row in rows {
            let (probability, expected) = (row[0], row[1])
            let error = ulps(NormalQuantile.value(probability), expected)
            #expect(error <= 4, "\(probability)")
        }
    }
}
