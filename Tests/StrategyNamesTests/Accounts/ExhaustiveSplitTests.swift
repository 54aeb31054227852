import StrategyNames
import Testing
import _TestSupport

@testable import StrategyNames

/// Compares the search with all partitions of small accounts. The strategies and the numbers of their conditions are
/// those of the tables of `docs/strategy-names.md`.
@Suite("Accounts: all partitions")
struct ExhaustiveSplitTests {
    /// The number of strategies, of conditions (negative) and of single contracts: less is better.
    struct Cost: Comparable {
        var numbers: [Int]

        static func < (left: Cost, right: Cost) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
        static func + (left: Cost, right: Cost) -> Cost { Cost(numbers: zip(left.numbers, right.numbers).map(+)) }
    }

    /// All partitions of one account, by remainder.
    final class Partitions {
        let contracts: [NotedLeg]
        let documented: [DocumentedName]
        var known: [[Int]: Cost] = [:]
        var costs: [[Int]: Cost?] = [:]

        init(_ contracts: [NotedLeg], _ documented: [DocumentedName]) {
            (self.contracts, self.documented) = (contracts, documented)
        }

        func best(_ left: [Int]) -> Cost {
            guard let first = left.firstIndex(where: { $0 > 0 }) else { return Cost(numbers: [0, 0, 0]) }
            if let best = known[left] { return best }
            var best: Cost?
            visit(left, first) { part in
                guard let cost = cost(part) else { return }
                let rest = self.best(zip(left, part).map { $0 - $1 })
                best = best.map { min($0, cost + rest) } ?? cost + rest
            }
            let found = best ?? Cost(numbers: [1_000, 0, 0])
            known[left] = found
            return found
        }

        /// Visits all parts of the remainder whose first contract is `first`.
        private func visit(_ left: [Int], _ first: Int, _ body: ([Int]) -> Void) {
            var part = left.map { _ in 0 }
            part[first] = 1
            while true {
                if part.count(where: { $0 > 0 }) < 5 { body(part) }
                var index = left.count - 1
                while index >= first, part[index] == left[index] {
                    part[index] = index == first ? 1 : 0
                    index -= 1
                }
                if index < first { return }
                part[index] += 1
            }
        }

        /// The cost of one strategy; `nil` if the part has no name.
        private func cost(_ part: [Int]) -> Cost? {
            if let cost = costs[part] { return cost }
            let legs = zip(contracts, part).filter { $1 > 0 }.map { leg, count in
                var leg = leg
                leg.count = leg.count.signum() * count
                return leg
            }
            let cost = Self.cost(of: legs, documented)
            costs[part] = cost
            return cost
        }

        /// The cost of a strategy of some contracts; `nil` if they have no name.
        static func cost(of legs: [NotedLeg], _ documented: [DocumentedName]) -> Cost? {
            let position = NumberedPosition(legs)
            guard let row = documented.first(where: { $0.fits(position) }),
                let shape = row.shapes.indices.first(where: { row.fits(position, shape: $0) })
            else { return nil }
            return Cost(numbers: [1, -row.conditions(ofShape: shape), legs.count == 1 ? 1 : 0])
        }
    }

    @Test("the search finds the best of all partitions")
    func agreement() throws {
        let documented = try DocumentedName.all()
        var random = SeededGenerator(seed: 20)
        for number in 0..<600 {
            let size = number.isMultiple(of: 3) ? (8, 1) : number.isMultiple(of: 2) ? (6, 2) : (4, 4)
            let account = NotedLeg.randomAccount(
                Int.random(in: 2...size.0, using: &random), strikes: 4, greatest: size.1, &random)
            let contracts = Self.contracts(account)
            let divisor = contracts.reduce(0) { Self.commonDivisor($0, abs($1.count)) }
            guard divisor > 0 else { continue }
            let partitions = Partitions(contracts, documented)
            let best = partitions.best(contracts.map { abs($0.count) / divisor })

            let split = try AccountSplit.recognise(account)
            #expect(split.isOptimal)
            var found = Cost(numbers: [0, 0, 0])
            for strategy in split.strategies where strategy.family != nil {
                let legs = strategy.legs.map { part in
                    var leg = account[part.index]
                    leg.count = leg.count.signum() * part.quantity / (leg.kind == .stock ? 100 : 1)
                    return leg
                }
                found = found + (try #require(Partitions.cost(of: Self.contracts(legs), documented)))
            }
            #expect(found == best, "\(account) \(split.summary)")
        }
    }

    private static func contracts(_ account: [NotedLeg]) -> [NotedLeg] {
        let isDated = Set(account.compactMap(\.expiration)).count > 1
        let counts = account.reduce(into: [NotedLeg: Int]()) { counts, leg in
            let expiration = isDated ? leg.expiration : nil
            counts[NotedLeg(count: 0, kind: leg.kind, strike: leg.strike, expiration: expiration), default: 0] +=
                leg.count
        }
        return counts.filter { $0.value != 0 }.map { contract, count in
            var leg = contract
            leg.count = count
            return leg
        }
    }

    private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : commonDivisor(second, first % second)
    }
}

extension DocumentedName {
    /// The equations of the definition: strikes, expirations and ratios that are equal, and wings.
    func conditions(ofShape index: Int) -> Int {
        let shape = shapes[index]
        let options = shape.filter { $0.kind != .stock }
        return 2 * options.count - Set(options.map(\.strike)).count - Set(options.map { $0.expiration ?? .near }).count
            + shape.count - (shape.contains(where: \.isOpen) ? 2 : 1) + (wings == .any || wings == .unequal ? 0 : 1)
    }
}
