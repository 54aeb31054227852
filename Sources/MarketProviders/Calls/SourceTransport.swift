/// The reason why a source could not be reached.
enum TransportFailure: Error, Hashable, Sendable {
    case timedOut
    case cancelled
    /// The connection failed, or the reply is too large. The reason contains no key.
    case failed(String)
}

/// Sends questions to one source, with its address and key.
protocol SourceTransport: Sendable {
    /// Returns the reply of any status. Redirects are not followed.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - seconds: The time for the whole call.
    /// - Returns: The reply, with its whole body.
    /// - Throws: If there is no reply, or none in time.
    func send(_ request: SourceRequest, seconds: Double) async throws(TransportFailure) -> SourceReply
}
