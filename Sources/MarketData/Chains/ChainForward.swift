/// The source of the forward of a chain.
public enum ForwardSource: Hashable, Sendable {
    /// Put–call parity at these strikes, ascending.
    case parity(strikes: [Double])
    /// The price of the underlying and the risk-free rate, without a dividend.
    case spot
}

/// The forward that the quotes of calls and puts at the money imply.
///
/// Parity holds for European options. The right to exercise an American option early is worth most in the money, and
/// parity needs both options of a strike, so only strikes near the money are used: those within a quarter of the price
/// of both options at the money, and the next strike on the other side of the forward.
struct ParityPairs {
    /// The maximum number of strikes.
    private static let limit = 5
    /// The maximum distance of a strike from the one at which call and put differ least, as a fraction of the price of
    /// both there.
    private static let window = 0.25
    /// The maximum difference of call and put, as a fraction of the price of both, at which a strike is at the money.
    private static let largestDifference = 0.5

    /// A strike with a sound call and put.
    private struct Pair {
        let strike, call, put: Double
        var difference: Double { call - put }
    }

    private var pairs: [Pair] = []

    /// Adds the mids of a strike. Strikes must ascend.
    mutating func append(strike: Double, call: Double, put: Double) {
        pairs.append(Pair(strike: strike, call: call, put: put))
    }

    /// Computes the forward: the median over the strikes at the money; `nil` if there is no such strike.
    func forward(discountFactor: Double) -> (value: Double, strikes: [Double])? {
        guard
            let centre = pairs.indices.min(by: { abs(pairs[$0].difference) < abs(pairs[$1].difference) })
        else { return nil }
        let nearest = pairs[centre]
        let straddle = nearest.call + nearest.put
        guard abs(nearest.difference) <= Self.largestDifference * straddle else { return nil }
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
        used = Array(used.prefix(Self.limit))
        let forwards = used.map { pairs[$0].strike + pairs[$0].difference / discountFactor }.sorted()
        let forward = forwards[(forwards.count - 1) / 2] / 2 + forwards[forwards.count / 2] / 2
        guard forward.isNormal, forward > 0 else { return nil }
        return (forward, used.map { pairs[$0].strike }.sorted())
    }
}
