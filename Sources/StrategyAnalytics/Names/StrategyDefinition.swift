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

    let name: String
    /// The name of the position with all signs reversed; `nil` where that has no name or a definition of its own.
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
}

extension StrategyDefinition {
    /// All strategies, in no particular order: no position matches two of them.
    static let all: [StrategyDefinition] = [
        single, stock, spreads, straddles, butterflies, condors, riskReversals, calendars, synthetic, arbitrage,
    ].flatMap { $0 }
}
