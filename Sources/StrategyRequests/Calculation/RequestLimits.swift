/// The maximum sizes of a request. `Leg` and `PayoffProfile` define the limits of legs, contracts and shares.
public enum RequestLimits {
    /// The maximum length of a request in bytes: 16 MiB.
    public static let requestBytes = 16 << 20
    /// The allowed number of dates, shifts or levels in a list.
    public static let listRange = 1...1000
    /// The allowed number of dividends.
    public static let dividendRange = 0...100
    /// The allowed number of given prices of a curve.
    public static let curvePriceRange = 1...10_000
    /// The maximum number of scenarios of one strategy.
    public static let scenarios = 1_000_000
    /// The maximum number of scenarios of all positions of a book together.
    public static let scenarioProfits = 10_000_000
    /// The maximum number of values of a book's contracts in its scenarios, which are held in memory.
    public static let contractValues = 50_000_000
    /// The allowed number of underlyings of a portfolio.
    public static let underlyingRange = 1...1_000
    /// The allowed number of prices of a history.
    public static let historyRange = 3...10_000
    /// The allowed number of random scenarios of a portfolio.
    public static let randomScenarioRange = 100...10_000_000
    /// The allowed seeds: the integers that any program of JSON can write.
    public static let seedRange = 0...(1 << 53) - 1
    /// The maximum number of normal variates in a response.
    public static let normals = 100_000
    /// The maximum nesting depth of arrays and objects; the request itself is level 1.
    public static let nestingDepth = 512
    /// The allowed number of positions of a book.
    public static let positionRange = 1...10_000
}
