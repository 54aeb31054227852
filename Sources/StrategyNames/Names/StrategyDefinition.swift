internal import ExactPayoff

/// A row of the tables of strategies: a name and its legs.
///
/// ```swift
/// StrategyDefinition(
///     "long call butterfly", opposite: "short call butterfly", .butterfly, wings: .equal,
///     [.call(+1, 1, "lower wing"), .call(-2, 2, "body"), .call(+1, 3, "upper wing")])
/// ```
///
/// One call is bought at the lowest strike and one at the third for every two sold at the second; the strikes are equally
/// far apart. With all signs reversed, the position is the opposite.
struct StrategyDefinition: Sendable {
    /// How to read the counts of a definition.
    enum Ratio: Sendable {
        /// The counts are exact.
        case exact
        /// A count of two stands for any ratio above one, the same for all parts, such as 3 to 2 or 5 to 1.
        case open
    }

    /// One contract of a strategy, with the ratio of its shares to those of the others and its role.
    struct Part: Sendable {
        let slot: RankedPosition.Slot
        /// Negative if sold.
        let count: Int
        /// The role, which follows side and kind: "long put, lower wing".
        let role: String?
    }

    /// The near or the far expiration.
    enum Expiration: Int {
        case near = 1
        case far
    }

    let name: String
    /// The name of the position with all signs reversed; `nil` if that has no name, or has its own definition.
    let opposite: String?
    let family: StrategyName.Family
    let wings: Wings
    let ratio: Ratio
    /// The arrangements of contracts that have the name.
    let shapes: [[Part]]

    init(
        _ name: String, opposite: String? = nil, _ family: StrategyName.Family, wings: Wings = .any,
        ratio: Ratio = .exact, _ shapes: [Part]...
    ) {
        self.name = name
        self.opposite = opposite
        self.family = family
        self.wings = wings
        self.ratio = ratio
        self.shapes = shapes
    }

    /// All strategies, in no particular order: no position matches two of them.
    static let all: [StrategyDefinition] = [
        single, stock, spreads, straddles, butterflies, condors, riskReversals, calendars, synthetic, arbitrage,
    ].flatMap { $0 }
}

extension StrategyDefinition.Part {
    static func stock(_ count: Int) -> Self { Self(.stock, count, 0, 0, nil) }

    static func call(_ count: Int, _ strike: Int, _ role: String? = nil) -> Self { Self(.call, count, strike, 1, role) }

    static func put(_ count: Int, _ strike: Int, _ role: String? = nil) -> Self { Self(.put, count, strike, 1, role) }

    static func call(_ count: Int, _ strike: Int, _ expiration: StrategyDefinition.Expiration) -> Self {
        Self(.call, count, strike, expiration.rawValue, "\(expiration) expiration")
    }

    static func put(_ count: Int, _ strike: Int, _ expiration: StrategyDefinition.Expiration) -> Self {
        Self(.put, count, strike, expiration.rawValue, "\(expiration) expiration")
    }

    private init(_ kind: Leg.Kind, _ count: Int, _ strike: Int, _ expiration: Int, _ role: String?) {
        self.init(slot: .init(kind: kind, strike: strike, expiration: expiration), count: count, role: role)
    }
}
