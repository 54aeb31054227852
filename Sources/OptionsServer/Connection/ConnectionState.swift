/// The rules of one connection: a value that takes events and says what to do.
///
/// It performs nothing, reads no clock and knows no type of NIO, so a test of a rule is a list of events and actions.
///
/// ```swift
/// state.handle(.part(.end), now: now)
/// while let action = state.next() { perform(action) }
/// ```
///
/// Times are counted from any instant, the same for all events.
struct ConnectionState<Head, Bytes> {
    /// The request in progress.
    enum Request: Equatable {
        case none
        /// Bytes have arrived that are no complete head yet.
        case fragment
        /// The rules for its head are being applied.
        case head
        /// Its body is collected.
        case collecting(count: Int, limit: Int)
        /// Its parts are passed on as they arrive.
        case passing
        /// The rest is discarded because the response is already determined: so many bytes may still arrive.
        case dropping(rest: Int)
        case complete
    }

    /// The response to the request in progress.
    enum Response {
        /// There is no request.
        case none
        case awaited
        /// A task is about to write it.
        case takenOn
        /// The task writes it.
        case begun
        case complete
    }

    /// The connection itself.
    enum Connection: Equatable {
        case open
        /// The last response has been written, and the client may not have read all of it.
        case ended
        /// The sending side is closed. So many bytes may still arrive.
        case draining(rest: Int)
        case closing
    }

    /// The number of waiting parts beyond which the connection is not read.
    static var waitingParts: Int { 64 }

    let limits: ServerLimits
    var request = Request.none
    var response = Response.none
    var connection = Connection.open
    /// The parts that arrived before the response to an earlier request was complete.
    var waiting = Queue<Part>()
    var actions = Queue<Action>()
    /// Whether the connection ends with the present response.
    var isLast = false
    var isStopping = false
    var isInputClosed = false
    var isWritable = true
    var isReadHeldBack = false
    /// What matters of the head of the request in progress.
    var traits = RequestTraits()

    /// The time at which the client is too slow.
    var deadline = Duration.never
    /// The time at which the client must have read enough of the response, and the bytes that it had read at the last check.
    var progressDeadline = Duration.never
    var takenBytes = 0
    /// The time for which the timer is set.
    var timerDeadline = Duration.never

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Returns what is to be done next, in this order.
    mutating func next() -> Action? { actions.popFirst() }

    mutating func perform(_ action: Action) { actions.append(action) }

    /// Takes an event. `now` is read only if it matters.
    mutating func handle(_ event: consuming Event, now: @autoclosure () -> Duration) {
        switch consume event {
        case .opened(let isStopping):
            self.isStopping = isStopping
            setDeadline(now() + idleTime)
        case .part(let part): arrived(part, now)
        case .fragment:
            if request == .none, waiting.isEmpty, connection == .open {
                request = .fragment
                setDeadline(now() + limits.arrivalTime)
            }
        case .admitted(let traits, let ruling): begin(traits, ruling, now)
        case .repeated(let traits, let hasLength):
            (request, response) = (.complete, .awaited)
            self.traits = traits
            if traits.endsConnection { isLast = true }
            respond(nil, hasLength: hasLength, now)
        case .takenOn:
            response = .takenOn
            if request == .head {
                request = .passing
                deadline = .never
            }
            perform(.pass(isComplete: request == .complete))
        case .refused(let error): refuse(error, mayContinue: request == .head && traits.mayContinue(limits), now)
        case .answered(let hasLength): respond(nil, hasLength: hasLength, now)
        case .responseHead(let hasLength): writeHead(hasLength: hasLength)
        case .responseBody: perform(response == .begun ? .writeBody : .discardWrite)
        case .responseEnd: writeEnd(now)
        case .read: read(now)
        case .writable(let isWritable): self.isWritable = isWritable
        case .output(let output): measured(output, now())
        case .written: close(now)
        case .timer(let output): timerFired(output, now())
        case .stopping:
            isStopping = true
            // A request may be on its way.
            if request == .none { setDeadline(min(deadline, now() + limits.lastRequestTime)) }
        case .inputClosed:
            isInputClosed = true
            perform(.tellInputClosed)
            if case .draining = connection { closeAtOnce() } else { measureIfOver() }
        case .failed: if connection == .open || connection == .ended { closeAtOnce() }
        case .closed:
            connection = .closing
            waiting.removeAll()
            perform(.cancelWork)
            if response != .none { perform(.report(isAborted: response != .complete)) }
            response = .none
        }
        receiveWaiting(now)
    }

    /// Whether the next request can be answered at once: no other is in progress or waits, and the client reads its responses.
    var isBetweenRequests: Bool {
        request == .none && response == .none && connection == .open && isWritable && waiting.isEmpty
    }

    /// The time that a connection without a request may stay.
    var idleTime: Duration { isStopping || isInputClosed ? limits.lastRequestTime : limits.idleTime }
}

// MARK: The end

extension ConnectionState {
    /// Closes the connection after the last response. While the client may still be sending, only the sending side is
    /// closed at first: a reset would lose the response.
    mutating func close(_ now: () -> Duration) {
        guard connection == .open || connection == .ended else { return }
        waiting.removeAll()
        if isInputClosed || !isLast { return closeAtOnce() }
        connection = .draining(rest: limits.discardedBytes)
        perform(.closeOutput)
        setDeadline(now() + limits.closingTime)
    }

    mutating func closeAtOnce() {
        if connection == .closing { return }
        connection = .closing
        (deadline, progressDeadline) = (.never, .never)
        perform(.close)
    }
}
