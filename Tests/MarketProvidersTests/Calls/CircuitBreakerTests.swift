import MarketData
import Testing

@testable import MarketProviders

@Suite("The circuit breaker")
struct CircuitBreakerTests {
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)
    let breaker = CircuitBreaker()

    /// Records the outcome of a call, and returns the change of state.
    private func call(_ outcome: CircuitBreaker.Outcome, at seconds: Int = 0) throws -> CircuitBreaker.Change? {
        let now = start.adding(seconds: seconds)
        return breaker.record(outcome, of: try breaker.admit(now: now), now: now)
    }

    private func refusal(at seconds: Int) -> CircuitBreaker.Refusal? {
        do throws(CircuitBreaker.Refusal) {
            try breaker.check(now: start.adding(seconds: seconds))
            return nil
        } catch {
            return error
        }
    }

    @Test("five failures in a row open it for 30 s")
    func opens() throws {
        for _ in 0..<4 { #expect(try call(.failed) == nil) }
        #expect(refusal(at: 0) == nil)
        #expect(try call(.failed) == .opened)
        #expect(refusal(at: 0) == .leftAlone(retryAfter: 30))
        #expect(refusal(at: 29) == .leftAlone(retryAfter: 1))
        #expect(refusal(at: 30) == nil)
    }

    @Test("a success in between resets the count; a neutral call does not")
    func inARow() throws {
        for _ in 0..<4 { #expect(try call(.failed) == nil) }
        #expect(try call(.answered) == nil)
        for _ in 0..<4 { #expect(try call(.failed) == nil) }
        #expect(try call(.neutral) == nil)
        #expect(try call(.failed) == .opened)
    }

    @Test("after that, it admits one trial at a time, and an answer closes it")
    func trial() throws {
        for _ in 0..<5 { _ = try call(.failed) }
        let later = start.adding(seconds: 30)
        let admission = try breaker.admit(now: later)
        #expect(admission.isTrial)
        #expect(refusal(at: 30) == .leftAlone(retryAfter: 1))
        #expect(throws: CircuitBreaker.Refusal.leftAlone(retryAfter: 1)) { try breaker.admit(now: later) }
        // The first trial fails.
        #expect(breaker.record(.failed, of: admission, now: start.adding(seconds: 35)) == nil)
        #expect(refusal(at: 35) == .leftAlone(retryAfter: 30))
        // The second trial is cancelled, so a third one is admitted.
        #expect(try call(.neutral, at: 65) == nil)
        #expect(try call(.answered, at: 66) == .closed)
        #expect(refusal(at: 66) == nil)
        for _ in 0..<4 { #expect(try call(.failed, at: 67) == nil) }
        #expect(refusal(at: 67) == nil)
    }

    @Test("failures of calls that began before it opened do not keep it open for longer")
    func stragglers() throws {
        let straggler = try breaker.admit(now: start)
        for _ in 0..<5 { _ = try call(.failed) }
        #expect(breaker.record(.failed, of: straggler, now: start.adding(seconds: 20)) == nil)
        #expect(refusal(at: 29) == .leftAlone(retryAfter: 1))
        // The outcome of such a call does not end the trial of another one either.
        let trial = try breaker.admit(now: start.adding(seconds: 30))
        #expect(breaker.record(.neutral, of: straggler, now: start.adding(seconds: 31)) == nil)
        #expect(refusal(at: 31) == .leftAlone(retryAfter: 1))
        #expect(breaker.record(.answered, of: trial, now: start.adding(seconds: 32)) == .closed)
    }

    @Test("a refused key is not tried for 60 s")
    func keyRefused() throws {
        #expect(try call(.keyRefused) == .keyRefused)
        #expect(refusal(at: 59) == .keyRefused)
        #expect(try call(.keyRefused, at: 60) == nil)
        #expect(refusal(at: 119) == .keyRefused)
        #expect(try call(.answered, at: 120) == .closed)
        #expect(refusal(at: 120) == nil)
    }

    @Test("setting the clock back does not keep it open for longer")
    func clockSetBack() throws {
        for _ in 0..<5 { _ = try call(.failed) }
        #expect(refusal(at: -86_400) == .leftAlone(retryAfter: 30))
        #expect(refusal(at: -86_370) == nil)
    }
}
