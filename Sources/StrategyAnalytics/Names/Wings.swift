/// What a definition asks of its wings: the distance between the two lowest strikes, and that between the two highest.
enum Wings: Sendable {
    case any
    case equal
    case unequal
    case lowerTwiceUpper
    case upperTwiceLower

    /// Whether strikes, ascending, are what is asked; exact, in the decimals that they denote.
    ///
    /// - Precondition: Unless any will do, there are three or more strikes.
    func allow(_ strikes: [Double]) -> Bool {
        switch self {
        case .any: true
        case .equal: Self.areInRatio(1, 1, strikes)
        case .unequal: !Self.areInRatio(1, 1, strikes)
        case .lowerTwiceUpper: Self.areInRatio(2, 1, strikes)
        case .upperTwiceLower: Self.areInRatio(1, 2, strikes)
        }
    }

    private static func areInRatio(_ lower: Int128, _ upper: Int128, _ strikes: [Double]) -> Bool {
        let decimals = strikes.map { DecimalNumber($0) }
        let scale = decimals.reduce(0) { max($0, -$1.exponent) }
        let prices = decimals.map { WideInteger($0, scale: scale) }
        let last = prices.count - 1
        return (prices[1] - prices[0]) * upper == (prices[last] - prices[last - 1]) * lower
    }
}
