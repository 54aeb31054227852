import ExactPayoff
import StrategyNames
import Testing
import _TestSupport

@testable import StrategyNames

@Suite("Strategy names")
struct StrategyNameTests {
    @Test("every strategy has its name and family", arguments: StrategyExample.all)
    func examples(_ example: StrategyExample) throws {
        let strategy = try StrategyName.recognise(example.legs)
        #expect(strategy.name == example.name)
        #expect(strategy.family?.rawValue == example.family)
        for (leg, role) in zip(example.legs, strategy.roles) {
            let kind = ["S": "stock", "C": "call", "P": "put"][leg.kind.rawValue] ?? ""
            let held = "\(leg.count > 0 ? "long" : "short") \(kind)"
            #expect(role == held || role?.hasPrefix(held + ", ") == true)
        }
    }

    @Test("every arrangement has its example")
    func everyPattern() {
        func tally(_ names: [String]) -> [String: Int] { names.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        #expect(tally(StrategyPattern.all.map(\.name)) == tally(StrategyExample.all.map(\.name)))
        #expect(Set(StrategyExample.all.map(\.family)) == Set(StrategyName.Family.allCases.map(\.rawValue)))
        #expect(Set(StrategyExample.all.map(\.name)).count >= 60)
    }

    @Test("every name is unique")
    func unique() {
        let names = StrategyDefinition.all.flatMap { [$0.name] + ($0.opposite.map { [$0] } ?? []) }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() && $0.utf8.allSatisfy { $0 < 128 } })
    }

    @Test("order, size, splitting, premiums, and the scale of prices do not matter", arguments: StrategyExample.all)
    func invariance(_ example: StrategyExample) throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<30 {
            let factor = Int.random(in: 1...4_000, using: &random)
            let shares = [1, 10, 75, 100, 150].randomElement(using: &random) ?? 1
            // Prices with a decimal place, which doubles cannot hold.
            let (scale, shift) = (Int.random(in: 1...9, using: &random), Int.random(in: 0...99, using: &random))
            var legs: [(leg: Leg, years: Double?, role: Int?)] = []
            for (index, noted) in example.legs.enumerated() {
                var part = noted
                if part.kind != .stock { part.strike = Double(Int(part.strike) * scale + shift) / 10 }
                let split = Int.random(in: 0..<abs(noted.count) * factor, using: &random)
                for size in [abs(noted.count) * factor - split, split] where size > 0 {
                    part.count = noted.count.signum() * size
                    let premium = Double(Int.random(in: 0...2_000, using: &random)) / 100
                    legs.append((try part.leg(premium: premium, shares: shares), part.years, index))
                }
            }
            // A position that was opened and closed again.
            for side in [5, -5] {
                let years: Double? = example.legs.contains { $0.expiration != nil } ? 0.1 : nil
                let closed = NotedLeg(count: side, kind: .put, strike: 1_234.5)
                legs.append((try closed.leg(), years, nil))
            }
            legs.shuffle(using: &random)
            let strategy = try StrategyName.recognise(legs.map(\.leg), expirations: legs.map(\.years))
            #expect(strategy.name == example.name)
            let roles = try StrategyName.recognise(example.legs).roles
            #expect(strategy.roles == legs.map { $0.role.flatMap { roles[$0] } })
        }
    }

    @Test("legs of one date need no expiration", arguments: StrategyExample.all.filter { $0.legs[0].expiration == nil })
    func oneDate(_ example: StrategyExample) throws {
        let legs = try example.legs.map { try $0.leg() }
        let dated = try StrategyName.recognise(legs, expirations: legs.map { $0.strikePrice == nil ? nil : 0.25 })
        #expect(try StrategyName.recognise(legs) == dated)
        // The date of shares is ignored.
        #expect(try StrategyName.recognise(legs, expirations: legs.map { $0.strikePrice == nil ? 9 : 0.25 }) == dated)
    }

    @Test(
        "reversing a leg, or changing its kind or size, gives another strategy", arguments: StrategyExample.all)
    func oneLegChanged(_ example: StrategyExample) throws {
        let definition = try #require(try DocumentedName.all().first { $0.name == example.name })
        for index in example.legs.indices {
            var legs = example.legs
            legs[index].count *= -1
            #expect(try StrategyName.recognise(legs).name != example.name)

            legs = example.legs
            legs[index].kind = legs[index].kind == .call ? .put : .call
            if example.legs[index].kind == .stock { legs[index].strike = 100 }
            #expect(try StrategyName.recognise(legs).name != example.name)

            legs = example.legs
            legs[index].count *= 7
            let isOpen = definition.shapes.joined().contains(where: \.isOpen) && abs(example.legs[index].count) > 1
            let isSame = isOpen && legs.filter { abs($0.count) > 1 }.count == 1
            #expect(try (StrategyName.recognise(legs).name == example.name) == (isSame || legs.count == 1))
        }
    }

    @Test(
        "near misses",
        arguments: [
            // Wings, by a cent and by a strike
            ("+C95 -2C100 +C105.01", "long broken-wing call butterfly"),
            ("+C95 -2C100.1 +C105.2", "long call butterfly"),
            ("+C0.1 -2C0.2 +C0.3", "long call butterfly"),
            ("+C0.1 -2C0.2 +C0.30000000000000004", "long call butterfly"),
            ("+P1.1 -P2.2 -C3.3 +C4.4", "iron condor"),
            ("+P90 -P95 -C105 +C110.5", "broken-wing iron condor"),
            ("+C95 -2C100 +2C105", nil), ("+C95 -3C100 +C105", nil), ("+C95 -3C100 +2C105", nil),
            ("+C100 -3C110 +2C116", nil), ("+P90 -P95 -C95 +C100", "iron butterfly"),
            ("+P90 -P95 -C94 +C110", nil), ("+P90 -P95 -C105 +2C110", nil), ("+P95 -P90 -C105 +C110", nil),
            ("+C90 -P95 -P105 +C110", nil),
            // Ratios
            ("+2C100 -3C105", "call ratio spread"), ("+C100 -5C105", "call ratio spread"),
            ("+3C100 -2C105", nil), ("+4C100 -2C105", "call zebra"), ("-2C100 +3C105", "call backspread"),
            ("-2C100 +C105", nil), ("+S -3C105", "ratio call write"), ("-S +3C105", nil), ("+2S -C105", nil),
            ("+2S -3C105", "ratio call write"), ("+S -C100 -2C105", nil), ("+S +C100 -3C110", nil),
            ("+C100 +3P100", nil), ("+2C100 +3P100", nil), ("-2P90 +P95 +C105 -3C110", nil),
            ("+S +2P95 -C105", nil), ("+S +P95 -2C105", nil),
            // Sides and kinds
            ("+S -P95", nil), ("-S -C105", nil), ("+S +C100", nil), ("+S +C100 -C105", nil), ("+S +P105 -C95", nil),
            ("+C95 -P105", nil), ("-P95 +C95 -C100", nil), ("+C100 +C105", nil), ("+C95 -C100 +P95 -P105", nil),
            ("+C95 -C105 +P95 -P105", nil), ("-S +C100 +P100", nil), ("+P95 +C105 -C110", nil),
            // Expirations
            ("+C100@near +P100@far", nil), ("+C100@near -C105@far", "short call diagonal spread"),
            ("+P95@near -P100@near -C100@far +C105@far", nil), ("-C100@near +2C100@far", nil),
            ("-3C100@near +2C100@far", "call ratio calendar spread"), ("-P95@near -C105@near +P90@far +C105@far", nil),
            ("+C95@near -2C100@near +C105@far", nil), ("+C95@far -2C100@far +C105@far", "long call butterfly"),
            ("+S -C105@far", "covered call"), ("+S +P95@near -C105@far", nil),
        ])
    func nearMisses(_ legs: String, _ name: String?) throws {
        let strategy = try StrategyName.recognise(NotedLeg.list(legs))
        #expect(strategy.name == name ?? "unrecognised combination")
        if name == nil { #expect(strategy.family == nil && strategy.roles.allSatisfy { $0 == nil }) }
    }
}
