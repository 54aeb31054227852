import MarketData
import Synchronization
import Testing

@testable import MarketServices

@Suite struct AnswerCacheTests {
    let clock: TestClock
    let cache: AnswerCache<Int, Int>
    let asked = Asked()

    init() throws {
        clock = TestClock(try instant("2026-03-04T15:00:00Z"))
        cache = AnswerCache(capacity: 4, time: clock.time)
    }

    /// The number of questions, and the error with which they fail, if any.
    final class Asked: Sendable {
        private let state = Mutex((count: 0, error: MarketDataError?.none))

        var count: Int { state.withLock { $0.count } }
        var error: MarketDataError? {
            get { state.withLock { $0.error } }
            set { state.withLock { $0.error = newValue } }
        }

        func ask() throws(MarketDataError) -> Int {
            let (count, error) = state.withLock { state in
                state.count += 1
                return (state.count, state.error)
            }
            if let error { throw error }
            return count
        }
    }

    private func answer(_ question: Int = 1, gate: Gate? = nil) async throws(MarketDataError) -> Sourced<Int> {
        let (asked, clock) = (asked, clock)
        return try await cache.answer(
            question, trueUntil: { _, now in now.adding(seconds: 60) },
            ask: { () async throws(MarketDataError) in
                try await gate?.pass()
                return Sourced(try asked.ask(), source: .yahoo, asOf: clock.now)
            })
    }

    @Test func questionAskedByManyIsAskedOnce() async throws {
        let gate = Gate()
        let readers = (0..<50).map { _ in Task { try await answer(gate: gate) } }
        try await until("a question") { gate.arrived > 0 }
        gate.open()
        for reader in readers { #expect(try await reader.value.value == 1) }
        #expect(try await answer().value == 1)
        #expect(asked.count == 1)
        #expect(gate.arrived == 1)
    }

    @Test func readerWhoGoesDoesNotEndTheQuestion() async throws {
        let gate = Gate()
        let first = Task { try await answer(gate: gate) }
        try await until("a question") { gate.arrived == 1 }
        let second = Task { try await answer(gate: gate) }
        first.cancel()
        gate.open()
        #expect(try await second.value.value == 1)
        #expect(asked.count == 1)
    }

    @Test func answerIsTrueUntilItsEnd() async throws {
        #expect(try await answer().value == 1)
        clock.advance(59.999)
        #expect(try await answer().value == 1)
        clock.advance(0.001)
        #expect(try await answer().value == 2)
    }

    @Test func clockThatIsSetBackMakesAnswersOld() async throws {
        #expect(try await answer().value == 1)
        clock.set(clock.now.adding(seconds: -3600))
        #expect(try await answer().value == 2)
    }

    @Test(arguments: [
        MarketDataError.timedOut(.yahoo), .limitReached(.yahoo, retryAfter: 9), .broken(.yahoo, reason: ""),
        .leftAlone(.yahoo, retryAfter: 30), .keyRefused(.yahoo), .notInPlan(.yahoo, reason: ""), .cancelled,
    ])
    func lastKnownAnswerIsStale(error: MarketDataError) async throws {
        asked.error = error
        await #expect(throws: error) { try await answer() }
        asked.error = nil
        let known = try await answer()
        clock.advance(100)
        asked.error = error
        let stale = try await answer()
        #expect(stale == Sourced(known.value, source: .yahoo, asOf: known.asOf, isStale: true, failure: error))
        // The answer is kept, and each reader makes a new request.
        _ = try await answer()
        #expect(asked.count == 4)
        asked.error = nil
        #expect(try await !answer().isStale)
    }

    @Test func unknownSymbolForgetsTheAnswer() async throws {
        _ = try await answer()
        clock.advance(100)
        asked.error = .unknownSymbol("X")
        await #expect(throws: MarketDataError.unknownSymbol("X")) { try await answer() }
        asked.error = .timedOut(.yahoo)
        clock.advance(60)
        await #expect(throws: MarketDataError.timedOut(.yahoo)) { try await answer() }
    }

    @Test func whatIsUnknownIsAskedOnceAMinute() async throws {
        asked.error = .unknownSymbol("X")
        await #expect(throws: MarketDataError.unknownSymbol("X")) { try await answer() }
        clock.advance(59.999)
        await #expect(throws: MarketDataError.unknownSymbol("X")) { try await answer() }
        #expect(asked.count == 1)
        clock.advance(0.001)
        asked.error = nil
        #expect(try await answer().value == 2)
        #expect(try await answer().value == 2)
    }

    @Test func readerWithLittleTimeGetsTheKnownAnswer() async throws {
        let known = try await answer()
        clock.advance(100)
        let gate = Gate()
        let background = Task { try await answer(gate: gate) }
        try await until("a question") { gate.arrived == 1 }
        let reader = Task {
            try await QuestionDeadline.$current.withValue(clock.now.adding(seconds: 5)) { try await answer() }
        }
        try await until("a reader who waits") { clock.sleeperCount == 1 }
        clock.advance(5)
        #expect(
            try await reader.value
                == Sourced(known.value, source: .yahoo, asOf: known.asOf, isStale: true, failure: .cancelled))
        gate.open()
        #expect(try await background.value.value == 2)
        #expect(asked.count == 2)
    }

