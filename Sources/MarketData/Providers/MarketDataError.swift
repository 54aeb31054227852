/// The reason why a source did not answer a request.
public enum MarketDataError: Error, Hashable, Sendable {
    /// The source has no such symbol.
    case unknownSymbol(String)
    /// The source's rate limit is reached; it may be called again after `retryAfter` seconds.
    case limitReached(MarketSource, retryAfter: Int)
    /// The source did not answer in time.
    case timedOut(MarketSource)
    /// The source's response is unreadable or reports an internal error. The reason names the endpoint and the member,
    /// never a key.
    case broken(MarketSource, reason: String)
    /// The key's plan does not include the data.
    case notInPlan(MarketSource, reason: String)
    /// The source rejects the key.
    case keyRefused(MarketSource)
    /// The source failed repeatedly and is not called for `retryAfter` seconds.
    case leftAlone(MarketSource, retryAfter: Int)
    /// No configured source has the data. The reason names the setting that would add one.
    case noSource(reason: String)
    /// The caller cancelled, or the server is stopping.
    case cancelled
}
