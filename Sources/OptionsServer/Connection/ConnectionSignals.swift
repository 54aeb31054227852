internal import Synchronization

/// Signals between a connection and the work on its request, which runs elsewhere.
final class ConnectionSignals: Sendable {
    private let isGone = Atomic(false)
    private let hasEnded = Atomic(false)
    private let legCount = Atomic(-1)
    private let isHandled = Atomic(false)
    private let isBodyDropped = Atomic(false)
    private let routeIndex = Atomic(-1)
    private let receivedAnswerBytes = Atomic(0)

    /// The signals of the connection of the current task; unconnected ones in other tasks.
    @TaskLocal static var current = ConnectionSignals()

    /// Whether the client has gone, so that the response is not needed. Long work checks it.
    var isCancelled: Bool { isGone.load(ordering: .relaxed) }

    /// Whether the client has closed its sending side, as it does when it closes the connection. It may still read a response.
    var isInputClosed: Bool { hasEnded.load(ordering: .relaxed) }

    func inputClosed() { hasEnded.store(true, ordering: .relaxed) }

    /// Whether Hummingbird has a task for the connection.
    var hasTask: Bool { isHandled.load(ordering: .relaxed) }

    func taskBegan() { isHandled.store(true, ordering: .relaxed) }

    func cancel() { isGone.store(true, ordering: .relaxed) }

    /// The index of the route of the request in progress.
    var route: Int? {
        get {
            let index = routeIndex.load(ordering: .relaxed)
            return index < 0 ? nil : index
        }
        set { routeIndex.store(newValue ?? -1, ordering: .relaxed) }
    }

    /// Whether the request is HEAD. Streamed bodies are then not started.
    var isHead: Bool {
        get { isBodyDropped.load(ordering: .relaxed) }
        set { isBodyDropped.store(newValue, ordering: .relaxed) }
    }

    /// Prepares for the work on a request.
    func begin(route: Int, isHead: Bool) {
        self.route = route
        self.isHead = isHead
        legs = nil
        answerBytes = 0
    }

    /// The number of bytes of the response's body that have reached the connection. Bytes that the work has produced
    /// beyond them are in an unbounded queue.
    var answerBytes: Int {
        get { receivedAnswerBytes.load(ordering: .relaxed) }
        set { receivedAnswerBytes.store(newValue, ordering: .relaxed) }
    }

    /// The number of legs of the calculation in progress, for the log.
    var legs: Int? {
        get {
            let count = legCount.load(ordering: .relaxed)
            return count < 0 ? nil : count
        }
        set { legCount.store(newValue ?? -1, ordering: .relaxed) }
    }
}
