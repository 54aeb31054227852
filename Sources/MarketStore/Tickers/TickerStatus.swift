public import MarketData

/// How complete the stored tickers are.
public struct TickerStatus: Hashable, Sendable {
    /// The number of tickers, including those of the running walk.
    public let count: Int
    /// Whether all pages have been stored at least once.
    public let isComplete: Bool
    /// The instant of the last page; `nil` before the first.
    public let updated: Timestamp?
    /// The instant at which the pages were last complete; `nil` before the first time.
    public let completed: Timestamp?
    /// Whether pages of a walk are stored, and others are not.
    public let isWalkUnderWay: Bool
    /// The place where the walk resumes: ``MarketData/TickerPage/next`` of the last page; `nil` for the first page.
    public let place: String?

    /// Creates a status.
    public init(
        count: Int, isComplete: Bool, updated: Timestamp?, completed: Timestamp?, isWalkUnderWay: Bool, place: String?
    ) {
        self.count = count
        self.isComplete = isComplete
        self.updated = updated
        self.completed = completed
        self.isWalkUnderWay = isWalkUnderWay
        self.place = place
    }
}
