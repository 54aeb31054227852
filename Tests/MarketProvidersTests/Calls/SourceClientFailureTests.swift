import Logging
import MarketData
import Testing

@testable import MarketProviders

@Suite("Calls that are not retried")
struct SourceClientFailureTests {
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)
    let question = SourceRequest("quotes", path: "/quotes")
    let clock: TestClock
    let log = RecordingLog()

    init() { clock = TestClock(start) }

    private func client(
        _ transport: any SourceTransport, limits: [CallLimit] = [], timeout: Int = 10, secrets: [String] = [],
        clock: TestClock? = nil
    ) -> SourceClient {
        SourceClient(
            source: .polygon, transport: transport, limits: limits, timeout: timeout, storage: nil,
            time: (clock ?? self.clock).time, logger: log.logger, secrets: secrets, random: { 0.5 })
    }

    /// Makes one call, and returns the error.
    private func ask(
        _ client: SourceClient, _ priority: CallPriority = .interactive, failure: SourceFailure? = nil
    ) async -> MarketDataError? {
        do throws(MarketDataError) {
            try await client.answer(question, priority: priority) { reply throws(SourceFailure) in
                if let failure = failure ?? reply.failure("quotes") { throw failure }
            }
            return nil
        } catch {
            return error
        }
    }

    private let well = ScriptedTransport { _, _ in .text("{}") }

    @Test(
        "a rejected request is not retried, and does not count as a failure of the source",
        arguments: [
            (SourceFailure.notInPlan("no snapshots"), MarketDataError.notInPlan(.polygon, reason: "no snapshots")),
            (.unknownSymbol("NOPE"), .unknownSymbol("NOPE")),
        ])
    func decided(failure: SourceFailure, error: MarketDataError) async {
        let client = client(well)
        for count in 1...6 {
            #expect(await ask(client, failure: failure) == error)
            #expect(well.requests.count == count)
        }
        #expect(await client.status().state == .ok)
        #expect(await ask(client) == nil)
        #expect(clock.elapsed == 0)
    }

    @Test("reached limits do not count as failures of the source")
    func limits() async {
        let client = client(well)
        for _ in 0..<6 {
            #expect(
                await ask(client, failure: .limited(retryAfter: 20)) == .limitReached(.polygon, retryAfter: 20))
            clock.advance(20)
        }
        #expect(await ask(client) == nil)
    }

    @Test("a refused key is remembered for a minute")
    func keyRefused() async {
        let client = client(well)
        #expect(await ask(client, failure: .keyRefused) == .keyRefused(.polygon))
        clock.advance(59)
        #expect(await ask(client) == .keyRefused(.polygon))
        #expect(well.requests.count == 1)
        let status = await client.status()
        #expect(status.state == .failing && status.message == "the key is refused")
        clock.advance(1)
        #expect(await ask(client) == nil)
        #expect(well.requests.count == 2)
        #expect(log.entries.map(\.level) == [.warning, .debug, .notice])
    }

    @Test("a source that fails five times in a row is not called for 30 s")
    func leftAlone() async {
        let transport = ScriptedTransport { _, index in .text("", status: index < 6 ? 500 : 200) }
        let client = client(transport)
        let broken = MarketDataError.broken(.polygon, reason: "quotes: HTTP 500")
        #expect(await ask(client) == broken)
        #expect(transport.requests.count == 4 && clock.elapsed == 1.75)
        // The fifth failure, after which no other call is made for this question
        #expect(await ask(client) == broken)
        #expect(transport.requests.count == 5 && clock.elapsed == 2)
        // 30 s from 1.75 s on
        #expect(await ask(client) == .leftAlone(.polygon, retryAfter: 30))
        clock.advance(20)
        #expect(await ask(client) == .leftAlone(.polygon, retryAfter: 10))
        #expect(transport.requests.count == 5)
        clock.advance(10)
        // The trial fails.
        #expect(await ask(client) == broken)
        #expect(transport.requests.count == 6)
        clock.advance(30)
        #expect(await ask(client) == nil)
        #expect(transport.requests.count == 7)
        #expect(log.entries.filter { $0.level > .debug }.map(\.level) == [.warning, .notice])
        #expect(log.entries.filter { $0.level == .debug }.count == 6)
    }

    // Each question makes four calls within 1.75 s. A time-out counts if the caller had at least half of a user's 10 s.
    @Test(
        "time-outs of callers with little time do not count as failures of the source",
        arguments: [
            (4, MarketDataError.timedOut(.polygon)), (9, .leftAlone(.polygon, retryAfter: 30)),
        ])
    func shortTime(seconds: Int, third: MarketDataError) async {
        let client = client(ScriptedTransport { _, _ throws(TransportFailure) in throw .timedOut })
        for error in [.timedOut(.polygon), .timedOut(.polygon), third] {
            await QuestionDeadline.$current.withValue(clock.now.adding(seconds: seconds)) {
                #expect(await ask(client) == error)
            }
        }
    }

    @Test("a caller that waits for the limiter while the source fails returns its call")
    func failsMeanwhile() async {
        let clock = TestClock(start, stands: true)
        let transport = ScriptedTransport { _, _ in .text("", status: 500) }
        let client = client(
            transport, limits: [CallLimit(window: .minute, calls: 6)], timeout: 30, clock: clock)
        // Four calls, each without time for a second one
        for _ in 0..<4 {
            await QuestionDeadline.$current.withValue(clock.now.adding(nanoseconds: 1_000_000)) {
                _ = await ask(client, .background)
            }
        }
        let waiter = Task { await ask(client, .background) }
        await settled { await client.limiter.waiterCount == 1 }
        await settled { clock.sleeperCount == 1 }
        clock.advance(50)
        await QuestionDeadline.$current.withValue(clock.now.adding(nanoseconds: 1_000_000)) {
            _ = await ask(client)
        }
        #expect(transport.requests.count == 5)
        clock.advance(11)
        #expect(await waiter.value == .leftAlone(.polygon, retryAfter: 19))
        #expect(transport.requests.count == 5)
        #expect(await client.status().callsLeft == 6)
    }

    @Test("a cancelled question ends wherever it waits")
    func cancellation() async {
        let clock = TestClock(start, stands: true)
        let broken = client(ScriptedTransport { _, _ in .text("", status: 500) }, clock: clock)
        let pausing = Task { await ask(broken) }
        await settled { clock.sleeperCount == 1 }
        pausing.cancel()
        #expect(await pausing.value == .cancelled)

        let limited = client(well, limits: [CallLimit(window: .minute, calls: 1)], timeout: 100, clock: clock)
        #expect(await ask(limited) == nil)
        let waiting = Task { await ask(limited) }
        await settled { await limited.limiter.waiterCount == 1 }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)

        let gone = client(ScriptedTransport { _, _ throws(TransportFailure) in throw .cancelled }, clock: clock)
        #expect(await ask(gone) == .cancelled)
        #expect(await gone.status() == SourceStatus(state: .unknown))
    }

    @Test(
        "no key is in an error, a status or the log",
        arguments: [
            SourceFailure.broken("quotes: your key k/9 (k%2F9) has run out"),
            .notInPlan("the key k/9 has no such plan"), .unknownSymbol("k/9"),
        ])
    func secrets(failure: SourceFailure) async throws {
        let client = client(well, secrets: ["k/9"])
        let error = try #require(await ask(client, failure: failure))
        let status = await client.status()
        for text in ["\(error)", status.message ?? ""] + log.entries.map(\.text) {
            #expect(!text.contains("k/9") && !text.contains("k%2F9"))
        }
        #expect("\(error)".contains("…"))

        let transport = ScriptedTransport { _, _ throws(TransportFailure) in throw .failed("no route to k/9") }
        #expect(
            await ask(self.client(transport, secrets: ["k/9"])) == .broken(.polygon, reason: "quotes: no route to …"))
    }
}
