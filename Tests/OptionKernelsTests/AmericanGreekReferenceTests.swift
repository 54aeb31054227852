import OptionKernels
import Testing
import _TestSupport

/// Compares American greeks with differences of 30-digit prices.
@Suite("American greeks: references")
struct AmericanGreekReferenceTests {
    /// A row of the table: the terms, the values, and estimates of their errors.
    struct Row: Decodable {
        let type: String
        let S, K, T, sigma, r, q: Double
        let price, delta, gamma, theta, vega, rho, epsilon, boundary: String
        let price_difference, delta_difference, gamma_difference, theta_difference: Double
        let vega_difference, rho_difference, epsilon_difference, boundary_difference: Double

        var sample: OptionSample {
            OptionSample(isPut: type == "put", spot: S, strike: K, time: T, rate: r, yield: q, volatility: sigma)
        }

        /// Each value with its error and its unit.
        var values: [(value: AmericanValue, expected: Double?, error: Double, unit: Double)] {
            [
                (.price, Double(price), price_difference, sample.larger),
                (.delta, Double(delta), delta_difference, 1),
                (.gamma, Double(gamma), gamma_difference, 1 / S),
                (.theta, Double(theta), theta_difference, sample.larger),
                (.vega, Double(vega), vega_difference, sample.larger),
                (.rho, Double(rho), rho_difference, sample.larger),
                (.epsilon, Double(epsilon), epsilon_difference, sample.larger),
                (.exerciseBoundary, Double(boundary), boundary_difference, K),
            ]
        }
    }

    private struct Table: Decodable {
        let cases: [Row]
    }

    /// The documented bounds at the level `standard`.
    static let bounds: [AmericanValue: Double] = [
        .price: 2e-7, .delta: 1e-7, .gamma: 1e-5, .theta: 1e-7, .vega: 1e-6, .rho: 1e-5, .epsilon: 1e-5,
        .exerciseBoundary: 1e-5,
    ]

    @Test("30 digits", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func digits(level: AmericanLevel, instructionSet: InstructionSet) throws {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/american_greeks.json").cases
        #expect(rows.count >= 15)
        let values = OptionColumns(rows.map(\.sample)).americanValues(level, instructionSet: instructionSet)
        #expect(values.answered)
        // Prices at `screen` may have fifty times the errors of `standard`, greeks thirteen times.
        let factor = level == .screen ? 13 : level == .precise ? 0.25 : 1
        for (index, row) in rows.enumerated() {
            for (value, expected, error, unit) in row.values {
                let bound = try #require(Self.bounds[value]) * factor
                // A reference that is less accurate than the bound would prove nothing.
                #expect(error <= bound * unit / 10, "\(value), \(row)")
                let difference = abs(values[value][index] - (try #require(expected)))
                #expect(difference <= bound * unit + error, "\(value), \(row): \(difference / unit)")
            }
        }
    }
}
