extension ConnectionState {
    /// Responds with an error. The rest of the request is discarded. `mayContinue` is whether the connection may be
    /// used for further requests.
    mutating func refuse(_ error: ServerError, mayContinue: Bool, _ now: () -> Duration) {
        if request != .complete {
            if !mayContinue { isLast = true }
            request = .dropping(rest: limits.discardedBytes)
        }
        respond(error, hasLength: error.status != 204, now)
    }

    /// Responds at once, with the answer of the event loop if there is no error.
    mutating func respond(_ error: ServerError?, hasLength: Bool, _ now: () -> Duration) {
        beginResponse(hasLength: hasLength)
        perform(.respond(error, isLast: isLast))
        endResponse(now)
    }

    /// Begins the response of a task. After a response of the connection itself, such as 408, the task's is discarded.
    mutating func writeHead(hasLength: Bool) {
        guard response == .takenOn else { return perform(.discardWrite) }
        beginResponse(hasLength: hasLength)
        perform(.writeHead(isLast: isLast))
    }

    mutating func writeEnd(_ now: () -> Duration) {
        guard response == .begun else { return perform(.discardWrite) }
        if request == .passing {
            // The task receives the end, and the connection reads the rest of the request.
            request = .dropping(rest: limits.discardedBytes)
            isLast = true
            perform(.passEnd)
            perform(.deliver)
        }
        perform(.writeEnd(isLast: isLast))
        endResponse(now)
    }

    private mutating func beginResponse(hasLength: Bool) {
        response = .begun
        // HTTP/1.0 has no chunks, so the end of the connection ends the response.
        if traits.isVersion10, !hasLength { isLast = true }
        if isStopping, waiting.isEmpty { isLast = true }
        // The response is complete before the request.
        if request == .passing, hasLength { isLast = true }
    }

    /// The exchange ends before the client can see the response, so that a closing connection does not hold it.
    private mutating func endResponse(_ now: () -> Duration) {
        response = .complete
        finishIfComplete(now)
        perform(.flush)
        measureIfOver()
    }

    /// Ends an exchange whose request and response are complete.
    mutating func finishIfComplete(_ now: () -> Duration) {
        guard response == .complete, request == .complete else { return }
        perform(.report(isAborted: false))
        response = .none
        if isLast {
            // Whatever comes after the last response is not answered.
            connection = .ended
        } else {
            request = .none
            setDeadline(now() + idleTime)
        }
    }

    /// Whether the client sends nothing more and has all of its responses.
    var isOver: Bool { isInputClosed && response == .none && waiting.isEmpty }

    /// Asks whether the client has read everything, if the connection ends then.
    mutating func measureIfOver() {
        if response == .none, connection == .ended || isOver { perform(.measure) }
    }
}
