internal import CoreMetrics
internal import MarketData

/// A cache of the sources' answers, each kept until it expires.
///
/// Concurrent requests with the same question share one call. If the sources fail, the last known answer is returned as
/// stale. An unknown symbol is cached for a minute, so that a misspelt symbol in the watch list does not use up the
/// calls for the others.
actor AnswerCache<Question: Hashable & Sendable, Value: Sendable> {
    private struct Entry: Sendable {
        let answer: Sourced<Value>
        /// The instant of the answer. If the clock is later set back before it, the answer is not used.
        let answered: Timestamp
        let isTrueUntil: Timestamp
        var lastUse = 0
    }

    private typealias Outcome = Result<Entry, MarketDataError>

    private static var secondsUnknown: Double { 60 }

    private let capacity: Int
    private let time: ServiceTime
    private var entries: [Question: Entry] = [:]
    /// The questions about unknown symbols, and the instants at which they were answered.
    private var unknown: [Question: (symbol: String, answered: Timestamp)] = [:]
    private var running: [Question: Task<Outcome, Never>] = [:]
    private var useCount = 0
    private let metrics = MetricsSystem.factory
    /// The answers that needed no call, by source.
    private var hits: [MarketSource: Counter] = [:]

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of answers; the least recently used ones are evicted.
    ///   - time: The clock.
    init(capacity: Int, time: ServiceTime) {
        self.capacity = capacity
        self.time = time
    }

    /// Returns the answer to a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - lifetime: Returns the expiration of a new answer.
    ///   - ask: Calls the sources. It is not cancelled with its caller, because others may wait for the same answer.
    /// - Returns: The answer; stale if it is an old one because the sources failed.
    /// - Throws: The error of the sources, if no answer is known.
    func answer(
        _ question: Question, trueUntil lifetime: @escaping @Sendable (Sourced<Value>, _ now: Timestamp) -> Timestamp,
        ask: @escaping @Sendable () async throws(MarketDataError) -> Sourced<Value>
    ) async throws(MarketDataError) -> Sourced<Value> {
        if let kept = use(question) { return try kept.get() }
        if let task = running[question] { return try await outcome(of: task, question, isJoined: true) }
        return try await outcome(of: begin(question, lifetime, ask), question)
    }

    /// Returns the answers to several questions. Those that are not cached are requested together.
    ///
    /// - Parameters:
    ///   - questions: Distinct questions.
    ///   - lifetime: Returns the expiration of a new answer.
    ///   - ask: Calls the sources. A question without an answer is about an unknown symbol.
    /// - Returns: For each question the result of ``answer(_:trueUntil:ask:)``.
    func answers(
        _ questions: [Question],
        trueUntil lifetime: @escaping @Sendable (Sourced<Value>, _ now: Timestamp) -> Timestamp,
        ask: @escaping @Sendable ([Question]) async -> [Question: Result<Sourced<Value>, MarketDataError>]
    ) async -> [Question: Result<Sourced<Value>, MarketDataError>] {
        var answers: [Question: Result<Sourced<Value>, MarketDataError>] = [:]
        var tasks: [Question: Task<Outcome, Never>] = [:]
        for question in questions {
            answers[question] = use(question)
            if answers[question] == nil { tasks[question] = running[question] }
        }
        let joined = Set(tasks.keys)
        let due = questions.filter { answers[$0] == nil && !joined.contains($0) }
        if !due.isEmpty {
            let all = Task { await ask(due) }
            for question in due {
                tasks[question] = begin(question, lifetime) { () async throws(MarketDataError) in
                    guard let answer = await all.value[question] else { throw .unknownSymbol("\(question)") }
                    return try answer.get()
                }
            }
        }
        for (question, task) in tasks {
            do throws(MarketDataError) {
                answers[question] = .success(try await outcome(of: task, question, isJoined: joined.contains(question)))
            } catch {
                answers[question] = .failure(error)
            }
        }
        return answers
    }

    /// Returns the last known answer to a question, however old, without calling the sources.
    func known(_ question: Question) -> Sourced<Value>? { entries[question]?.answer }

    /// Returns the cached answer, unless it has expired.
    private func use(_ question: Question) -> Result<Sourced<Value>, MarketDataError>? {
        let now = time.now()
        if let unknown = unknown[question], (0..<Self.secondsUnknown).contains(unknown.answered.interval(to: now)) {
            return .failure(.unknownSymbol(unknown.symbol))
        }
        guard var entry = entries[question], entry.answered <= now, now < entry.isTrueUntil else { return nil }
        useCount += 1
        entry.lastUse = useCount
        entries[question] = entry
        count(hitOf: entry.answer.source)
        return .success(entry.answer)
    }

    private func count(hitOf source: MarketSource) {
        let counter =
            hits[source]
            ?? Counter(
                label: "options_source_cache_hits_total", dimensions: [("source", source.rawValue)], factory: metrics)
        hits[source] = counter
        counter.increment()
    }

    /// Waits for the sources. If they fail, the last known answer is returned as stale.
    ///
    /// The first caller may have more time than others, as background work has. If an answer is known, a caller that
    /// joins waits only until its own deadline.
    private func outcome(
        of task: Task<Outcome, Never>, _ question: Question, isJoined: Bool = false
    ) async throws(MarketDataError) -> Sourced<Value> {
        let deadline = isJoined && entries[question] != nil ? QuestionDeadline.current : nil
        guard let outcome = await value(of: task, until: deadline, time) else {
            if let kept = use(question) { return try kept.get() }
            return try stale(question, or: .cancelled)
        }
        switch outcome {
        case .success(let entry): return entry.answer
        case .failure(.unknownSymbol(let symbol)): throw .unknownSymbol(symbol)
        case .failure(let error): return try stale(question, or: error)
        }
    }

    private func stale(
        _ question: Question, or error: MarketDataError
    ) throws(MarketDataError) -> Sourced<Value> {
        guard var known = entries[question]?.answer else { throw error }
        known.isStale = true
        known.failure = error
        return known
    }

    private func begin(
        _ question: Question, _ lifetime: @escaping @Sendable (Sourced<Value>, Timestamp) -> Timestamp,
        _ ask: @escaping @Sendable () async throws(MarketDataError) -> Sourced<Value>
    ) -> Task<Outcome, Never> {
        // The task is isolated to the cache: a caller that arrives after its end finds the cached answer.
        let task = Task { () async -> Outcome in
            let outcome: Outcome
            do throws(MarketDataError) {
                let answer = try await ask()
                let now = time.now()
                outcome = .success(Entry(answer: answer, answered: now, isTrueUntil: lifetime(answer, now)))
            } catch {
                outcome = .failure(error)
            }
            keep(outcome, question)
            return outcome
        }
        running[question] = task
        return task
    }

    private func keep(_ outcome: Outcome, _ question: Question) {
        running[question] = nil
        switch outcome {
        case .success(var entry):
            useCount += 1
            entry.lastUse = useCount
            entries[question] = entry
            unknown[question] = nil
            if entries.count > capacity { dropOldest() }
        case .failure(.unknownSymbol(let symbol)):
            entries[question] = nil
            if unknown.count >= capacity { unknown = [:] }
            unknown[question] = (symbol, time.now())
        case .failure: break
        }
    }

    /// Evicts an eighth of the answers at once, so that not every new answer requires a search.
    private func dropOldest() {
        let uses = entries.values.map(\.lastUse).sorted()
        let limit = uses[uses.count / 8]
        entries = entries.filter { $0.value.lastUse > limit }
    }
}

/// Waits for the value of a task.
///
/// - Parameters:
///   - task: The task, which continues even if no caller waits.
///   - deadline: The instant until which to wait; `nil` to wait for the end of the task.
///   - time: The clock.
/// - Returns: The value; `nil` if there is none at the deadline.
private func value<Value: Sendable>(
    of task: Task<Value, Never>, until deadline: Timestamp?, _ time: ServiceTime
) async -> Value? {
    guard let deadline else { return await task.value }
    let (values, continuation) = AsyncStream<Value?>.makeStream()
    let alarm = Task {
        try? await time.sleep(max(0, time.now().interval(to: deadline)))
        continuation.yield(nil)
    }
    Task { continuation.yield(await task.value) }
    var iterator = values.makeAsyncIterator()
    let value = await iterator.next()
    alarm.cancel()
    return value ?? nil
}
