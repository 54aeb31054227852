/// The state of a ``QuotesSnapshotStore``. Each one is complete, so a consumer may miss any but the last.
public struct QuotesSnapshotUpdate: Hashable, Sendable {
    /// The latest known quotes, also while the server cannot be asked; `nil` before the first answer.
    public let snapshot: QuotesSnapshotResponse?
    /// Why the server could not be asked the last time; `nil` if it answered.
    public let failure: OptionsClientError?
    /// Whether the quotes may be out of date: the server could not be asked the last time, or says that its own
    /// refreshes fail.
    public let isStale: Bool
}
