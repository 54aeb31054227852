/// The history of the value of today's positions.
public struct PositionHistoryResponse: Codable, Hashable, Sendable {
    /// The days, ascending.
    public let days: [PositionDay]
}

/// A day.
public struct PositionDay: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let date: String
    /// The value at the close of the positions that have a price by then, in US dollars.
    public let marketValue: Double
    /// The cost of the same positions.
    public let cost: Double
}
