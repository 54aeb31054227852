/// The limits of connections and requests.
public struct ServerLimits: Sendable {
    /// The maximum length of the body of a request in bytes. Batches have no limit.
    public var bodyBytes = 16 << 20
    /// The maximum length of the body of a request that changes data, such as the settings or a position.
    public var changeBytes = 1 << 20
    /// The maximum length of the request line and the header fields together in bytes.
    public var headerBytes = 16 << 10
    /// The timeout for receiving a request. A batch may pause for as long.
    public var arrivalTime = Duration.seconds(30)
    /// The time without a request after which a connection is closed.
    public var idleTime = Duration.seconds(60)
    /// The time in which a client must read ``writtenBytes`` of the response.
    public var writingTime = Duration.seconds(30)
    /// The number of bytes that a client must read in each ``writingTime``, unless less is pending.
    public var writtenBytes = 64 << 10
    /// The maximum number of bytes that are read and discarded after a request is rejected before its end.
    public var discardedBytes = 1 << 20
    /// The time that a client has to read the last response of a connection before it is closed.
    public var closingTime = Duration.seconds(2)
    /// The time that an idle connection has to send a request after the server begins to stop.
    public var lastRequestTime = Duration.milliseconds(500)
    /// The time in seconds after which the server stops even if requests are in progress.
    public var stoppingSeconds = 10
    /// The maximum number of buffered bytes of incomplete requests on all connections together.
    public var collectedBytes = 256 << 20
    /// The maximum number of large requests that wait for a thread. Further ones are rejected at once.
    public var waitingCalculations = 8 * Processors.count
    /// The number of searches of strategies at a time.
    public var searches = max(1, Processors.count / 2)
    /// The number of threads of each search of strategies.
    public var threadsPerSearch = Processors.count > 2 ? 2 : 1
    /// The time in seconds after which a search of strategies ends with the best so far.
    public var searchSeconds = 60.0
    /// The time in seconds between two comments in the stream of a search, which keep the connection open.
    public var secondsBetweenComments = 15.0
    /// The maximum number of requests that wait for a search of another request of their kind. Further ones are rejected at once.
    public var waitingSearches = 4
    /// The maximum number of requests in progress outside the event loops, including batches, without streams of
    /// events. Further ones are rejected at once.
    public var requestsInProgress = 256
    /// The maximum number of open streams of events. Further ones are rejected at once.
    public var streams = 2_048
    /// The number of threads for large requests.
    public var calculationThreads = Processors.count
    /// The number of event loops, each on a thread.
    public var eventLoops = Processors.count
    /// The number of connections.
    public var connections = 16_384

    /// Creates the limits that are documented in `docs/server.md`.
    public init() {}

    /// Returns the maximum length of the body of a request of a route, unless it is streamed.
    func bodyBytes(of route: Route) -> Int {
        route.changesState && !route.takesLongBody ? min(changeBytes, bodyBytes) : bodyBytes
    }
}
