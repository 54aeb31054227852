import OptionKernels
import Testing
import _TestSupport

/// Compares American prices with values by other methods.
@Suite("American prices: references")
struct AmericanReferenceTests {
    /// A row of a table. `difference` is an estimate of its own error, in parts of the larger of spot and strike.
    struct Row: Decodable {
        let type: String
        let S, K, T, sigma, r, q: Double
        let price: Double
        let difference: Double
        /// The prices at which exercise now is optimal lie between these.
        let boundary, secondBoundary: Double?

        private enum Key: String, CodingKey {
            case type, S, K, T, sigma, r, q, price, difference, true_value, true_value_accuracy, boundary,
                second_boundary
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            type = try values.decode(String.self, forKey: .type)
            S = try values.decode(Double.self, forKey: .S)
            K = try values.decode(Double.self, forKey: .K)
            T = try values.decode(Double.self, forKey: .T)
            sigma = try values.decode(Double.self, forKey: .sigma)
            r = try values.decode(Double.self, forKey: .r)
            q = try values.decode(Double.self, forKey: .q)
            boundary = try values.decodeIfPresent(Double.self, forKey: .boundary)
            secondBoundary = try values.decodeIfPresent(Double.self, forKey: .second_boundary)
            if let text = try values.decodeIfPresent(String.self, forKey: .price) {
                price = Double(text) ?? .nan
                difference = try values.decode(Double.self, forKey: .difference)
            } else {
                price = try values.decode(Double.self, forKey: .true_value)
                let accuracy = try values.decodeIfPresent(Double.self, forKey: .true_value_accuracy)
                difference = max(accuracy ?? .infinity, 1e-9) / max(S, K)
            }
        }

        var sample: OptionSample {
            OptionSample(
                isPut: type == "put", spot: S, strike: K, time: T, rate: r, yield: q, volatility: sigma)
        }
    }

    private struct Table: Decodable {
        let cases: [Row]
    }

    static func rows(_ table: String) throws -> [Row] {
        try Fixture.decode(Table.self, "Fixtures/reference/\(table).json").cases
    }

    /// The documented bounds, in parts of the larger of spot and strike.
    static let bounds: [AmericanLevel: Double] = [.screen: 1e-5, .standard: 2e-7, .precise: 3e-8]

    @Test("two boundaries, 25 digits", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func twoBoundaries(level: AmericanLevel, instructionSet: InstructionSet) throws {
        let rows = try Self.rows("american_two_boundaries")
        #expect(rows.count >= 200)
        #expect(rows.filter { $0.difference > 1e-8 }.count <= rows.count / 40)
        try Self.compare(rows, level, instructionSet)
        let found = OptionColumns(rows.map(\.sample)).exerciseBoundaries(level, instructionSet: instructionSet)
        for (row, found) in zip(rows, found) {
            guard let boundary = row.boundary, let second = row.secondBoundary else {
                #expect(found.near.isNaN && found.far.isNaN, "\(row)")
                continue
            }
            #expect(abs(found.near / boundary - 1) <= 1e-5, "\(row): \(found)")
            #expect(abs(found.far / second - 1) <= 1e-5, "\(row): \(found)")
        }
    }

    static func compare(_ rows: [Row], _ level: AmericanLevel, _ instructionSet: InstructionSet) throws {
        let result = OptionColumns(rows.map(\.sample)).american(level, instructionSet: instructionSet)
        let bound = try #require(bounds[level])
        for (row, (price, status)) in zip(rows, zip(result.prices, result.statuses)) {
            #expect(status == .ok, "\(row)")
            let error = abs(price - row.price) / row.sample.larger
            #expect(error <= bound + row.difference, "\(row): \(error)")
        }
    }

    @Test("30 digits, whole domain", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func digits(level: AmericanLevel, instructionSet: InstructionSet) throws {
        let rows = try Self.rows("american")
        #expect(rows.count >= 300)
        // A reference that is less accurate than the level would prove nothing.
        #expect(rows.filter { $0.difference > 1e-8 }.count <= rows.count / 40)
        try Self.compare(rows, level, instructionSet)
    }

    @Test("QuantLib's tables", arguments: AmericanLevel.allCases, InstructionSet.supported)
    func tables(level: AmericanLevel, instructionSet: InstructionSet) throws {
        let rows = try Self.rows("american_prices").filter {
            (0.001...10).contains($0.sigma) && $0.T <= 50 && $0.q <= 1 && (1e-4...1e4).contains($0.S / $0.K)
                && $0.S < 1e9 && $0.difference < 1e-7
        }
        #expect(rows.count >= 350)
        try Self.compare(rows, level, instructionSet)
    }
}
