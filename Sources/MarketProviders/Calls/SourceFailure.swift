/// A failure that an adapter finds in a reply.
enum SourceFailure: Error, Hashable, Sendable {
    /// The source limits calls; it may be called again after this many seconds, if it reports them.
    case limited(retryAfter: Int?)
    /// The source rejects the key. The call is not retried at once.
    case keyRefused
    /// The key's plan does not include the data. The call is not retried at once.
    case notInPlan(String)
    /// There is no such symbol. The source works.
    case unknownSymbol(String)
    /// The reply is unreadable or an internal error of the source; the call is retried. The reason names the endpoint
    /// and the member, never a key.
    case broken(String)
}
