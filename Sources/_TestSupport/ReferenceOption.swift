import Foundation

/// A row of `Fixtures/reference/bsm_mpmath.json`.
public struct ReferenceOption: Decodable, Sendable {
    /// The table's columns.
    public let type: String
    /// The inputs.
    public let S, K, r, q, T, sigma: Double
    /// The nearest doubles to the exact values, by name.
    public let expected: [String: Double]

    /// The names of the values, in the order of the kernels' rows.
    public static let names = [
        "price", "delta", "gamma", "theta", "vega", "rho", "epsilon", "vanna", "vomma", "charm", "speed", "zomma",
        "color", "ultima", "dual_delta", "dual_gamma",
    ]

    /// Every row.
    public static func all() throws -> [ReferenceOption] {
        struct Table: Decodable {
            let cases: [ReferenceOption]
        }
        return try Fixture.decode(Table.self, "Fixtures/reference/bsm_mpmath.json").cases
    }

    /// The inputs.
    public var sample: OptionSample {
        OptionSample(isPut: type == "put", spot: S, strike: K, time: T, rate: r, yield: q, volatility: sigma)
    }

    /// The values in the order of ``names``.
    public var values: [Double] {
        Self.names.map { expected[$0] ?? .nan }
    }

    /// For each value the sum of the magnitudes of the terms of its formula, as `Tests/Accuracy` defines it.
    public var magnitudes: [Double] {
        func value(_ name: String) -> Double { expected[name] ?? .nan }
        let s = sigma * T.squareRoot()
        let bound = (abs(log(S / K)) + abs((r - q) * T)) / s + s / 2
        let (gamma, vega) = (value("gamma"), value("vega"))
        let density = vega / (S * T.squareRoot())
        let slope = abs(r - q) / s + bound / (2 * T)
        let cancelling = [
            "theta": vega * sigma / (2 * T) + abs(q * S * value("delta")) + abs(r * K * value("dual_delta")),
            "vanna": density / sigma * bound,
            "vomma": vega / sigma * bound * bound,
            "charm": abs(q * value("delta")) + density * slope,
            "speed": gamma / S * (bound / s + 1),
            "zomma": gamma / sigma * (bound * bound + 1),
            "color": gamma * (abs(q) + 1 / (2 * T) + bound * slope),
            "ultima": vega / (sigma * sigma) * (pow(bound, 4) + 3 * bound * bound),
        ]
        return Self.names.map { cancelling[$0] ?? abs(value($0)) }
    }
}

/// How many doubles `value` lies from `expected`.
public func ulps(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
}
