internal import MarketData
internal import Synchronization

/// A circuit breaker. It blocks calls to a source that fails repeatedly or that rejects the key.
///
/// After a pause, it admits one trial call at a time until one succeeds.
final class CircuitBreaker: Sendable {
    /// The reason why a source is not called.
    enum Refusal: Error, Hashable, Sendable {
        /// It failed repeatedly, and may be called again after `retryAfter` seconds.
        case leftAlone(retryAfter: Int)
        /// It refused the key a moment ago.
        case keyRefused
    }

    /// Permission for one call, whose outcome must be reported to ``CircuitBreaker/record(_:of:)``.
    struct Admission: Sendable {
        /// Whether the call is a trial while the breaker is open.
        let isTrial: Bool
    }

    /// The outcome of a call, as far as it shows the state of the source.
    enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// The source works, whatever its answer.
        case answered
        case failed
        case keyRefused = "key_refused"
        /// The call shows nothing about the source: it was cancelled, or rate limited.
        case neutral
    }

    /// The change of state that a call caused.
    enum Change: Hashable, Sendable {
        /// The breaker opened.
        case opened
        /// The source started to reject the key.
        case keyRefused
        /// The breaker closed.
        case closed
    }

    /// The number of consecutive failures after which the breaker opens.
    static let failures = 5
    /// The seconds for which it stays open.
    static let seconds = 30
    /// The seconds for which a source is not called after it rejected the key.
    static let secondsOfRefusedKey = 60

    private struct State {
        var failures = 0
        /// The pause. The breaker stays open after its end until a trial succeeds.
        var pause: TimeSpan?
        var isKeyRefused = false
        var isTrialRunning = false
    }

    private let state = Mutex(State())

    /// Checks whether the source may be called, without admitting a call.
    func check(now: Timestamp) throws(Refusal) {
        if let refusal = state.withLock({ Self.refusal(&$0, now: now) }) { throw refusal }
    }

    /// Returns the leave to call the source.
    func admit(now: Timestamp) throws(Refusal) -> Admission {
        let result = state.withLock { state -> Result<Admission, Refusal> in
            if let refusal = Self.refusal(&state, now: now) { return .failure(refusal) }
            state.isTrialRunning = state.pause != nil
            return .success(Admission(isTrial: state.isTrialRunning))
        }
        return try result.get()
    }

    /// Takes over the outcome of a call.
    func record(_ outcome: Outcome, of admission: Admission, now: Timestamp) -> Change? {
        state.withLock { state in
            if admission.isTrial { state.isTrialRunning = false }
            switch outcome {
            case .neutral: return nil
            case .answered:
                let wasOpen = state.pause != nil
                state = State()
                return wasOpen ? .closed : nil
            case .keyRefused:
                let isNews = !state.isKeyRefused
                state.pause = TimeSpan(from: now, to: now.adding(seconds: Self.secondsOfRefusedKey))
                state.isKeyRefused = true
                return isNews ? .keyRefused : nil
            case .failed:
                return Self.fail(&state, isTrial: admission.isTrial, now: now)
            }
        }
    }

    private static func fail(_ state: inout State, isTrial: Bool, now: Timestamp) -> Change? {
        state.failures += 1
        let isOpen = state.pause != nil
        // Calls that began before the breaker opened do not prolong the pause.
        guard isOpen ? isTrial : state.failures >= failures else { return nil }
        state.pause = TimeSpan(from: now, to: now.adding(seconds: seconds))
        state.isKeyRefused = false
        return isOpen ? nil : .opened
    }

    private static func refusal(_ state: inout State, now: Timestamp) -> Refusal? {
        state.pause?.follow(now)
        guard let pause = state.pause else { return nil }
        if now >= pause.end, !state.isTrialRunning { return nil }
        if state.isKeyRefused { return .keyRefused }
        return .leftAlone(retryAfter: max(1, now.wholeSeconds(to: pause.end)))
    }
}
