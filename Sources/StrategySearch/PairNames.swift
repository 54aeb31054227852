internal import ExactPayoff
internal import OptionKernels
internal import StrategyNames
internal import StrategyRequests

/// The names of combinations of two expirations. A name depends on the shape only: the shares, the kinds and quantities of the legs
/// of each expiration, and the order of their strikes. So each shape is recognised once, and a search by name looks only at packs
/// of legs that have a name together.
struct PairNames: Sendable {
    /// The names that a request wants, and that combinations of two expirations can have.
    private(set) var names: [String] = []
    /// For each number of shares, one more than the index of the name of each shape; 0 without a name that is wanted.
    private var places: [[UInt8]] = []
    /// For each number of shares and each group of earlier packs, the groups of later ones that have a name together with it.
    private var partners: [[[Int]]] = []

    /// The names of a request; `nil` if it does not concern names.
    init?(_ request: FindRequest) {
        let search = request.search
        guard search.perStrategy || !search.strategies.isEmpty else { return nil }
        let wanted = Set(search.strategies)
        // Four strikes are enough for every order of the strikes of four legs.
        let sides = (1...4).flatMap { strike in
            [OptionKind.call, .put].flatMap { kind in
                [1, 2, -1, -2].filter { abs($0) <= search.quantity }.map { Side(kind, $0, strike: Double(strike)) }
            }
        }
        var packs = sides.map { [$0] }
        for (index, side) in sides.enumerated() {
            for earlier in sides[..<index] where earlier.isOtherContract(than: side) { packs.append([earlier, side]) }
        }
        for shares in search.startingShares {
            var places = [UInt8](repeating: 0, count: Group.count * Group.count * Self.orderCount)
            var partners = [[Int]](repeating: [], count: Group.count)
            var known = Set<Int>()
            for near in packs {
                for far in packs where search.legs.contains(near.count + far.count + (shares == 0 ? 0 : 1)) {
                    let (first, second) = (Group(near), Group(far))
                    let shape = Self.shape(first, second)
                    guard known.insert(shape).inserted, let name = Self.name(shares, near, far),
                        wanted.isEmpty || wanted.contains(name)
                    else { continue }
                    let index = names.firstIndex(of: name) ?? names.count
                    if index == names.count { names.append(name) }
                    places[shape] = UInt8(index + 1)
                    if !partners[first.code].contains(second.code) { partners[first.code].append(second.code) }
                }
            }
            self.places.append(places)
            self.partners.append(partners)
        }
    }

    /// The groups of later packs that have a name together with an earlier one.
    func partners(_ shareIndex: Int, _ near: Group) -> [Int] { partners[shareIndex][near.code] }

    /// The index of the name of two packs; `nil` if they have none that is wanted.
    @inline(__always)
    func index(_ shareIndex: Int, _ near: Group, _ far: Group) -> Int? {
        let place = places[shareIndex][Self.shape(near, far)]
        return place == 0 ? nil : Int(place) - 1
    }

    private static let orderCount = 81

    /// The groups of two packs, and how their strikes compare.
    @inline(__always)
    private static func shape(_ near: Group, _ far: Group) -> Int {
        func order(_ left: Double, _ right: Double) -> Int { left < right ? 0 : left > right ? 2 : 1 }
        let low = order(near.low, far.low) * 27 + order(near.low, far.high) * 9
        let high = order(near.high, far.low) * 3 + order(near.high, far.high)
        return (near.code * Group.count + far.code) * orderCount + low + high
    }

    private static func name(_ shares: Int, _ near: [Side], _ far: [Side]) -> String? {
        var legs = (near + far).compactMap(\.leg)
        var expirations: [Double?] = near.map { _ in 0 } + far.map { _ in 1 }
        if shares != 0 {
            guard let stock = try? Leg.stock(shares > 0 ? .long : .short, entryPrice: 1, quantity: 100) else {
                return nil
            }
            legs.append(stock)
            expirations.append(nil)
        }
        guard legs.count == expirations.count,
            let name = try? StrategyName.recognise(legs, expirations: expirations), name.family != nil
        else { return nil }
        return name.name
    }
}

extension PairNames {
    /// The kinds and quantities of a pack, and its strikes.
    struct Group: Sendable {
        let code: Int
        let low: Double, high: Double

        static let count = 8 + 8 * 8 * 2

        init(_ pack: [Side]) {
            let first = pack[0]
            guard pack.count > 1 else {
                (code, low, high) = (first.code, first.strike, first.strike)
                return
            }
            let sharesStrike = first.strike == pack[1].strike
            code = 8 + (first.code * 8 + pack[1].code) * 2 + (sharesStrike ? 1 : 0)
            (low, high) = (first.strike, pack[1].strike)
        }
    }

}

extension PairNames.Group {
    /// The group of a pack of sides of an expiration.
    init(_ pack: (first: Int, second: Int?), _ sides: [PairPlan.Side], _ plan: SearchPlan) {
        func side(_ index: Int) -> PairNames.Side {
            let leg = sides[index].leg
            return PairNames.Side(leg.kind, leg.quantity, strike: plan.contracts.strikes[leg.strike])
        }
        self.init([side(pack.first)] + (pack.second.map { [side($0)] } ?? []))
    }
}

extension PairNames {
    /// A leg of a pack; those of a pack are in the order of strikes, the call first.
    struct Side: Sendable {
        let kind: OptionKind, quantity: Int, strike: Double

        init(_ kind: OptionKind, _ quantity: Int, strike: Double) {
            (self.kind, self.quantity, self.strike) = (kind, quantity, strike)
        }

        fileprivate var code: Int {
            (kind == .put ? 4 : 0) + (quantity > 0 ? quantity - 1 : 1 - quantity)
        }

        fileprivate func isOtherContract(than side: Side) -> Bool { kind != side.kind || strike != side.strike }

        fileprivate var leg: Leg? {
            try? Leg(
                kind == .call ? .call(strikePrice: strike) : .put(strikePrice: strike), quantity > 0 ? .long : .short,
                premium: 0, quantity: abs(quantity), sharesPerContract: 100)
        }
    }
}