    @Test func answersThatWereNotUsedForLongestAreDropped() async throws {
        for question in 1...4 { _ = try await answer(question) }
        _ = try await answer(1)
        _ = try await answer(5)
        #expect(asked.count == 5)
        for question in [1, 3, 4, 5] { _ = try await answer(question) }
        #expect(asked.count == 5)
        _ = try await answer(2)
        #expect(asked.count == 6)
    }
}

@Suite struct AnswerLifetimeTests {
    @Test(arguments: [
        // In a session, and at its edges
        ("2026-03-04T14:29:59.5Z", "2026-03-04T14:30:00Z"), ("2026-03-04T14:30:00Z", "2026-03-04T14:31:00Z"),
        ("2026-03-04T20:59:30Z", "2026-03-04T21:00:30Z"), ("2026-03-04T21:00:00Z", "2026-03-04T21:01:00Z"),
        // The last prices of a session arrive after its close.
        ("2026-03-04T21:29:59Z", "2026-03-04T21:30:59Z"), ("2026-03-04T21:30:00Z", "2026-03-05T14:30:00Z"),
        // Friday evening, over the change of clocks
        ("2026-03-06T22:00:00Z", "2026-03-09T13:30:00Z"), ("2026-03-08T12:00:00Z", "2026-03-09T13:30:00Z"),
        // After an early close
        ("2025-11-28T18:29:59Z", "2025-11-28T18:30:59Z"), ("2025-11-28T18:30:00Z", "2025-12-01T14:30:00Z"),
    ])
    func quotesAreTrueUntil(now: String, end: String) throws {
        let lifetime = AnswerLifetime(isOneSecond: false, calendar: .newYork)
        #expect(try lifetime.moving(60, now: instant(now)) == instant(end))
        #expect(try lifetime.slow(60, now: instant(now)) == instant(now).adding(seconds: 60))
    }

    @Test func simulatedAnswersAreTrueForTheSecond() throws {
        let lifetime = AnswerLifetime(isOneSecond: true, calendar: .newYork)
        for now in ["2026-03-04T15:00:00Z", "2026-03-04T15:00:00.999Z", "2026-03-07T15:00:00.5Z"] {
            let end = try instant("\(now.prefix(17))01Z")
            #expect(try lifetime.moving(60, now: instant(now)) == end)
            #expect(try lifetime.slow(60, now: instant(now)) == end)
        }
    }
}

@Suite struct FirstAnswerTests {
    private func ask(_ answers: [Result<Int?, MarketDataError>]) async throws(MarketDataError) -> Int {
        let clock = TestClock(.unixEpoch)
        return try await firstAnswer(of: answers, orReason: "set the key", symbol: "X", time: clock.time) {
            answer throws(MarketDataError) in
            try answer.get()
        }.value
    }

    @Test func eachSourceTakesItsShareOfTheTime() async throws {
        let clock = TestClock(.unixEpoch)
        let deadline = Timestamp.unixEpoch.adding(seconds: 12)
        let shares = Mutex<[Double]>([])
        let answers = await QuestionDeadline.$current.withValue(deadline) {
            await firstAnswers(
                to: ["A", "B"], of: [1, 2, 3], orReason: "", symbol: { $0 }, time: clock.time
            ) { provider, questions -> [String: Result<Int, MarketDataError>] in
                let end = QuestionDeadline.current ?? .unixEpoch
                shares.withLock { $0.append(clock.now.interval(to: end)) }
                // The first source takes four seconds, and answers one of two questions.
                if provider == 1 { clock.advance(4) }
                return questions.contains("A") ? ["A": .success(provider)] : ["B": .failure(.timedOut(.yahoo))]
            }
        }
        #expect(shares.withLock { $0 } == [6, 4, 8])
        #expect((try? answers["A"]?.get().value) == 1)
        // The source that timed out may know the answer, so the time-out is reported.
        #expect(throws: MarketDataError.timedOut(.yahoo)) { try answers["B"]?.get().value }
    }

    @Test func firstThatKnowsAnswers() async throws {
        #expect(try await ask([.failure(.timedOut(.polygon)), .success(nil), .success(3), .success(4)]) == 3)
        await #expect(throws: MarketDataError.noSource(reason: "set the key")) { try await ask([]) }
        await #expect(throws: MarketDataError.unknownSymbol("X")) {
            try await ask([.success(nil), .failure(.notInPlan(.polygon, reason: "")), .failure(.unknownSymbol("Y"))])
        }
        // The source that failed may know the symbol, so its error is reported.
        await #expect(throws: MarketDataError.timedOut(.yahoo)) {
            try await ask([.success(nil), .failure(.timedOut(.yahoo)), .failure(.unknownSymbol("Y"))])
        }
        // A temporary error is more informative than a permanent one.
        await #expect(throws: MarketDataError.timedOut(.yahoo)) {
            try await ask([.failure(.notInPlan(.polygon, reason: "")), .failure(.timedOut(.yahoo))])
        }
        await #expect(throws: MarketDataError.cancelled) { try await ask([.failure(.cancelled), .success(1)]) }
    }
}
