internal import ExactPayoff

/// The members of `search`.
package struct SpaceMembers: RequestObject {
    package var legs: CountMembers?
    package var quantity = 1
    package var shares = false
    package var expirations = 1
    package var equivalents = Equivalents.best
    package var strategies: [FindStrategyName] = []
    package var perStrategy = false
    package var contracts = 1
    package var priceRange: BoundMembers?

    /// Whether combinations that differ by a constant are one answer.
    package enum Equivalents: String, CaseIterable, MemberChoice {
        case best, all
    }

    package init() {}

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        _ = visitor.object("legs", &legs, defaults: CountMembers(1...4))
        visitor.integer("quantity", 1...2, &quantity)
        visitor.flag("shares", &shares)
        visitor.integer("expirations", 1...2, &expirations)
        visitor.text("equivalents", &equivalents)
        visitor.choicesInOrder("strategies", &strategies)
        visitor.flag("perStrategy", &perStrategy)
        visitor.integer("contracts", FindRequest.contractRange, &contracts)
        _ = visitor.object("priceRange", &priceRange, defaults: BoundMembers(.nonNegative, required: true))
    }

    var space: FindSpace {
        var space = FindSpace()
        space.legs = legs?.counts ?? 1...4
        (space.quantity, space.shares, space.contracts) = (quantity, shares, contracts)
        space.mergesEquivalents = equivalents == .best
        space.strategies = strategies.map(\.name)
        space.perStrategy = perStrategy
        space.expirations = expirations
        if let minimum = priceRange?.minimum, let maximum = priceRange?.maximum, minimum <= maximum {
            space.priceRange = minimum...maximum
        }
        return space
    }
}
