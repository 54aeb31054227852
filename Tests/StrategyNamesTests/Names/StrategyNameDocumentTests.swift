import StrategyNames
import Testing
import _TestSupport

@Suite("Strategy names: docs/strategy-names.md")
struct StrategyNameDocumentTests {
    private let documented: [DocumentedName]

    init() throws {
        documented = try DocumentedName.all()
    }

    @Test("lists every name exactly once")
    func names() {
        #expect(documented.count == Set(documented.map(\.name)).count)
        #expect(Set(documented.map(\.name)) == Set(StrategyExample.all.map(\.name)))
        for example in StrategyExample.all {
            let position = NumberedPosition(example.legs)
            let rows = documented.filter { $0.fits(position) }
            #expect(rows.map(\.name) == [example.name])
            #expect(rows.map(\.family) == [example.family])
        }
    }

    @Test("names the opposite of each", arguments: StrategyExample.all)
    func opposites(_ example: StrategyExample) throws {
        let row = try #require(documented.first { $0.name == example.name })
        let turned = example.legs.map { leg in
            var leg = leg
            leg.count *= -1
            return leg
        }
        #expect(try StrategyName.recognise(turned).name == row.opposite ?? StrategyName.unrecognised)
    }

    @Test("lists the aliases of each", arguments: StrategyExample.all)
    func aliases(_ example: StrategyExample) throws {
        let row = try #require(documented.first { $0.name == example.name })
        var contracts = example.legs
        for index in contracts.indices where row.shapes.joined().contains(where: \.isOpen) {
            if abs(contracts[index].count) == 2 { contracts[index].count *= 3 }
        }
        let isFirst = row.fits(NumberedPosition(example.legs), shape: 0)
        let expected = row.aliases.always + (isFirst ? row.aliases.ofFirst : [])
        #expect(try StrategyName.recognise(contracts).aliases == expected)
        #expect(try StrategyName.recognise(example.legs).aliases == expected + row.aliases.ofDouble)
    }

    /// Positions that resemble definitions, and arbitrary ones of up to five contracts.
    @Test("agrees with the engine on random positions")
    func randomPositions() throws {
        var random = SeededGenerator(seed: 11)
        var recognised: Set<String> = []
        var unrecognised = 0
        for _ in 0..<20_000 {
            let position = position(&random)
            guard !position.isEmpty else { continue }
            let numbered = NumberedPosition(position)
            let rows = documented.filter { $0.fits(numbered) }
            #expect(rows.count <= 1, "\(position)")
            let name = try StrategyName.recognise(position).name
            #expect(name == rows.first?.name ?? StrategyName.unrecognised, "\(position)")
            if rows.isEmpty { unrecognised += 1 } else { recognised.insert(name) }
        }
        // Verifies that the generator produces all kinds of positions.
        #expect(recognised.count == documented.count)
        #expect(unrecognised > 2_000)
    }

    private func position(_ random: inout SeededGenerator) -> [NotedLeg] {
        let strikes = (0..<4).map { _ in Double(Int.random(in: 1...8, using: &random)) * 5 }.sorted()
        var legs: [NotedLeg] = []
        if Bool.random(using: &random),
            let shape = documented.randomElement(using: &random)?.shapes.randomElement(using: &random)
        {
            let sign = Bool.random(using: &random) ? 1 : -1
            legs = shape.map { leg in
                var leg = leg
                leg.count *= sign
                leg.isOpen = false
                if leg.kind != .stock { leg.strike = strikes[Int(leg.strike) - 1] }
                return leg
            }
            if Bool.random(using: &random), let index = legs.indices.randomElement(using: &random) {
                legs[index].count += Int.random(in: -1...1, using: &random)
            }
        } else {
            let isDated = Int.random(in: 0..<3, using: &random) == 0
            legs = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let kind = NotedLeg.Kind.allCases.randomElement(using: &random) ?? .call
                let expiration: NotedLeg.Expiration = Bool.random(using: &random) ? .near : .far
                return NotedLeg(
                    count: Int.random(in: -2...2, using: &random), kind: kind,
                    strike: kind == .stock ? 0 : strikes.randomElement(using: &random) ?? 5,
                    expiration: isDated && kind != .stock ? expiration : nil)
            }
        }
        return netted(legs)
    }

    private func netted(_ legs: [NotedLeg]) -> [NotedLeg] {
        let counts = legs.reduce(into: [NotedLeg: Int]()) { counts, leg in
            counts[
                NotedLeg(count: 0, kind: leg.kind, strike: leg.strike, expiration: leg.expiration), default: 0] +=
                leg.count
        }
        return counts.filter { $0.value != 0 }.map { contract, count in
            var leg = contract
            leg.count = count
            return leg
        }
    }
}
