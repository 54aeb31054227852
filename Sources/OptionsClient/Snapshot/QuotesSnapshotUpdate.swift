/// The state of a ``QuotesSnapshotStore``. Each update is complete, so a consumer may miss any but the last.
public struct QuotesSnapshotUpdate: Hashable, Sendable {
    /// The latest known quotes, even while the server does not respond; `nil` before the first response.
    public let snapshot: QuotesSnapshotResponse?
    /// The failure of the last request; `nil` if it succeeded.
    public let failure: OptionsClientError?
    /// Whether the quotes may be out of date: the last request failed, or the server reports that its own refreshes
    /// fail.
    public let isStale: Bool
}
