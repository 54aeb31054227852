/// The profit of each position of a book in each scenario of a grid.
public struct PositionProfits: Hashable, Sendable {
    /// The number of positions.
    public let positionCount: Int
    /// The number of scenarios.
    public let scenarioCount: Int
    /// The profits of each position in turn, in the order of
    /// ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``.
    public let values: [Double]

    /// Accesses the profit at the indices of a position and a scenario.
    public subscript(position: Int, scenario: Int) -> Double {
        precondition(scenario >= 0 && scenario < scenarioCount, "no such scenario")
        return values[rowStart(position) + scenario]
    }

    /// Returns the profits of the position at an index.
    public subscript(position: Int) -> ArraySlice<Double> {
        values[rowStart(position)..<rowStart(position) + scenarioCount]
    }

    private func rowStart(_ position: Int) -> Int {
        precondition(position >= 0 && position < positionCount, "no such position")
        return position * scenarioCount
    }
}
