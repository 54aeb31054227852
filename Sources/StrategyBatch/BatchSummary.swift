/// The numbers of requests of a batch that were answered and refused.
public struct BatchSummary: Hashable, Sendable {
    /// A refused request.
    public struct RefusedRequest: Hashable, Sendable {
        /// The line of the request, counted from 1, including blank lines.
        public let line: Int
        /// The reason.
        public let message: String
    }

    /// The maximum number of refusals in a summary.
    public static let refusalLimit = 5

    /// The number of requests answered.
    public internal(set) var answered = 0
    /// The number of requests refused. Each gets an error object in place of a response.
    public internal(set) var refused = 0
    /// The first refused requests, at most ``refusalLimit``.
    public internal(set) var refusals: [RefusedRequest] = []
    /// The number of lines, including blank ones.
    public internal(set) var lines = 0

    /// Creates an empty summary.
    public init() {}

    /// Adds the summary of the requests that follow.
    public mutating func add(_ next: BatchSummary) {
        answered += next.answered
        refused += next.refused
        for refusal in next.refusals.prefix(Self.refusalLimit - refusals.count) {
            refusals.append(RefusedRequest(line: lines + refusal.line, message: refusal.message))
        }
        lines += next.lines
    }
}
