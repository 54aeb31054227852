/// What became of the requests of a batch.
public struct BatchSummary: Hashable, Sendable {
    /// A request that was refused.
    public struct RefusedRequest: Hashable, Sendable {
        /// The line it stands on, counted from 1, blank lines included.
        public let line: Int
        /// Why.
        public let message: String
    }

    /// How many refusals are kept.
    public static let refusalLimit = 5

    /// How many requests were answered.
    public internal(set) var answered = 0
    /// How many requests were refused; each has an error object in its place.
    public internal(set) var refused = 0
    /// The first few that were refused.
    public internal(set) var refusals: [RefusedRequest] = []
    /// The lines looked at, blank ones included.
    public internal(set) var lines = 0

    /// A summary of nothing.
    public init() {}

    /// Counts what follows.
    public mutating func add(_ next: BatchSummary) {
        answered += next.answered
        refused += next.refused
        for refusal in next.refusals.prefix(Self.refusalLimit - refusals.count) {
            refusals.append(RefusedRequest(line: lines + refusal.line, message: refusal.message))
        }
        lines += next.lines
    }
}
