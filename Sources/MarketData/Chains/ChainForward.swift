/// The source of the forward of a chain.
public enum ForwardSource: Hashable, Sendable {
    /// The calls and puts of these strikes, ascending: put–call parity of European options, equal volatilities of American ones.
    case parity(strikes: [Double])
    /// The price of the underlying, the risk-free rate and the known dividends, without a yield.
    case spot
}

/// The strikes near the money, whose calls and puts imply the forward.
///
/// Both options of a strike are needed, and quotes in the money are wide, so only strikes near the money are used: those within a quarter
/// of the price of both options at the money, and the next strike on the other side of the forward.
struct ParityPairs {
    /// The maximum number of strikes.
    private static let limit = 5
    /// The maximum distance of a strike from the one at which call and put differ least, as a fraction of the price of
    /// both there.
    private static let window = 0.25
    /// The maximum difference of call and put, as a fraction of the price of both, at which a strike is at the money.
    private static let largestDifference = 0.5

    /// A strike with a sound call and put.
    struct Pair {
        let strike, call, put: Double
        var difference: Double { call - put }

        /// The forward by put–call parity, which holds for European options.
        func forward(_ discountFactor: Double) -> Double { strike + difference / discountFactor }
    }

    private var pairs: [Pair] = []

    /// Adds the mids of a strike. Strikes must ascend.
    mutating func append(strike: Double, call: Double, put: Double) {
        pairs.append(Pair(strike: strike, call: call, put: put))
    }

    /// The pairs at the money.
    func nearest() -> [Pair] {
        guard
            let centre = pairs.indices.min(by: { abs(pairs[$0].difference) < abs(pairs[$1].difference) })
        else { return [] }
        let nearest = pairs[centre]
        let straddle = nearest.call + nearest.put
        guard abs(nearest.difference) <= Self.largestDifference * straddle else { return [] }
        let reach = Self.window * straddle
        var used = pairs.indices.filter { abs(pairs[$0].strike - nearest.strike) <= reach }
        // The strike on the other side of the forward, at any distance
        let other = nearest.difference > 0 ? centre + 1 : centre - 1
        if pairs.indices.contains(other), !used.contains(other),
            abs(pairs[other].difference) <= Self.largestDifference * (pairs[other].call + pairs[other].put)
        {
            used.append(other)
        }
        used.sort { (abs(pairs[$0].difference), $0) < (abs(pairs[$1].difference), $1) }
        return used.prefix(Self.limit).map { pairs[$0] }
    }

    /// The median of the forwards of strikes; `nil` without one.
    static func forward(_ implied: [(strike: Double, forward: Double)]) -> (value: Double, strikes: [Double])? {
        guard !implied.isEmpty else { return nil }
        let forwards = implied.map(\.forward).sorted()
        let forward = forwards[(forwards.count - 1) / 2] / 2 + forwards[forwards.count / 2] / 2
        guard forward.isNormal, forward > 0 else { return nil }
        return (forward, implied.map(\.strike).sorted())
    }
}
