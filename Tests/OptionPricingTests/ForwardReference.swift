import OptionPricing
import _TestSupport

/// A row of `Fixtures/reference/black76.json`, `bachelier.json` or `forward_columns.json`, computed by mpmath at 50 digits.
struct ForwardReference: Decodable, Sendable {
    /// The model, in a table of several.
    let model: String?
    let type: String
    /// The forward, or the spot and its yield.
    let F, S, q: Double?
    /// Strike, time, rate and volatility.
    let K, T, r, sigma: Double
    /// The values by their names in JSON.
    let values: [String: Double]
    let sensitivities: [String: Double]

    /// Call or put.
    var kind: OptionKind { type == "put" ? .put : .call }

    private struct Table: Decodable {
        let cases: [ForwardReference]
    }

    /// Reads the rows of a table.
    static func rows(_ table: String) throws -> [ForwardReference] {
        try Fixture.decode(Table.self, "Fixtures/reference/\(table).json").cases
    }

    /// The error of a value relative to its sensitivity, the greatest change per relative change of the inputs.
    func error(of name: String, _ value: Double) -> Double {
        guard let expected = values[name], let sensitivity = sensitivities[name] else { return .infinity }
        return abs(value - expected) / max(abs(expected), sensitivity, .leastNormalMagnitude)
    }

    /// All values by their names in JSON.
    static func values(_ greeks: Greeks, _ higher: HigherGreeks) -> [(String, Double)] {
        [
            ("price", greeks.price), ("delta", greeks.delta), ("gamma", greeks.gamma), ("theta", greeks.theta),
            ("vega", greeks.vega), ("rho", greeks.rho), ("epsilon", higher.epsilon), ("vanna", higher.vanna),
            ("vomma", higher.vomma), ("charm", higher.charm), ("speed", higher.speed), ("zomma", higher.zomma),
            ("color", higher.color), ("ultima", higher.ultima), ("dualDelta", higher.dualDelta),
            ("dualGamma", higher.dualGamma),
        ]
    }
}
