import CReference
import Testing

/// Compares the reference with tables computed at 50 digits and with published values.
@Suite("Reference: prices and derivatives")
struct EuropeanTableTests {
    static let places: [String: reference_index] = [
        "price": REFERENCE_PRICE, "delta": REFERENCE_DELTA, "gamma": REFERENCE_GAMMA, "theta": REFERENCE_THETA,
        "vega": REFERENCE_VEGA, "rho": REFERENCE_RHO, "epsilon": REFERENCE_EPSILON, "vanna": REFERENCE_VANNA,
        "vomma": REFERENCE_VOMMA, "charm": REFERENCE_CHARM, "speed": REFERENCE_SPEED, "zomma": REFERENCE_ZOMMA,
        "color": REFERENCE_COLOR, "ultima": REFERENCE_ULTIMA, "dual_delta": REFERENCE_DUAL_DELTA,
        "dual_gamma": REFERENCE_DUAL_GAMMA,
    ]

    struct HighPrecision: Decodable {
        let type: String
        let S, K, r, q, T, sigma: Double
        let expected: [String: Double]
        let expected_str: [String: String]
    }

    @Test("every value to 28 digits, against values computed at 50 digits")
    func highPrecision() throws {
        let cases: [HighPrecision] = try ReferenceTable.cases("bsm_mpmath")
        #expect(cases.count == 202)
        for row in cases {
            let values = Reference.values(
                put: row.type == "put", spot: row.S, strike: row.K, time: row.T, rate: row.r, yield: row.q,
                volatility: row.sigma)
            for (name, place) in Self.places {
                let value = values[place.index]
                let digits = try #require(row.expected_str[name])
                #expect(value.value == row.expected[name], "\(name) of \(row)")
                #expect(Reference.error(value, digits, magnitude: abs(value.value)) < 1e-28, "\(name) of \(row)")
                #expect(value.magnitude >= abs(value.value).nextDown)
            }
        }
    }

    struct Published: Decodable {
        let greek: String?
        let type: String
        let S, K, r, q, T, sigma, value, tolerance, high_precision_value: Double
    }

    @Test("published prices and greeks", arguments: [("european_prices", 156), ("european_greeks", 111)])
    func published(table: String, count: Int) throws {
        let cases: [Published] = try ReferenceTable.cases(table)
        #expect(cases.count == count)
        for row in cases {
            let values = Reference.values(
                put: row.type == "put", spot: row.S, strike: row.K, time: row.T, rate: row.r, yield: row.q,
                volatility: row.sigma)
            let value =
                switch row.greek ?? "price" {
                case "dividendRho": values[REFERENCE_EPSILON.index].value
                case "elasticity": values[REFERENCE_DELTA.index].value * row.S / values[REFERENCE_PRICE.index].value
                case "theta per day": values[REFERENCE_THETA.index].value / 365
                case let name: values[try #require(Self.places[name]).index].value
                }
            #expect(abs(value - row.high_precision_value) <= 1e-15 * abs(value), "\(row)")
            #expect(abs(value - row.value) <= row.tolerance, "\(row)")
        }
    }
}
