package import StrategyContract

/// The numbers of requests of a batch that were answered and refused.
public struct BatchSummary: Hashable, Sendable {
    /// A refused request.
    public struct RefusedRequest: Hashable, Sendable {
        /// The line of the request, counted from 1, including blank lines.
        public let line: Int
        /// The reason.
        public let message: String
    }

    /// A warning of a line, counted as those of refusals.
    package struct LineWarning: Hashable, Sendable {
        package let line: Int
        package let warning: RequestWarnings.Warning
    }

    /// The maximum number of refusals in a summary.
    public static let refusalLimit = 5

    /// The number of requests answered.
    public internal(set) var answered = 0
    /// The number of requests refused. Each gets an error object in place of a response.
    public internal(set) var refused = 0
    /// The first refused requests, at most ``refusalLimit``.
    public internal(set) var refusals: [RefusedRequest] = []
    /// What is probably a mistake in the requests answered, once for each name, with the line of its first occurrence.
    package private(set) var warnings: [LineWarning] = []
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
        for next in next.warnings { warn(of: next.warning, line: lines + next.line) }
        lines += next.lines
    }

    /// Adds warnings of the last line.
    mutating func warn(of warnings: [RequestWarnings.Warning]) {
        for warning in warnings { warn(of: warning, line: lines) }
    }

    private mutating func warn(of warning: RequestWarnings.Warning, line: Int) {
        let isNew = !warnings.contains { $0.warning.subject == warning.subject }
        if isNew, warnings.count < RequestWarnings.limit { warnings.append(LineWarning(line: line, warning: warning)) }
    }
}
