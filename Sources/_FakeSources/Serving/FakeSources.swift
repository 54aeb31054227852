internal import Hummingbird
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// Fakes of the six data sources on one local port. They share no code with the code under test.
///
/// ```swift
/// let sources = try await FakeSources.start()
/// sources.inject(FakeFault(.status, status: 429, count: 2, retryAfter: 1), into: .yahoo)
/// // … ask sources.address(of: .yahoo) …
/// #expect(sources.requests(of: .yahoo).count == 3)
/// await sources.stop()
/// ```
public final class FakeSources: Sendable {
    /// The port.
    public let port: Int
    private let state: FakeState
    private let running: Task<Void, any Error>

    private init(port: Int, state: FakeState, running: Task<Void, any Error>) {
        self.port = port
        self.state = state
        self.running = running
    }

    /// Starts all sources.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free one.
    ///   - logger: The logger of the server; by default, nothing is logged.
    /// - Returns: The sources, which respond until ``stop()``.
    /// - Throws: If the port is taken.
    public static func start(
        port: Int = 0, logger: Logger = Logger(label: "fake-sources") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> FakeSources {
        let state = FakeState()
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: FakeResponder(state: state),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 1024),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? port) }, logger: logger)
        let group = ServiceGroup(configuration: .init(services: [application], logger: logger))
        let running = Task {
            defer { continuation.finish() }
            try await group.run()
        }
        for await bound in ports { return FakeSources(port: bound, state: state, running: running) }
        try await running.value
        throw CancellationError()
    }

    /// Stops them, also where they withhold an answer.
    public func stop() async {
        running.cancel()
        try? await running.value
    }

    /// The address of all sources, such as `http://127.0.0.1:49152`.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// Returns the base address of a source, which has a path.
    public func address(of source: FakeSource) -> String { "\(address)/\(source.rawValue)" }

    /// Returns the requests so far, of one source or of all.
    public func requests(of source: FakeSource? = nil) -> [RecordedRequest] { state.requests(of: source) }

    /// Forgets the requests.
    public func clearRequests() { state.clearRequests() }

    /// Injects a fault into the next requests. Faults of a source apply one after the other.
    public func inject(_ fault: FakeFault, into source: FakeSource) { state.add(fault, to: source) }

    /// Ends the faults of a source, or of all.
    public func clearFaults(of source: FakeSource? = nil) { state.clearFaults(source) }

    /// Changes the plan: `free`, `starter` or `advanced` (the default) of Polygon; `public` (the default) or `strict`
    /// of CoinGecko, which refuses `interval=daily`; `sandbox` of Tradier, which has no dividends.
    public func setPlan(_ plan: String, of source: FakeSource) { state.setPlan(plan, source) }

    /// Enforces a limit of calls in a window that begins with the first call; `nil` calls, the default, enforce none.
    public func setRate(calls: Int?, seconds: Double = 60, of source: FakeSource) {
        state.setRate(calls.map { FakeRate(calls: $0, seconds: seconds) }, source)
    }

    /// Adds a split; from now on, Yahoo divides its prices before the day.
    public func addSplit(_ symbol: String, _ date: Day, numerator: Int, denominator: Int) {
        state.add(FakeSplit(date: date, numerator: numerator, denominator: denominator), to: symbol)
    }

    /// Sets the time of the sources to a Unix time; `nil` for the system's.
    public func setClock(_ seconds: Int?) { state.setClock(seconds) }

    /// Returns the true closes of a share or coin in shares of today: the source's prices without noise.
    public func history(
        _ source: FakeSource, _ symbol: String, from: Day, through: Day
    ) -> [(date: Day, close: Double)] {
        FakeHistory(state: state).days(source, symbol, from, through).map { ($0.date, $0.close) }
    }

    /// Forgets requests, faults, plans, limits, splits and the time.
    public func reset() { state.reset() }
}
