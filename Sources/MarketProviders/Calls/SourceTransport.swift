/// The reason why a source could not be reached.
enum TransportFailure: Error, Hashable, Sendable {
    case timedOut
    case cancelled
    /// The connection failed, or the reply is too large. The reason contains no key.
    case failed(String)
}

/// Sends questions to one source, with its address and key.
protocol SourceTransport: Sendable {
    /// Sends a request and returns the reply, whatever its status. Redirects are not followed.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - seconds: The timeout of the whole call.
    /// - Returns: The reply, with its whole body.
    /// - Throws: If there is no reply in time.
    func send(_ request: SourceRequest, seconds: Double) async throws(TransportFailure) -> SourceReply
}
