import OptionPricing
import Testing
import _TestSupport

@Suite("Published prices and greeks, and values at 50 digits")
struct EuropeanTableTests {
    struct Row: Decodable {
        let greek: String?
        let type: String
        let S, K, r, q, T, sigma, value, tolerance, high_precision_value: Double
        let source: String?

        var sample: OptionSample {
            OptionSample(isPut: type == "put", spot: S, strike: K, time: T, rate: r, yield: q, volatility: sigma)
        }
    }

    struct Table: Decodable {
        let cases: [Row]
    }

    static let greeks: [String: Greek] = [
        "price": .price, "delta": .delta, "gamma": .gamma, "theta": .theta, "vega": .vega, "rho": .rho,
        "dividendRho": .epsilon,
    ]

    @Test("published values", arguments: [("european_prices", 156), ("european_greeks", 111)])
    func published(table: String, count: Int) throws {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/\(table).json").cases
        #expect(rows.count == count)
        for row in rows {
            let values = try row.sample.values()
            let name = row.greek ?? "price"
            let greek = try #require(Self.greeks[name], "\(name)")
            let value = values[greek.rawValue]
            #expect(abs(value - row.value) <= row.tolerance, "\(row)")
            // Theta is a sum that may cross zero.
            let magnitude =
                greek == .theta
                ? values[4] * row.sigma / (2 * row.T) + abs(row.q * row.S * values[1]) + abs(row.r * values[5] / row.T)
                : abs(row.high_precision_value)
            #expect(
                abs(value - row.high_precision_value) <= 4e-15 * row.sample.conditioning * magnitude
                    + .leastNonzeroMagnitude, "\(row)")
        }
    }

    @Test("all values at 50 digits")
    func highPrecision() throws {
        let reference = try ReferenceOption.all()
        #expect(reference.count == 202)
        for row in reference {
            let values = try row.sample.values()
            let (expected, magnitudes) = (row.values, row.magnitudes)
            for (index, name) in ReferenceOption.names.enumerated() {
                let error = abs(values[index] - expected[index]) / magnitudes[index]
                #expect(error <= 4e-15 * row.sample.conditioning, "\(name) of \(row)")
            }
        }
    }
}
