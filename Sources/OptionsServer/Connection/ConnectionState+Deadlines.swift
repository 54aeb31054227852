extension ConnectionState {
    /// Sets the time at which the client is too slow.
    mutating func setDeadline(_ deadline: Duration) {
        self.deadline = deadline
        schedule()
    }

    /// Ensures that the timer fires no later than the next deadline. A later deadline does not change the timer.
    private mutating func schedule() {
        let time = min(deadline, progressDeadline)
        guard time < timerDeadline else { return }
        timerDeadline = time
        perform(.schedule(time))
    }

    mutating func timerFired(_ output: Output, _ now: Duration) {
        timerDeadline = .never
        if progressDeadline <= now {
            progressDeadline = .never
            if output.pending > 0 {
                if output.taken - takenBytes < limits.writtenBytes { return closeAtOnce() }
                watchProgress(output, now)
            }
        }
        if deadline <= now { deadlinePassed(output, now) }
        schedule()
    }

    private mutating func deadlinePassed(_ output: Output, _ now: Duration) {
        deadline = .never
        switch (connection, request) {
        case (.draining, _), (.open, .dropping): closeAtOnce()
        // The progress of the client decides.
        case (.ended, _), (.closing, _): break
        case (.open, .none):
            // Closes the connection after the client has read the last response.
            if output.pending == 0 { return close { now } }
            watchProgress(output, now)
            setDeadline(now + idleTime)
        case (.open, _): refuseLate(now)
        }
    }

    /// Rejects a request that has not arrived in time.
    private mutating func refuseLate(_ now: Duration) {
        if response == .begun { return closeAtOnce() }
        if response == .none { beginWithoutHead() }
        let seconds = limits.arrivalTime.components.seconds
        let error = ServerError(408, "the request must arrive within \(seconds) seconds")
        refuse(error, mayContinue: false) { now }
    }

    /// Takes the number of bytes that the client has read, and of those that it has not.
    mutating func measured(_ output: Output, _ now: Duration) {
        if output.pending > 0 {
            watchProgress(output, now)
            if isOver, connection == .open { setDeadline(now + idleTime) }
        } else if isOver {
            close { now }
        }
    }

    /// Starts to monitor whether the client reads the response.
    private mutating func watchProgress(_ output: Output, _ now: Duration) {
        guard progressDeadline == .never else { return }
        takenBytes = output.taken
        progressDeadline = now + limits.writingTime
        schedule()
    }
}

extension Duration {
    /// A time that does not come.
    static let never = Duration.seconds(Int64.max)
}
