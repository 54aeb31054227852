/// The state of the list of tickers.
public struct TickerStatus: Codable, Hashable, Sendable {
    /// The number of tickers in the list.
    public let count: Int
    /// Whether the whole list has been copied at least once.
    public let complete: Bool
    /// The instant of the last page; `nil` before the first.
    public let updated: String?
    /// The instant of the next copy; `nil` if it is under way.
    public let nextRefresh: String?
    /// The last failure of the copy, or the name of the list in use; `nil` if there is neither.
    public let message: String?
}
