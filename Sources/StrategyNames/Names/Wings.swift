internal import DecimalNumbers
internal import ExactPayoff

/// The condition of a definition on its wings, the distance between the two lowest strikes and that between the two
/// highest.
enum Wings: Sendable {
    case any
    case equal
    case unequal
    case lowerTwiceUpper
    case upperTwiceLower

    /// Returns whether ascending strikes satisfy the condition, exactly, in the decimals that they denote.
    ///
    /// - Precondition: There are three or more strikes, except for ``any``.
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
        let last = strikes.count - 1
        let decimals = [0, 1, last - 1, last].map { DecimalNumber(strikes[$0]) }
        let exponents = decimals.map(\.exponent).sorted()
        /// Compares multiples of the finest unit of the four strikes.
        func compare<Number: PayoffNumber>(_: Number.Type) -> Bool where Number.Shares == Int128 {
            func price(_ index: Int) -> Number { Number(decimals[index], scale: -exponents[0]) }
            return (price(1) - price(0)) * upper == (price(3) - price(2)) * lower
        }
        // Twice 17 digits and 20 zeros fit in an `Int128`.
        return exponents[3] - exponents[0] <= 20 ? compare(Int128.self) : compare(WideInteger.self)
    }
}
