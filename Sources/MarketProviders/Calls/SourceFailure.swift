/// What an adapter finds in a reply that is not an answer.
enum SourceFailure: Error, Hashable, Sendable {
    /// The source limits calls; it may be asked again after so many seconds, if it tells.
    case limited(retryAfter: Int?)
    /// The source refuses the key. It is not asked again at once.
    case keyRefused
    /// The plan of the key does not include the data. It is not asked again at once.
    case notInPlan(String)
    /// There is no such symbol. The source is well.
    case unknownSymbol(String)
    /// The reply cannot be read, or is an error of the source: it is asked again. The reason names the endpoint and the
    /// member, never a key.
    case broken(String)
}
