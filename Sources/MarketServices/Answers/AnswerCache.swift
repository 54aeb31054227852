internal import MarketData

/// The answers of sources, kept as long as they are true.
///
/// The same question asked many times at once is asked upstream once. If the sources fail, the last known answer is returned as stale.
/// That something is unknown is kept for a minute: a misspelt symbol that is watched must not use up the calls for the others.
actor AnswerCache<Question: Hashable & Sendable, Value: Sendable> {
    private struct Entry: Sendable {
        let answer: Sourced<Value>
        /// The instant of the answer. If the clock was set back since, the answer is not trusted.
        let answered: Timestamp
        let isTrueUntil: Timestamp
        var lastUse = 0
    }

    private typealias Outcome = Result<Entry, MarketDataError>

    private static var secondsUnknown: Double { 60 }

    private let capacity: Int
    private let time: ServiceTime
    private var entries: [Question: Entry] = [:]
    /// What no source knows, and when that was answered.
    private var unknown: [Question: (symbol: String, answered: Timestamp)] = [:]
    private var running: [Question: Task<Outcome, Never>] = [:]
    private var useCount = 0

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - capacity: The number of answers that are kept; those that were not used for longest are dropped.
    ///   - time: The clock.
    init(capacity: Int, time: ServiceTime) {
        self.capacity = capacity
        self.time = time
    }

    /// Returns the answer to a question.
    ///
    /// - Parameters:
    ///   - question: What is asked for.
    ///   - lifetime: The instant until which an answer that has just come is true.
    ///   - ask: Asks the sources. It is not cancelled with its caller, because others may wait for the same answer.
    /// - Returns: The answer, as stale if it is an old one because the sources failed.
    /// - Throws: The error of the sources, if no answer is known.
    func answer(
        _ question: Question, trueUntil lifetime: @escaping @Sendable (Sourced<Value>, _ now: Timestamp) -> Timestamp,
        ask: @escaping @Sendable () async throws(MarketDataError) -> Sourced<Value>
    ) async throws(MarketDataError) -> Sourced<Value> {
        if let kept = use(question) { return try kept.get() }
        if let task = running[question] { return try await outcome(of: task, question, isJoined: true) }
        return try await outcome(of: begin(question, lifetime, ask), question)
    }

    /// Returns the answers to several questions, of which those that are not known are asked together.
    ///
    /// - Parameters:
    ///   - questions: Each once.
    ///   - lifetime: The instant until which an answer that has just come is true.
    ///   - ask: Asks the sources. A question without an answer is one for something unknown.
    /// - Returns: For each question what ``answer(_:trueUntil:ask:)`` would return or throw.
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

    /// Returns the last known answer to a question, however old, without asking.
    func known(_ question: Question) -> Sourced<Value>? { entries[question]?.answer }

    /// What is kept of the answer, if it is still true.
    private func use(_ question: Question) -> Result<Sourced<Value>, MarketDataError>? {
        let now = time.now()
        if let unknown = unknown[question], (0..<Self.secondsUnknown).contains(unknown.answered.interval(to: now)) {
            return .failure(.unknownSymbol(unknown.symbol))
        }
        guard var entry = entries[question], entry.answered <= now, now < entry.isTrueUntil else { return nil }
        useCount += 1
        entry.lastUse = useCount
        entries[question] = entry
        return .success(entry.answer)
    }

    /// Waits for the sources. If they fail, the last known answer is returned as stale.
    ///
    /// Who asked first may have more time, as work in the background has. Who joins does not wait longer than he may, if an answer is
    /// known.
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
        return known
    }

    private func begin(
        _ question: Question, _ lifetime: @escaping @Sendable (Sourced<Value>, Timestamp) -> Timestamp,
        _ ask: @escaping @Sendable () async throws(MarketDataError) -> Sourced<Value>
    ) -> Task<Outcome, Never> {
        // The task is isolated to the cache: whoever comes after its end finds the answer kept.
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

    /// Drops an eighth of the answers at once, so that not every answer costs a search.
    private func dropOldest() {
        let uses = entries.values.map(\.lastUse).sorted()
        let limit = uses[uses.count / 8]
        entries = entries.filter { $0.value.lastUse > limit }
    }
}

/// Waits for the value of a task.
///
/// - Parameters:
///   - task: The task, which goes on if nobody waits any more.
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
