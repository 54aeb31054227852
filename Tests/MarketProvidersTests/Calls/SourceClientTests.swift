import Logging
import MarketData
import Synchronization
import Testing

@testable import MarketProviders

/// A source that exhausts the time-out of each call without an answer.
private final class HangingTransport: SourceTransport {
    private let clock: TestClock
    private let given = Mutex<[Double]>([])

    init(_ clock: TestClock) { self.clock = clock }

    /// The time of each call.
    var seconds: [Double] { given.withLock { $0 } }

    func send(_ request: SourceRequest, seconds: Double) async throws(TransportFailure) -> SourceReply {
        given.withLock { $0.append(seconds) }
        clock.advance(seconds)
        throw .timedOut
    }
}

@Suite("Asking a source")
struct SourceClientTests {
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)
    let question = SourceRequest("quotes", path: "/quotes")
    let clock: TestClock

    init() { clock = TestClock(start) }

    private func client(
        _ transport: any SourceTransport, limits: [CallLimit] = [], timeout: Int = 10, random: Double = 0.5,
        source: MarketSource = .tradier
    ) -> SourceClient {
        SourceClient(
            source: source, transport: transport, limits: limits, timeout: timeout, storage: nil, time: clock.time,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), random: { random })
    }

    /// Reads the status alone.
    private func status(_ reply: SourceReply) throws(SourceFailure) -> Int {
        if let failure = reply.failure("quotes") { throw failure }
        return reply.status
    }

    /// A source that replies with the given statuses in order, and repeats the last one.
    private func statuses(_ statuses: Int..., fields: [String: String] = [:]) -> ScriptedTransport {
        ScriptedTransport { _, index in
            .text("", status: statuses[min(index, statuses.count - 1)], fields: fields)
        }
    }

    @Test("an answer is returned at once")
    func answer() async throws {
        let transport = statuses(200)
        let client = client(transport)
        #expect(await client.status() == SourceStatus(state: .unknown))
        #expect(try await client.answer(question, priority: .interactive, read: status) == 200)
        #expect(transport.requests == [question])
        #expect(clock.elapsed == 0)
        #expect(await client.status() == SourceStatus(state: .ok))
    }

    // 0.25 s, 0.5 s and 1 s, times 0.5 to 1.5
    @Test("a failing source is retried three times", arguments: [(0.0, 0.875), (0.5, 1.75), (1.0, 2.625)])
    func broken(random: Double, seconds: Double) async {
        let transport = statuses(502)
        let client = client(transport, limits: [CallLimit(window: .minute, calls: 10)], random: random)
        await #expect(throws: MarketDataError.broken(.tradier, reason: "quotes: HTTP 502")) {
            try await client.answer(question, priority: .interactive, read: status)
        }
        #expect(transport.requests.count == 4)
        #expect(clock.elapsed == seconds)
        #expect(clock.sleeps == [0.25, 0.5, 1].map { $0 * (0.5 + random) })
        let known = await client.status()
        #expect(known.state == .failing && known.message == "quotes: HTTP 502")
        // Every call counts.
        #expect(known.callsLeft == 6)
        #expect(known.resetsAt == start.adding(seconds: 61))
    }

    @Test("a source that recovers answers")
    func recovers() async throws {
        let transport = ScriptedTransport { _, index throws(TransportFailure) in
            if index == 0 { throw .failed("the connection failed") }
            return .text("", status: index == 1 ? 500 : 200)
        }
        let client = client(transport)
        #expect(try await client.answer(question, priority: .interactive, read: status) == 200)
        #expect(clock.elapsed == 0.75)
        #expect(await client.status() == SourceStatus(state: .ok))
    }

    @Test("a connection that fails is a broken source")
    func connection() async {
        let client = client(
            ScriptedTransport { _, _ throws(TransportFailure) in throw .failed("the connection failed") })
        await #expect(throws: MarketDataError.broken(.tradier, reason: "quotes: the connection failed")) {
            try await client.answer(question, priority: .interactive, read: status)
        }
    }

    @Test("an interactive call may use all of the time")
    func personTimesOut() async {
        let transport = HangingTransport(clock)
        let client = client(transport)
        await #expect(throws: MarketDataError.timedOut(.tradier)) {
            try await client.answer(question, priority: .interactive, read: status)
        }
        #expect(transport.seconds == [10])
        #expect(await client.status().message == "quotes: no answer in time")
    }

    @Test("a background call may use a third of the time, and is retried while time remains")
    func backgroundTimesOut() async {
        let transport = HangingTransport(clock)
        await #expect(throws: MarketDataError.timedOut(.tradier)) {
            try await self.client(transport).answer(question, priority: .background, read: status)
        }
        // 10 + 0.25 + 10 + 0.5 + 9.25 = 30
        #expect(transport.seconds == [10, 10, 9.25])
        #expect(clock.elapsed == 30)
    }

    @Test("the deadline of the question applies if it is earlier")
    func questionDeadline() async {
        let transport = statuses(502)
        let client = client(transport)
        await QuestionDeadline.$current.withValue(start.adding(seconds: 1)) {
            // After 0.75 s another second does not fit.
            await #expect(throws: MarketDataError.broken(.tradier, reason: "quotes: HTTP 502")) {
                try await client.answer(question, priority: .background, read: status)
            }
        }
        #expect(transport.requests.count == 3 && clock.elapsed == 0.75)
        let hanging = HangingTransport(clock)
        await QuestionDeadline.$current.withValue(clock.now.adding(seconds: 3)) {
            await #expect(throws: MarketDataError.timedOut(.tradier)) {
                try await self.client(hanging).answer(question, priority: .interactive, read: status)
            }
        }
        #expect(hanging.seconds == [3])
        await QuestionDeadline.$current.withValue(clock.now) {
            await #expect(throws: MarketDataError.timedOut(.tradier)) {
                try await self.client(hanging).answer(question, priority: .interactive, read: status)
            }
        }
        #expect(hanging.seconds == [3])
    }

    @Test("a rate-limited source is retried when it requests")
    func retryAfter() async throws {
        let transport = statuses(429, 200, fields: ["retry-after": "3"])
        let client = client(transport)
        #expect(try await client.answer(question, priority: .interactive, read: status) == 200)
        #expect(clock.elapsed == 3 && transport.requests.count == 2)
    }

    @Test("a limit beyond the deadline is an error at once", arguments: [CallPriority.interactive, .background])
    func limitBeyondDeadline(priority: CallPriority) async {
        let transport = statuses(429, fields: ["retry-after": "30"])
        let client = client(transport)
        for _ in 0..<2 {
            await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 30)) {
                try await client.answer(question, priority: priority, read: status)
            }
        }
        #expect(clock.elapsed == 0 && transport.requests.count == 1)
        let known = await client.status()
        #expect(known.state == .failing && known.message == "the limit of calls is reached")
        #expect(known.callsLeft == 0 && known.resetsAt == start.adding(seconds: 30))
    }

    @Test("a limit of Polygon without a time lasts until the next minute of calls")
    func limitWithoutTime() async throws {
        let limited = client(statuses(429), limits: [CallLimit(window: .minute, calls: 5)], source: .polygon)
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 61)) {
            try await limited.answer(question, priority: .interactive, read: status)
        }
        let transport = statuses(429, 200)
        let patient = client(
            transport, limits: [CallLimit(window: .minute, calls: 5)], timeout: 30, source: .polygon)
        #expect(try await patient.answer(question, priority: .background, read: status) == 200)
        #expect(clock.elapsed == 61 && transport.requests.count == 2)
    }

    @Test("another limit without a time is retried after growing pauses")
    func otherLimitWithoutTime() async throws {
        let transport = statuses(429)
        let limited = client(transport, limits: [CallLimit(window: .minute, calls: 5)])
        await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 10)) {
            try await limited.answer(question, priority: .interactive, read: status)
        }
        #expect(clock.elapsed == 0.25 + 0.5 + 1 && transport.requests.count == 4)
    }

    @Test("a source that stays rate limited is called four times")
    func limitedForEver() async {
        let transport = statuses(429, fields: ["retry-after": "1"])
        await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 1)) {
            try await self.client(transport).answer(question, priority: .interactive, read: status)
        }
        #expect(transport.requests.count == 4 && clock.elapsed == 3)
    }

    @Test("a failing source may specify when to retry")
    func unavailable() async throws {
        let client = client(statuses(503, 200, fields: ["retry-after": "5"]))
        #expect(try await client.answer(question, priority: .interactive, read: status) == 200)
        #expect(clock.elapsed == 5)
        let maintenance = statuses(503, fields: ["retry-after": "3600"])
        await #expect(throws: MarketDataError.broken(.tradier, reason: "quotes: HTTP 503")) {
            try await self.client(maintenance).answer(question, priority: .interactive, read: status)
        }
        #expect(clock.elapsed == 5 && maintenance.requests.count == 1)
    }

    @Test("the limiter uses the limits in replies of any status", arguments: [200, 502])
    func rateFields(status code: Int) async {
        let fields = ["x-ratelimit-available": "7", "x-ratelimit-expiry": "1772636430000"]
        let transport = ScriptedTransport { _, _ in
            SourceReply(status: code, fields: fields, body: SourceReply.text("").body, received: .unixEpoch)
        }
        let client = client(transport, limits: [CallLimit(window: .minute, calls: 120)])
        await QuestionDeadline.$current.withValue(start.adding(nanoseconds: 1)) {
            _ = try? await client.answer(question, priority: .interactive, read: status)
        }
        let known = await client.status()
        // 15:00:30, and a second more
        #expect(known.callsLeft == 7 && known.resetsAt == start.adding(seconds: 31))
    }
}
