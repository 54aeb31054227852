/// A row of the tables of strategies: a name and the legs that have it.
///
/// ```swift
/// StrategyDefinition(
///     "long call butterfly", opposite: "short call butterfly", .butterfly, wings: .equal,
///     [.call(+1, 1, "lower wing"), .call(-2, 2, "body"), .call(+1, 3, "upper wing")])
/// ```
///
/// One call bought at the lowest strike for every two sold at the second and one bought at the third, which are equally
/// far apart; with all signs turned round it is the opposite.
struct StrategyDefinition: Sendable {
    /// How the counts are meant.
    enum Ratio: Sendable {
        /// As they stand.
        case exact
        /// A count of two stands for any number above one, the same everywhere, 3 to 2 as well as 5 to 1.
        case open
    }

    let name: String
    /// The name with all signs turned round, where the opposite has one that is not defined by itself.
    let opposite: String?
    let family: StrategyName.Family
    let wings: Wings
    let ratio: Ratio
    /// More than one where the same name stands for several arrangements.
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
    /// All strategies. No position fits two of them, so their order means nothing.
    static let all: [StrategyDefinition] = [
        single, stock, spreads, straddles, butterflies, condors, riskReversals, calendars, synthetic, arbitrage,
    ].flatMap { $0 }
}
