/// When the snapshot changed last.
public struct LastUpdateResponse: Codable, Hashable, Sendable {
    /// The time in UTC, without a zone and with microseconds, at which the quotes last changed. Empty before the first
    /// snapshot.
    public let lastUpdate: String
    /// The number of quotes in the whole snapshot.
    public let count: Int
    /// The instant of the last successful refresh; `nil` before the first.
    public let refreshed: String?
    /// Whether at least the last two refreshes failed.
    public let stale: Bool?

    private enum CodingKeys: String, CodingKey {
        case lastUpdate = "last_update"
        case count
        case refreshed
        case stale
    }
}
