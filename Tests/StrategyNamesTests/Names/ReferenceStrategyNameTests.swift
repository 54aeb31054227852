import ExactPayoff
import Foundation
import StrategyNames
import Testing
import _StrategySamples
import _TestSupport

/// Strategies with published names.
@Suite("Strategy names: published examples")
struct ReferenceStrategyNameTests {
    /// Strategies with another name in `Fixtures/reference/strategies.json`; `nil` has no name.
    private static let otherNames: [String: String?] = [
        "covered call, previous stock position": "covered call",
        "bull call spread legged in (always profitable)": "bull call spread",
        "long stock + bull call (3 legs)": nil,
        "ratio call backspread (debit)": "call backspread",
        "ratio call backspread (credit)": "call backspread",
        "synthetic long call (protective put)": "protective put",
        "ratio call spread 1x2 (credit)": "call ratio spread",
        "box spread (long)": "long box spread",
        "box spread (short)": "short box spread",
        "naked put (OEX)": "short put",
        "reverse iron condor (debit, \"long iron condor\")": "reverse iron condor",
        "married put (ITM put)": "protective put",
        "married put (OTM put)": "protective put",
        "deep ITM bull call spread (MSFT)": "bull call spread",
        "wide bull call spread (MSFT)": "bull call spread",
        "collar (Apple)": "collar",
        "covered call (QCOM)": "covered call",
        "bull put spread (mini-HSI)": "bull put spread",
        "bear call spread (GOOG)": "bear call spread",
    ]

    @Test("reference strategies", arguments: try ReferenceTable.cases("strategies.json"))
    func reference(_ row: ReferenceTable.Case) throws {
        let published = try #require(row.name)
        let expected = Self.otherNames[published, default: published] ?? StrategyName.unrecognised
        #expect(try StrategyName.recognise(row.legs.map { try $0.leg() }).name == expected)
    }

    /// The requests of `Fixtures/contract` that are named after a strategy, and its name if it differs.
    private static let requestFiles: [(file: String, name: String?)] = [
        ("bear-call-spread", nil), ("bear-put-spread", nil), ("box-spread", "long box spread"),
        ("bull-call-spread", nil),
        ("bull-put-spread", nil), ("call-backspread", nil), ("call-ratio-spread", nil),
        ("cash-secured-put", "short put"), ("christmas-tree", "long call christmas tree"), ("closed-position", nil),
        ("collar", nil), ("conversion", nil), ("covered-call", nil), ("iron-butterfly", nil), ("iron-condor", nil),
        ("jade-lizard", nil), ("long-call", nil), ("long-call-butterfly", nil), ("long-put", nil), ("long-stock", nil),
        ("long-straddle", nil), ("long-strangle", nil), ("protective-put", nil), ("put-ratio-spread", nil),
        ("reverse-iron-condor", nil), ("short-call", nil), ("short-put", nil), ("short-stock", nil),
        ("short-straddle", nil), ("short-strangle", nil), ("strap", nil), ("strip", nil),
        ("synthetic-long", "synthetic long stock"), ("zero-cost-collar", "collar"),
    ]

    private struct Request: Decodable {
        struct Leg: Decodable {
            let type, position: String
            let strikePrice: Double?
            let premium: Double
            let quantity: Int
            let sharesPerContract: Int?
        }

        let legs: [Leg]
    }

    @Test("requests called after a strategy", arguments: requestFiles)
    func requests(_ file: String, _ name: String?) throws {
        let request = try Fixture.decode(Request.self, "Fixtures/contract/\(file).json")
        let legs = try request.legs.map { leg in
            try ReferenceTable.Case.Leg(
                type: leg.type, position: leg.position, strikePrice: leg.strikePrice, premium: leg.premium,
                quantity: leg.quantity, sharesPerContract: leg.sharesPerContract ?? (leg.type == "stock" ? 1 : 100)
            ).leg()
        }
        #expect(try StrategyName.recognise(legs).name == name ?? file.replacing("-", with: " "))
    }
}
