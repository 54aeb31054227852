public import Hummingbird
internal import HummingbirdCore
public import Logging
internal import MarketServices
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import SystemPackage

/// The API server.
///
/// ```swift
/// let market = ServedMarket(configuration, store: store, underlyings: underlyings, time: .system, logger: logger)
/// let server = APIServer(configuration, market: market, logger: logger) { address in
///     print("listening on \(address)")
/// }
/// try await server.application.runService()
/// ```
public struct APIServer: Sendable {
    /// The application, to be run by a group of services.
    public let application: Application<RouteResponder>
    /// Every endpoint.
    public let routes: [Route]

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - configuration: The settings from flags and the environment.
    ///   - market: The market data to serve.
    ///   - logger: The logger of requests and failures.
    ///   - onListening: Called with the address, such as `http://127.0.0.1:8080`, when the server accepts connections.
    public init(
        _ configuration: ServerConfiguration, market: ServedMarket, logger: Logger,
        onListening: @escaping @Sendable (_ address: String) -> Void = { _ in }
    ) {
        let limits = configuration.limits
        let pools = WorkPools(limits)
        let (metrics, admission) = (ServerMetrics(), Admission(limits))
        let memory = MemoryBudget(bytes: limits.collectedBytes)
        let routes =
            CalculationRoutes(pools: pools, memory: memory).routes
            + FindRoutes(pools: pools, market: market.backend, limits: limits).routes + market.routes
            + ServiceRoutes(
                metrics: metrics, admission: admission, pools: pools, market: market,
                simulatedStart: configuration.simulatedStart
            ).routes
            + PageRoutes(market: configuration.servedMarket).routes
        let table = RouteTable(routes)
        metrics.begin(routes)
        let core = ServerCore(
            table: table, configuration: configuration, metrics: metrics, admission: admission, memory: memory,
            logger: logger)
        self.routes = routes
        let host = configuration.host
        var application = Application(
            responder: RouteResponder(table: table),
            server: HTTPServerBuilder { HTTPConnection(core: core, responder: $0) },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            services: market.backend.services + [StoppingNotice(core: core)],
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                onListening("http://\(name):\(channel.localAddress?.port ?? configuration.port)")
            },
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: limits.eventLoops)),
            logger: logger)
        // The snapshot of the last run is served from the first instant.
        application.beforeServerStarts { await market.backend.snapshot?.restore() }
        self.application = application
    }
}

extension APIServer {
    /// Returns the reason why a server could not run, in the operating system's words if it has any.
    public static func reason(_ error: any Error) -> String {
        (error as? IOError).map { Errno(rawValue: $0.errnoCode).description } ?? "\(error)"
    }
}

/// Marks connections that are accepted from now on as accepted while stopping.
private struct StoppingNotice: Service {
    let core: ServerCore

    func run() async throws {
        try await gracefulShutdown()
        core.isStopping.store(true, ordering: .relaxed)
    }
}
