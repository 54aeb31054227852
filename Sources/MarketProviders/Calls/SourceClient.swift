internal import Logging
internal import MarketData
internal import Synchronization

/// The client of one source: it respects rate limits and the caller's deadline, retries failures, and makes no calls
/// while the circuit breaker is open.
final class SourceClient: Sendable {
    /// The maximum number of retries.
    static let retries = 3

    let source: MarketSource
    let limiter: CallLimiter
    let redaction: Redaction
    /// The maximum number of seconds that a user waits.
    let timeout: Int
    private let transport: any SourceTransport
    private let breaker = CircuitBreaker()
    private let metrics: SourceMetrics
    private let time: ServiceTime
    private let logger: Logger
    private let random: @Sendable () -> Double
    private let last = Mutex(SourceStatus(state: .unknown))

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - transport: Sends requests.
    ///   - limits: The source's limits, at most one for each window.
    ///   - timeout: The maximum number of seconds that a user waits; background work waits three times as long.
    ///   - storage: Persists call counts across restarts.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    ///   - secrets: Texts to redact from messages, such as the key.
    ///   - random: Returns a number from 0 to 1, for the jitter of pauses.
    init(
        source: MarketSource, transport: any SourceTransport, limits: [CallLimit], timeout: Int,
        storage: (any CallBudgetStorage)?, time: ServiceTime, logger: Logger, secrets: [String] = [],
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.source = source
        self.transport = transport
        metrics = SourceMetrics(source)
        limiter = CallLimiter(source: source, limits: limits, storage: storage, time: time)
        self.timeout = timeout
        self.time = time
        self.logger = logger
        redaction = Redaction(secrets)
        self.random = random
    }

    /// Returns the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - priority: Whether a user is waiting.
    ///   - read: Decodes a reply of any status.
    /// - Returns: The decoded value.
    /// - Throws: ``MarketData/MarketDataError`` of the source; after retries, that of the last call.
    func answer<Value: Sendable>(
        _ request: SourceRequest, priority: CallPriority,
        read: @Sendable (SourceReply) throws(SourceFailure) -> Value
    ) async throws(MarketDataError) -> Value {
        let latest = time.now().adding(seconds: priority == .interactive ? timeout : 3 * timeout)
        let deadline = min(QuestionDeadline.current ?? latest, latest)
        var failure: CallFailure?
        for number in 0...(request.isRetried ? Self.retries : 0) {
            if let failure, try await !pause(after: failure, number: number, until: deadline) { throw failure.error }
            let admission: CircuitBreaker.Admission
            do throws(MarketDataError) {
                admission = try await enter(priority, until: deadline)
            } catch {
                // The failure of the source is more informative than the reason why there is no retry.
                if let failure, failure.again != .whenAllowed, error != .cancelled { throw failure.error }
                throw error
            }
            let left = time.now().interval(to: deadline)
            let seconds = priority == .interactive ? left : min(left, Double(timeout))
            do throws(CallFailure) {
                let value = try await call(request, seconds: seconds, read: read)
                note(.answered, of: admission)
                last.withLock { $0 = SourceStatus(state: .ok) }
                return value
            } catch {
                failure = error
                note(error.outcome, of: admission)
                note(error, of: request)
            }
        }
        throw failure?.error ?? .timedOut(source)
    }

    /// Returns the status of the source and the remaining calls.
    func status() async -> SourceStatus {
        let left = await limiter.left()
        var status = last.withLock { $0 }
        status.callsLeft = left.calls
        status.resetsAt = left.resetsAt
        return status
    }

    /// Pauses before a retry, and returns whether one may follow. Pauses for rate limits are left to the limiter.
    private func pause(
        after failure: CallFailure, number: Int, until deadline: Timestamp
    ) async throws(MarketDataError) -> Bool {
        switch failure.again {
        case .never: return false
        case .whenAllowed: return true
        case .afterPause(let least):
            let growing = 0.25 * Double(1 << (number - 1)) * (0.5 + random())
            let seconds = max(growing, Double(least))
            guard time.now().interval(to: deadline) > seconds else { return false }
            do { try await time.sleep(seconds) } catch { throw .cancelled }
            return true
        }
    }

    /// Waits for the leave to call the source.
    private func enter(
        _ priority: CallPriority, until deadline: Timestamp
    ) async throws(MarketDataError) -> CircuitBreaker.Admission {
        guard time.now() < deadline else { throw .timedOut(source) }
        do throws(CircuitBreaker.Refusal) { try breaker.check(now: time.now()) } catch { throw error.error(source) }
        let start = time.now()
        defer { metrics.waited(seconds: start.interval(to: time.now())) }
        try await limiter.call(priority, until: deadline)
        do throws(CircuitBreaker.Refusal) {
            return try breaker.admit(now: time.now())
        } catch {
            await limiter.giveBack()
            throw error.error(source)
        }
    }

    /// Calls the source once.
    private func call<Value: Sendable>(
        _ request: SourceRequest, seconds: Double, read: @Sendable (SourceReply) throws(SourceFailure) -> Value
    ) async throws(CallFailure) -> Value {
        let reply: SourceReply
        do throws(TransportFailure) {
            reply = try await transport.send(request, seconds: seconds)
        } catch {
            throw failure(error, request.endpoint, seconds: seconds)
        }
        if let left = reply.callsLeft { await limiter.learn(available: left.calls, until: left.until) }
        do throws(SourceFailure) {
            return try read(reply)
        } catch {
            throw await failure(error, in: reply)
        }
    }

    private func note(_ outcome: CircuitBreaker.Outcome, of admission: CircuitBreaker.Admission) {
        metrics.called(outcome)
        guard let change = breaker.record(outcome, of: admission, now: time.now()) else { return }
        metrics.circuitChanged(isOpen: change != .closed)
        switch change {
        case .opened:
            logger.warning("\(source.rawValue) failed repeatedly; calls are paused for \(CircuitBreaker.seconds) s")
        case .keyRefused: logger.warning("\(source.rawValue) refuses the key")
        case .closed: logger.notice("\(source.rawValue) answers again")
        }
    }

    private func note(_ failure: CallFailure, of request: SourceRequest) {
        guard let isFailing = failure.isFailing else { return }
        last.withLock { $0 = SourceStatus(state: isFailing ? .failing : .ok, message: failure.message) }
        guard let message = failure.message else { return }
        logger.debug(
            "a question failed",
            metadata: ["source": "\(source.rawValue)", "endpoint": "\(request.endpoint)", "reason": "\(message)"])
    }
}

extension CircuitBreaker.Refusal {
    /// The error for callers.
    func error(_ source: MarketSource) -> MarketDataError {
        switch self {
        case .leftAlone(let seconds): .leftAlone(source, retryAfter: seconds)
        case .keyRefused: .keyRefused(source)
        }
    }
}
