extension StrategyName {
    /// All names of strategies, in alphabetical order; without ``unrecognised`` and ``closed``.
    public static let all: [String] = Set(StrategyPattern.all.map(\.name)).sorted()
}
