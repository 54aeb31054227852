import Foundation

/// A row of `Fixtures/reference/bsm_mpmath.json`.
public struct ReferenceOption: Decodable, Sendable {
    /// The type of the option, `call` or `put`.
    public let type: String
    /// The inputs.
    public let S, K, r, q, T, sigma: Double
    /// The doubles nearest to the exact values, by name.
    public let expected: [String: Double]

    /// The names of the values, in the order of the kernels.
    public static let names = [
        "price", "delta", "gamma", "theta", "vega", "rho", "epsilon", "vanna", "vomma", "charm", "speed", "zomma",
        "color", "ultima", "dual_delta", "dual_gamma",
    ]

    /// Reads every row.
    public static func all() throws -> [ReferenceOption] {
        struct Table: Decodable {
            let cases: [ReferenceOption]
        }
        return try Fixture.decode(Table.self, "Fixtures/reference/bsm_mpmath.json").cases
    }

    /// The inputs as a sample.
    public var sample: OptionSample {
        OptionSample(isPut: type == "put", spot: S, strike: K, time: T, rate: r, yield: q, volatility: sigma)
    }

    /// The values in the order of ``names``.
    public var values: [Double] {
        Self.names.map { expected[$0] ?? .nan }
    }

    /// The sum of the magnitudes of the terms in each value's formula, as defined in `Tests/Accuracy`.
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

/// The error of `value` in units in the last place of `expected`.
public func ulps(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
}
