/// The reason why a source did not answer a question.
public enum MarketDataError: Error, Hashable, Sendable {
    /// The source knows no such symbol.
    case unknownSymbol(String)
    /// The source's limit of calls is reached; it may be asked again after so many seconds.
    case limitReached(MarketSource, retryAfter: Int)
    /// The source did not answer in time.
    case timedOut(MarketSource)
    /// The source answered something that cannot be read, or that is an error of its own. The reason names the endpoint
    /// and the member, never a key.
    case broken(MarketSource, reason: String)
    /// The plan of the key does not include the data.
    case notInPlan(MarketSource, reason: String)
    /// The source refuses the key.
    case keyRefused(MarketSource)
    /// The source failed repeatedly and is left alone for so many seconds.
    case leftAlone(MarketSource, retryAfter: Int)
    /// No source that is configured has the data. The reason names the variable that would change it.
    case noSource(reason: String)
    /// The caller went, or the server stops.
    case cancelled
}
