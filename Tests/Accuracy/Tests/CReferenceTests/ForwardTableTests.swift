import CReference
import Testing

/// Compares the reference of options on forwards with tables computed at 50 digits.
@Suite("Reference: options on forwards")
struct ForwardTableTests {
    struct Row: Decodable {
        let model, type: String
        let F, K, T, r, sigma: Double
        let values, sensitivities: [String: Double]
    }

    static let places: [String: reference_index] = EuropeanTableTests.places.merging(
        ["dualDelta": REFERENCE_DUAL_DELTA, "dualGamma": REFERENCE_DUAL_GAMMA]
    ) { first, _ in first }

    @Test("every value to the last digit", arguments: [("black76", 40), ("bachelier", 40)])
    func values(model: String, count: Int) throws {
        let rows = (try ReferenceTable.cases("forward_columns") as [Row]).filter { $0.model == model }
        #expect(rows.count == count)
        for row in rows {
            var values = [reference_value](repeating: reference_value(), count: Int(REFERENCE_COUNT.rawValue))
            var (d1, d2) = (0.0, 0.0)
            let put: Int32 = row.type == "put" ? 1 : 0
            if model == "black76" {
                unsafe reference_evaluate_black76(put, row.F, row.K, row.T, row.r, row.sigma, &values, &d1, &d2)
            } else {
                unsafe reference_evaluate_bachelier(put, row.F, row.K, row.T, row.r, row.sigma, &values, &d1)
            }
            for (name, expected) in row.values {
                let value = values[try #require(Self.places[name]).index]
                #expect(value.value == expected, "\(name) of \(row)")
                #expect(value.magnitude >= abs(value.value).nextDown)
            }
            #expect(values[REFERENCE_EPSILON.index].value == 0)
        }
    }

    @Test("the exact inverse of a price in the normal model")
    func volatilities() throws {
        let rows = (try ReferenceTable.cases("forward_columns") as [Row]).filter { $0.model == "quote" }
        #expect(rows.count == 200)
        for row in rows {
            var (volatility, rest, condition) = (0.0, 0.0, 0.0)
            let price = try #require(row.values["price"])
            let found = unsafe reference_bachelier_volatility(
                row.type == "put" ? 1 : 0, price, row.F, row.K, row.T, row.r, &volatility, &rest, &condition)
            #expect(found == 1 && volatility == row.sigma, "\(row)")
            #expect(try abs(condition / (#require(row.sensitivities["condition"])) - 1) < 1e-12)
        }
        var results = (0.0, 0.0, 0.0)
        #expect(
            unsafe reference_bachelier_volatility(0, 10, 5, -5, 1, 0, &results.0, &results.1, &results.2) == 0,
            "the intrinsic value has no volatility")
    }
}
