internal import ExactPayoff

/// A strategy that holdings of an account can form.
struct StrategyCandidate {
    /// The index of its pattern in ``StrategyPattern/all``.
    let pattern: Int
    /// Indices of holdings, ascending, as many as ``count``.
    var holdings: SIMD4<Int32>
    /// The number of holdings.
    let count: Int
    /// The quantity of each holding in one unit of the strategy. For an open ratio, the quantity for a count of 1.
    let units: SIMD4<Int>
    /// Whether the quantity of each holding is a multiple of the open ratio; all false for an exact ratio.
    let isMultiple: SIMDMask<SIMD4<Int>.MaskStorage>
    let isOpen: Bool
    /// The cost that the strategy adds to a split.
    let cost: Int

    /// The cost of a strategy without conditions. The cost of a split orders first the number of strategies, then that of
    /// conditions, then that of strategies of one contract.
    private static let strategyCost = 1 << 40
    private static let conditionCost = 1 << 20

    /// Returns the cost that a pattern adds.
    static func cost(of pattern: StrategyPattern) -> Int {
        strategyCost - pattern.conditionCount * conditionCost + (pattern.parts.count == 1 ? 1 : 0)
    }

    /// Creates a candidate; returns `nil` if the shares are held in units that do not divide those of a contract.
    init?(
        _ pattern: StrategyPattern, _ subset: SIMD4<Int32>, _ held: [AccountHoldings.Holding], shares: Int
    ) {
        var holdings = SIMD4<Int32>(repeating: -1)
        var units = SIMD4<Int>(repeating: 1)
        var isMultiple = SIMDMask<SIMD4<Int>.MaskStorage>(repeating: false)
        let isOpen = pattern.definition.ratio == .open
        for (index, part) in pattern.parts.enumerated() {
            holdings[index] = subset[index]
            if held[index].contract.kind == .stock {
                guard shares.isMultiple(of: held[index].sharesPerContract) else { return nil }
                units[index] = shares / held[index].sharesPerContract
            }
            if isOpen {
                isMultiple[index] = part.count.magnitude > 1
            } else {
                units[index] *= Int(part.count.magnitude)
            }
        }
        self.pattern = pattern.index
        self.holdings = holdings
        count = held.count
        self.units = units
        self.isMultiple = isMultiple
        self.isOpen = isOpen
        cost = Self.cost(of: pattern)
    }
}

extension StrategyPattern {
    /// The number of equations that a position with the name satisfies: strikes and expirations that are equal, ratios and
    /// wings.
    var conditionCount: Int {
        let options = parts.filter { $0.slot.kind != .stock }
        let strikes = Set(options.map(\.slot.strike)).count
        let expirations = Set(options.map(\.slot.expiration)).count
        let ratios = parts.count - (definition.ratio == .open ? 2 : 1)
        let wings =
            switch definition.wings {
            case .any, .unequal: 0
            case .equal, .lowerTwiceUpper, .upperTwiceLower: 1
            }
        return 2 * options.count - strikes - expirations + ratios + wings
    }
}
