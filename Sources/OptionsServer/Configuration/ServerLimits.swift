public import NIOCore

/// What connections and requests may take.
public struct ServerLimits: Sendable {
    /// The length of the body of a request in bytes. Batches have no limit.
    public var bodyBytes = 16 << 20
    /// The same for a request that changes data, such as the settings or a position.
    public var changeBytes = 1 << 20
    /// The length of the request line and the header fields together in bytes.
    public var headerBytes = 16 << 10
    /// The time in which a request must arrive. A batch may pause for as long.
    public var arrivalTime = TimeAmount.seconds(30)
    /// The time without a request after which a connection is closed.
    public var idleTime = TimeAmount.seconds(60)
    /// The time in which a client must take ``writtenBytes`` of what is written to it.
    public var writingTime = TimeAmount.seconds(30)
    /// The number of bytes that a client must take in each ``writingTime``, unless nothing waits for it.
    public var writtenBytes = 64 << 10
    /// The number of bytes that are read and dropped after a request is refused before its end.
    public var discardedBytes = 1 << 20
    /// The time in which a client may take the last response of a connection before it is closed.
    public var closingTime = TimeAmount.seconds(2)
    /// The time in which a connection without a request may still send one after the server is told to stop.
    public var lastRequestTime = TimeAmount.milliseconds(500)
    /// The time after which the server stops although requests are in progress, in seconds.
    public var stoppingSeconds = 10
    /// The number of bytes of requests that are being collected on all connections together.
    public var collectedBytes = 256 << 20
    /// The number of large requests that wait for a thread. More are refused at once.
    public var waitingCalculations = 8 * Processors.count
    /// The number of requests in progress beyond the event loops, batches among them. More are refused at once.
    public var requestsInProgress = 256
    /// The number of threads for large requests.
    public var calculationThreads = Processors.count
    /// The number of event loops, each on a thread.
    public var eventLoops = Processors.count
    /// The number of connections.
    public var connections = 16_384

    /// Creates the limits that are documented in `docs/server.md`.
    public init() {}

    /// Returns the length of the body that a request of a route may have, unless it is streamed.
    func bodyBytes(of route: Route) -> Int { route.changesState ? min(changeBytes, bodyBytes) : bodyBytes }
}
