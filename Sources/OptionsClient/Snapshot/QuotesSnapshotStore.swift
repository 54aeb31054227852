public import Foundation

/// Stores the latest quotes of all optionable underlyings or of some, and refreshes them while there are subscribers.
///
/// ```swift
/// import OptionsClient
///
/// func follow(_ client: OptionsServerClient) async {
///     let store = QuotesSnapshotStore(client: client, symbols: ["AAPL", "MSFT"])
///     for await update in await store.updates() {
///         for quote in update.snapshot?.results ?? [] { print(quote.symbol, quote.last) }
///         if let failure = update.failure { print(failure.message) }
///     }
/// }
/// ```
///
/// All sequences of a store share one poll. It requests `last_update` when the `max-age` of the last response has
/// passed, and the quotes only if they have changed. Both requests include the entity tag of the last response. After a
/// failure it retries after the `Retry-After` of the response, or else after ``interval``. The poll starts with the
/// first sequence and stops with the last: when its task is cancelled, or the sequence is released.
public actor QuotesSnapshotStore {
    /// The seconds between two requests if the server does not specify how long a response is valid: 61, the interval
    /// of its refreshes.
    public static let interval: TimeInterval = 61
    /// The seconds between two requests while the server has no quotes yet.
    public static let startInterval: TimeInterval = 2

    /// The latest known quotes; `nil` before the first response.
    public private(set) var snapshot: QuotesSnapshotResponse?

    private let client: OptionsServerClient
    private let symbols: [String]?
    private let clock: PollingClock

    private var snapshotTag: String?
    private var lastUpdateTag: String?
    private var expiration: Date?
    private var failure: OptionsClientError?
    private var isStale: Bool

    private var consumers: [Int: AsyncStream<QuotesSnapshotUpdate>.Continuation] = [:]
    private var poll: Task<Void, Never>?
    private var waiters: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var question: Task<Void, Never>?
    private var published: QuotesSnapshotUpdate?
    private var numbers = 0

    private typealias Answer = Result<QuotesSnapshotResponse, OptionsClientError>

    /// Creates a store. It sends no request until it is used.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - symbols: The symbols, 1 to 1,000; `nil` for all.
    ///   - snapshot: The quotes from an earlier run, which count as stale.
    ///   - clock: The clock.
    public init(
        client: OptionsServerClient, symbols: [String]? = nil, snapshot: QuotesSnapshotResponse? = nil,
        clock: PollingClock = .system
    ) {
        self.client = client
        self.symbols = symbols
        self.snapshot = snapshot
        self.clock = clock
        isStale = snapshot != nil
    }

    /// The quotes: the stored ones while the server's response is valid, otherwise those of ``refresh()``.
    public func current() async throws -> QuotesSnapshotResponse {
        if let snapshot, let expiration, clock.now() < expiration { return snapshot }
        return try await refresh()
    }

    /// Requests the quotes once if they have changed, and returns the latest. Throws ``OptionsClientError``.
    ///
    /// Concurrent calls share one request. If it throws, ``snapshot`` is not changed.
    @discardableResult
    public func refresh() async throws -> QuotesSnapshotResponse {
        let number = nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(number, continuation) }
        } onCancel: {
            Task { await stopWaiting(number) }
        }
        return try result.get()
    }

    /// The current state, if there is one, and the state after every change.
    ///
    /// A slow consumer receives only the last state.
    public func updates() -> AsyncStream<QuotesSnapshotUpdate> {
        let (stream, continuation) = AsyncStream<QuotesSnapshotUpdate>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = nextNumber()
        consumers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeConsumer(number) }
        }
        if snapshot != nil || failure != nil { continuation.yield(state) }
        if poll == nil { poll = Task { await pollUntilCancelled() } }
        return stream
    }

    private var state: QuotesSnapshotUpdate {
        QuotesSnapshotUpdate(snapshot: snapshot, failure: failure, isStale: isStale || failure != nil)
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    private func publish() {
        guard state != published else { return }
        published = state
        for consumer in consumers.values { consumer.yield(state) }
    }

    private func removeConsumer(_ number: Int) {
        consumers[number] = nil
        guard consumers.isEmpty else { return }
        poll?.cancel()
        poll = nil
    }

    private func pollUntilCancelled() async {
        while !Task.isCancelled {
            let wait: TimeInterval
            do {
                try await refresh()
                wait = expiration?.timeIntervalSince(clock.now()) ?? Self.interval
            } catch {
                wait = (error as? OptionsClientError)?.retryAfter ?? Self.interval
            }
            do {
                try await clock.sleep(max(1, wait))
            } catch {
                return
            }
        }
    }

    private func wait(_ number: Int, _ continuation: CheckedContinuation<Answer, Never>) {
        if Task.isCancelled { return continuation.resume(returning: .failure(Self.cancelled)) }
        waiters[number] = continuation
        if question == nil { question = Task { await answerWaiters() } }
    }

    private func stopWaiting(_ number: Int) {
        waiters.removeValue(forKey: number)?.resume(returning: .failure(Self.cancelled))
        guard waiters.isEmpty else { return }
        question?.cancel()
        question = nil
    }

    private func answerWaiters() async {
        let answer: Answer
        do {
            answer = .success(try await ask())
        } catch {
            answer = .failure(error)
        }
        // No caller waits for a cancelled request, and another one may be running.
        if Task.isCancelled { return }
        question = nil
        if case .failure(let error) = answer { failure = error } else { failure = nil }
        publish()
        let answered = waiters.values
        waiters = [:]
        for waiter in answered { waiter.resume(returning: answer) }
    }

    private static let cancelled = OptionsClientError.cancelled(endpoint: "GET /v1/markets/quotes/last_update")

    /// Requests `last_update`, if there are quotes, and the quotes, if they have changed.
    private func ask() async throws(OptionsClientError) -> QuotesSnapshotResponse {
        var lastUpdate: Revalidated<LastUpdateResponse>?
        if let snapshot {
            let answer: Revalidated<LastUpdateResponse> = try await client.revalidated(
                client.lastUpdateCall(), lastUpdateTag)
            guard let value = answer.value, value.lastUpdate != snapshot.lastUpdate else {
                // The tag belongs to the quotes that are kept.
                lastUpdateTag = answer.entityTag
                return keep(snapshot, tag: snapshotTag, maxAge: answer.maxAge, isStale: answer.value?.stale ?? isStale)
            }
            lastUpdate = answer
        }
        let answer: Revalidated<QuotesSnapshotResponse> = try await client.revalidated(
            client.snapshotCall(symbols), snapshotTag)
        guard let latest = answer.value ?? snapshot else {
            throw .undocumented(
                endpoint: "GET /v1/markets/quotes/snapshot", member: nil, reason: "304 without an entity tag")
        }
        lastUpdateTag = latest.lastUpdate == lastUpdate?.value?.lastUpdate ? lastUpdate?.entityTag : nil
        return keep(
            latest, tag: answer.entityTag, maxAge: answer.maxAge, isStale: lastUpdate?.value?.stale ?? false)
    }

    private func keep(_ latest: QuotesSnapshotResponse, tag: String?, maxAge: TimeInterval?, isStale: Bool)
        -> QuotesSnapshotResponse
    {
        snapshot = latest
        snapshotTag = tag
        self.isStale = isStale
        var age = maxAge ?? Self.interval
        if latest.lastUpdate.isEmpty { age = min(age, Self.startInterval) }
        expiration = clock.now().addingTimeInterval(age)
        return latest
    }
}
