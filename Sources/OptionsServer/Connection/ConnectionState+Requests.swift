extension ConnectionState {
    mutating func arrived(_ part: consuming Part, _ now: () -> Duration) {
        switch connection {
        case .draining(let rest):
            guard case .body(_, let count) = consume part else { return }
            connection = .draining(rest: rest - count)
            if count > rest { closeAtOnce() }
        case .closing: break
        case .open, .ended:
            if mayReceive, waiting.isEmpty { receive(part, now) } else { waiting.append(part) }
        }
    }

    /// Whether the next part need not wait: for the end of a response, or for a client that does not read its responses.
    private var mayReceive: Bool {
        switch request {
        case .none, .fragment: isWritable && connection == .open
        case .collecting, .passing, .dropping: true
        case .head, .complete: false
        }
    }

    /// Takes the parts that arrived early, as far as possible.
    mutating func receiveWaiting(_ now: () -> Duration) {
        guard !waiting.isEmpty, mayReceive else { return }
        while mayReceive, let part = waiting.popFirst() { receive(part, now) }
        perform(.deliver)
        if isReadHeldBack, waiting.count <= Self.waitingParts {
            isReadHeldBack = false
            read(now)
        }
    }

    private mutating func receive(_ part: consuming Part, _ now: () -> Duration) {
        switch (consume part, request) {
        case (.head(let head), .none), (.head(let head), .fragment):
            // The time counts from the first byte.
            if request == .none { setDeadline(now() + limits.arrivalTime) }
            request = .head
            response = .awaited
            perform(.begin(head))
        case (.body(let bytes, let count), .collecting(let collected, let limit)):
            guard collected + count <= limit else {
                perform(.discard(count))
                return refuse(.tooLarge(limit: limit), mayContinue: false, now)
            }
            request = .collecting(count: collected + count, limit: limit)
            perform(.collect(bytes))
        case (.end, .collecting):
            request = .complete
            deadline = .never
            perform(.dispatch)
        case (.body(let bytes, _), .passing):
            // The deadline restarts at the next read, so that the time for processing the client's data does not count.
            deadline = .never
            perform(.passBody(bytes))
        case (.end, .passing):
            request = .complete
            deadline = .never
            perform(.passEnd)
        case (.body(_, let count), .dropping(let rest)):
            request = .dropping(rest: rest - count)
            perform(.discard(count))
            if count > rest { close(now) }
        case (.end, .dropping):
            request = .complete
            finishIfComplete(now)
            measureIfOver()
        case (.malformed(let error), _): malformed(error, now)
        default: break
        }
    }

    mutating func begin(_ traits: RequestTraits, _ ruling: Ruling, _ now: () -> Duration) {
        self.traits = traits
        if traits.endsConnection { isLast = true }
        if case .refuse(let error) = ruling {
            return refuse(error, mayContinue: traits.mayContinue(limits), now)
        }
        if traits.expectsContinue, traits.hasBody, !traits.isVersion10 { perform(.sendContinue) }
        switch ruling {
        case .collect(let limit): request = .collecting(count: 0, limit: limit)
        case .stream, .refuse: perform(.dispatch)
        }
    }

    /// Rejects bytes that are no request.
    private mutating func malformed(_ error: ServerError, _ now: () -> Duration) {
        isLast = true
        switch response {
        // There is no place for an error in the middle of a response.
        case .begun: return closeAtOnce()
        case .complete: return close(now)
        case .none: beginWithoutHead()
        case .awaited, .takenOn: break
        }
        request = .complete
        refuse(error, mayContinue: false, now)
    }

    /// Begins a request without a head, whose response can only be an error.
    mutating func beginWithoutHead() {
        traits = RequestTraits()
        response = .awaited
        perform(.beginWithoutHead)
    }

    mutating func read(_ now: () -> Duration) {
        // The decoder keeps the bytes after a request for another protocol.
        let isOver = traits.isUpgrade && (request == .complete || connection != .open)
        if waiting.count > Self.waitingParts || isOver {
            isReadHeldBack = true
        } else {
            if request == .passing, deadline == .never { setDeadline(now() + limits.arrivalTime) }
            perform(.read)
        }
    }
}
