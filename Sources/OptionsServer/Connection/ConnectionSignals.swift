internal import Synchronization

/// Signals between a connection and the work on its request, which runs elsewhere.
final class ConnectionSignals: Sendable {
    private let isGone = Atomic(false)
    private let legCount = Atomic(-1)
    private let isHandled = Atomic(false)
    private let isBodyDropped = Atomic(false)
    private let receivedAnswerBytes = Atomic(0)

    /// The signals of the connection to which the present task belongs; those of no connection elsewhere.
    @TaskLocal static var current = ConnectionSignals()

    /// Whether nobody waits for the response any more. Long work checks it.
    var isCancelled: Bool { isGone.load(ordering: .relaxed) }

    /// Whether Hummingbird has a task for the connection.
    var hasTask: Bool { isHandled.load(ordering: .relaxed) }

    func taskBegan() { isHandled.store(true, ordering: .relaxed) }

    func cancel() { isGone.store(true, ordering: .relaxed) }

    /// Whether only the head of the response is wanted. Bodies that end some time later are not begun then.
    var isHead: Bool {
        get { isBodyDropped.load(ordering: .relaxed) }
        set { isBodyDropped.store(newValue, ordering: .relaxed) }
    }

    /// The number of bytes of the response's body that have reached the connection. What the work has made beyond them waits in a
    /// queue without a limit.
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
