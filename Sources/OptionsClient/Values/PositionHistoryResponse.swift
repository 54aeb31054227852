/// What today's positions would have been worth.
public struct PositionHistoryResponse: Codable, Hashable, Sendable {
    /// The days, ascending.
    public let days: [PositionDay]
}

/// A day.
public struct PositionDay: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let date: String
    /// What the positions with a price by then were worth at the close, in US dollars.
    public let marketValue: Double
    /// The cost of the same positions.
    public let cost: Double
}
