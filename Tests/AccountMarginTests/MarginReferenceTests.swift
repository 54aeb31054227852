import AccountMargin
import ExactPayoff
import Testing
import _TestSupport

/// Compares requirements with `Fixtures/reference/margin.json`, which a program in Python computed in fractions, and with the
/// published examples in `margin_manual.json`. Both come from the specification of the rules (`docs/margin.md`).
@Suite("Margin references")
struct MarginReferenceTests {
    struct Case: Decodable, CustomTestStringConvertible {
        struct Expected: Decodable {
            let initial, initialDeposit, maintenance, maintenanceNet: Double?
            /// Absent if not computed.
            let cash: Cash?

            enum CodingKeys: CodingKey { case initial, initialDeposit, maintenance, maintenanceNet, cash }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                initial = try values.decodeIfPresent(Double.self, forKey: .initial)
                initialDeposit = try values.decodeIfPresent(Double.self, forKey: .initialDeposit)
                maintenance = try values.decodeIfPresent(Double.self, forKey: .maintenance)
                maintenanceNet = try values.decodeIfPresent(Double.self, forKey: .maintenanceNet)
                cash =
                    values.contains(.cash)
                    ? Cash(requirement: try values.decodeIfPresent(Double.self, forKey: .cash)) : nil
            }
        }

        struct Cash {
            /// `nil` if the positions are not permitted.
            let requirement: Double?
        }

        let name: String
        let account: AccountFixture
        let expected: Expected
        var testDescription: String { name }
    }

    private struct File: Decodable {
        let cases: [Case]
    }

    private static let cases = (try? Fixture.decode(File.self, "Fixtures/reference/margin.json").cases) ?? []

    @Test("Every case of the reference and every published example is read")
    func count() { #expect(Self.cases.count == 62 && Self.published.count == 42) }

    @Test("The requirements are those of the reference", arguments: cases)
    func requirements(_ example: Case) throws {
        let account = try example.account.account(.margin)
        let answer = try account.requirements(withCertificate: true)
        #expect(answer.initial.requirement == example.expected.initial)
        #expect(answer.initialDeposit == example.expected.initialDeposit)
        #expect(answer.maintenance?.requirement == example.expected.maintenance)
        #expect(answer.maintenanceNet == example.expected.maintenanceNet)
        for requirement in [answer.initial, try #require(answer.maintenance)] {
            #expect(requirement.isOptimal)
            try account.expectWhole(requirement)
        }
    }

    @Test("A cash account requires what the reference does", arguments: cases)
    func cash(_ example: Case) throws {
        guard let cash = example.expected.cash else { return }
        let account = try example.account.account(.cash)
        let answer = try account.requirements()
        #expect(answer.initial.requirement == cash.requirement)
        #expect(answer.notPermitted.isEmpty == (cash.requirement != nil))
        if cash.requirement != nil { try account.expectWhole(answer.initial) }
    }

    struct Published: Decodable, CustomTestStringConvertible {
        struct Values: Decodable {
            let margin: Double
        }

        let name: String
        let account: AccountFixture
        let published: Values
        var testDescription: String { name }
    }

    private static let published =
        (try? Fixture.decode([Published].self, "Fixtures/reference/margin_manual.json")) ?? []

    /// The examples print the deposit, the requirement, or either in whole dollars.
    @Test("Published examples have the published amounts, to the cent or rounded to dollars", arguments: published)
    func examples(_ example: Published) throws {
        let answer = try example.account.account(.margin).requirements()
        let amounts = [answer.initial.requirement, answer.initialDeposit].compactMap { $0 }
        #expect(amounts.contains { ($0 - example.published.margin).magnitude <= 0.5 }, "\(amounts)")
    }
}

extension MarginAccount {
    /// Expects that groups use each contract that remains after netting once, and add up.
    func expectWhole(_ requirement: MarginRequirement, _ location: SourceLocation = #_sourceLocation) throws {
        let total = requirement.groups.reduce(0.0) { $0 + $1.amount }
        #expect((total - (try #require(requirement.requirement))).magnitude < 1e-6, sourceLocation: location)
        var used: [Int: Int] = [:]
        for part in requirement.groups.flatMap(\.parts) { used[part.index, default: 0] += part.quantity }
        for (index, position) in positions.enumerated() {
            let leg = position.leg
            let held = leg.instrument == .stock ? leg.quantity * leg.sharesPerContract : leg.quantity
            // The accounts of the references hold no series twice.
            #expect(used[index] == held, "leg \(index)", sourceLocation: location)
        }
    }
}
