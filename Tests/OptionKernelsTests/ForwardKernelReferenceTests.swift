import OptionKernels
import Testing
import _TestSupport

/// Compares options on forwards with values computed at 50 digits.
@Suite("Kernels of options on forwards: 50 digits")
struct ForwardKernelReferenceTests {
    /// A row of `Fixtures/reference/forward_columns.json`, `black76.json` or `bachelier.json`.
    struct Row: Decodable, Sendable {
        let model: String?
        let type: String
        let F: Double?
        let K, T, r, sigma: Double
        let values: [String: Double]
        let sensitivities: [String: Double]

        var sample: OptionSample {
            OptionSample(
                isPut: type == "put", spot: F ?? .nan, strike: K, time: T, rate: r, yield: r, volatility: sigma)
        }
    }

    private struct Table: Decodable {
        let cases: [Row]
    }

    /// The rows of a model in the tables.
    static func rows(_ model: String, in tables: [String]) throws -> [Row] {
        try tables.flatMap { try Fixture.decode(Table.self, "Fixtures/reference/\($0).json").cases }
            .filter { ($0.model ?? model) == model && $0.F != nil }
    }

    /// Errors are relative to a value's sensitivity: how much it changes relative to a relative change of its inputs. Values
    /// below the least normal double have fewer digits.
    @Test("all values", arguments: InstructionSet.supported, ForwardKernel.allCases)
    func values(instructionSet: InstructionSet, kernel: ForwardKernel) throws {
        let rows = try Self.rows("\(kernel)", in: ["forward_columns", "\(kernel)"])
        #expect(rows.count == (kernel == .black76 ? 114 : 115))
        let names = [
            "price", "delta", "gamma", "theta", "vega", "rho", "epsilon", "vanna", "vomma", "charm", "speed", "zomma",
            "color", "ultima", "dualDelta", "dualGamma",
        ]
        let (columns, answered) = OptionColumns(rows.map(\.sample))
            .evaluate(.allGreeks, kernel, instructionSet: instructionSet)
        #expect(answered)
        for (index, row) in rows.enumerated() {
            for (name, column) in zip(names, columns) {
                let value = Double(bitPattern: column[index])
                // One of the tables omits values that are always 0.
                let (expected, sensitivity) = (row.values[name] ?? 0, row.sensitivities[name] ?? 0)
                let bound = 0x1p-50 * max(abs(expected), sensitivity) + .leastNormalMagnitude
                #expect(abs(value - expected) <= bound, "\(name) \(value) for \(expected) of \(row)")
            }
        }
    }

    /// The bound is that of `docs/accuracy.md`: 8 · 2⁻⁵³ · max(1, condition number).
    @Test("the exact inverse of a price in the normal model", arguments: InstructionSet.supported)
    func volatilities(instructionSet: InstructionSet) throws {
        let rows = try Self.rows("quote", in: ["forward_columns"])
        #expect(rows.count == 200)
        let prices = try rows.map { try #require($0.values["price"]) }
        let (found, statuses, _) = OptionColumns(rows.map(\.sample))
            .normalVolatilities(prices: prices, instructionSet: instructionSet)
        var answered = 0
        for (index, row) in rows.enumerated() where statuses[index] != .unanswered {
            #expect(statuses[index] == .ok, "\(row)")
            let error = abs(Double(bitPattern: found[index]) - row.sigma) / row.sigma
            let condition = try #require(row.sensitivities["condition"])
            #expect(error <= 8 * 0x1p-53 * max(1, condition), "\(error * 0x1p53) units of \(row)")
            answered += 1
        }
        #expect(answered >= 190, "\(answered)")
    }
}
