internal import OptionKernels
internal import OptionPricing

/// A combination of contracts in canonical order, packed so that keys have the order of combinations: fewer legs first, then leg by leg
/// shares, expiration, strike, call before put, +1, +2, −1, −2.
struct Combination: Hashable, Comparable, Sendable {
    /// An option leg.
    struct Leg: Hashable, Sendable {
        /// The index of the expiration, and of the strike among those of the expiration.
        let expiration: Int, strike: Int
        let kind: OptionKind
        let quantity: Int
    }

    let key: UInt128

    /// The bits of a leg: the expiration, the contract, and the quantity.
    private static let legBits: UInt128 = 12 + contractBits + 2
    private static let contractBits: UInt128 = 13

    init(shares: Int, _ legs: some Sequence<Leg>) {
        var (key, count): (UInt128, UInt128) = (0, 0)
        if shares != 0 {
            key = Self.code(ofQuantity: shares)
            count = 1
        }
        for leg in legs {
            let contract = UInt128(1 + 2 * leg.strike + (leg.kind == .put ? 1 : 0))
            let dated = UInt128(leg.expiration) << Self.contractBits | contract
            key = key << Self.legBits | dated << 2 | Self.code(ofQuantity: leg.quantity)
            count += 1
        }
        self.key = count << 120 | key << (Self.legBits * (4 - count))
    }

    private static func code(ofQuantity quantity: Int) -> UInt128 {
        UInt128(quantity > 0 ? quantity - 1 : 1 - quantity)
    }

    /// The number of legs, shares included.
    var count: Int { Int(key >> 120) }

    /// The shares, in units of a contract's.
    var shares: Int {
        let first = field(0)
        return first.contract == 0 ? first.quantity : 0
    }

    /// The indices of the first and of the last expiration.
    var expirations: (first: Int, last: Int) {
        (field(shares == 0 ? 0 : 1).expiration, field(count - 1).expiration)
    }

    /// The options.
    var legs: [Leg] {
        (0..<count).compactMap { index in
            let (expiration, contract, quantity) = field(index)
            guard contract > 0 else { return nil }
            return Leg(
                expiration: expiration, strike: (contract - 1) / 2, kind: contract.isMultiple(of: 2) ? .put : .call,
                quantity: quantity)
        }
    }

    private func field(_ index: Int) -> (expiration: Int, contract: Int, quantity: Int) {
        let bits = key >> (Self.legBits * UInt128(3 - index)) & (1 << Self.legBits - 1)
        let code = Int(bits & 3)
        let contract = Int(bits >> 2 & (1 << Self.contractBits - 1))
        return (Int(bits >> (2 + Self.contractBits)), contract, code < 2 ? code + 1 : 1 - code)
    }

    static func < (left: Combination, right: Combination) -> Bool { left.key < right.key }

    /// What combinations have in common whose profits at expiration differ by a constant.
    var equivalenceClass: EquivalenceClass { EquivalenceClass(shares: shares, legs) }
}

/// The slope of a profit at price 0, and the options at each strike, calls and puts alike; of a second expiration the contracts
/// themselves, because parity does not hold at their own volatilities.
struct EquivalenceClass: Hashable, Sendable {
    let slope: Int
    private let steps: UInt64
    private let expiration: Int
    private let later: Combination?

    init(shares: Int, _ all: [Combination.Leg]) {
        expiration = all.first?.expiration ?? 0
        let near = expiration
        let isSingle = (all.last?.expiration ?? 0) == near
        let legs = isSingle ? all : all.filter { $0.expiration == near }
        later = isSingle ? nil : Combination(shares: 0, all.filter { $0.expiration != near })
        var (slope, steps): (Int, UInt64) = (shares, 0)
        var index = 0
        while index < legs.count {
            let strike = legs[index].strike
            var step = 0
            while index < legs.count, legs[index].strike == strike {
                step += legs[index].quantity
                if legs[index].kind == .put { slope -= legs[index].quantity }
                index += 1
            }
            if step != 0 { steps = steps << 16 | UInt64(strike) << 4 | UInt64(step + 5) }
        }
        self.slope = slope
        self.steps = steps
    }

    /// The options at each strike.
    var optionsByStrike: [(strike: Int, step: Int)] {
        var (steps, result): (UInt64, [(strike: Int, step: Int)]) = (steps, [])
        while steps > 0 {
            result.append((Int(steps >> 4 & 0xFFF), Int(steps & 15) - 5))
            steps >>= 16
        }
        return result.reversed()
    }
}
