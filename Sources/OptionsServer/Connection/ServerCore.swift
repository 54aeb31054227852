internal import Logging
internal import NIOCore
internal import Synchronization

/// The state that all connections of a server share.
final class ServerCore: Sendable {
    let table: RouteTable
    let access: AccessRules
    let limits: ServerLimits
    let metrics: ServerMetrics
    let admission: Admission
    let logger: Logger
    /// The memory of requests that are being collected.
    let memory: MemoryBudget
    /// Whether the server is stopping.
    let isStopping = Atomic(false)
    /// Connections without a task. While a server stops, Hummingbird may drop a connection that it has just accepted,
    /// and NIO terminates the process if its channel has not run.
    private let unhandled = Mutex<[ObjectIdentifier: HTTPConnection.Value]>([:])
    private let workers = Mutex<[ObjectIdentifier: NIOLoopBound<EventLoopWorker>]>([:])
    private let nextIdentifier = Atomic<UInt64>(.random(in: .min ... .max))

    init(
        table: RouteTable, configuration: ServerConfiguration, metrics: ServerMetrics, admission: Admission,
        memory: MemoryBudget, logger: Logger
    ) {
        self.memory = memory
        self.table = table
        self.metrics = metrics
        self.admission = admission
        self.logger = logger
        access = AccessRules(configuration)
        limits = configuration.limits
    }

    func keep(_ connection: HTTPConnection.Value) {
        unhandled.withLock { $0[ObjectIdentifier(connection.signals)] = connection }
    }

    func release(_ connection: HTTPConnection.Value) {
        connection.signals.taskBegan()
        _ = unhandled.withLock { $0.removeValue(forKey: ObjectIdentifier(connection.signals)) }
    }

    /// The worker of the present event loop.
    func worker(of loop: any EventLoop) -> EventLoopWorker {
        workers.withLock { workers in
            let identifier = ObjectIdentifier(loop)
            if let worker = workers[identifier] { return worker }
            let worker = NIOLoopBound(EventLoopWorker(), eventLoop: loop)
            workers[identifier] = worker
            return worker
        }.value
    }

    /// Returns an identifier for a request without one, unique in this process.
    func makeRequestIdentifier() -> RequestIdentifier {
        // Multiplication by an odd number is a bijection, so identifiers are distinct and look unordered.
        .made(nextIdentifier.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15)
    }
}
