internal import MarketData

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The reason why a call to a source failed, and whether it may be retried.
struct CallFailure: Error, Hashable, Sendable {
    /// When a call may be retried.
    enum Again: Hashable, Sendable {
        case never
        /// After a pause of at least this many seconds.
        case afterPause(atLeast: Int)
        /// When the limiter allows it.
        case whenAllowed
    }

    let error: MarketDataError
    let again: Again
    /// The effect of the failure on the circuit breaker.
    let outcome: CircuitBreaker.Outcome
    /// A message for users; `nil` if there is none.
    let message: String?
    /// Whether the source is failing; `nil` if the failure does not show it.
    let isFailing: Bool?
}

extension SourceClient {
    /// The seconds until a retry if a source limits calls without saying until when.
    private static let secondsAfterLimit = 10

    /// Returns the failure of a call whose reply is not an answer.
    ///
    /// - Parameters:
    ///   - failure: The failure that the adapter found.
    ///   - reply: The reply.
    /// - Returns: The failure.
    func failure(_ failure: SourceFailure, in reply: SourceReply) async -> CallFailure {
        switch failure {
        case .limited(nil) where source != .polygon:
            // Only Polygon is known to count by the minute. The others report when to retry, or give no information.
            return CallFailure(
                error: .limitReached(source, retryAfter: Self.secondsAfterLimit), again: .afterPause(atLeast: 0),
                outcome: .neutral, message: "the limit of calls is reached", isFailing: true)
        case .limited(let seconds):
            let wait = await limiter.block(retryAfter: seconds)
            return CallFailure(
                error: .limitReached(source, retryAfter: wait), again: .whenAllowed, outcome: .neutral,
                message: "the limit of calls is reached", isFailing: true)
        case .keyRefused:
            return CallFailure(
                error: .keyRefused(source), again: .never, outcome: .keyRefused, message: "the key is refused",
                isFailing: true)
        case .notInPlan(let text):
            let reason = redaction.clean(text)
            return CallFailure(
                error: .notInPlan(source, reason: reason), again: .never, outcome: .answered, message: reason,
                isFailing: false)
        case .unknownSymbol(let symbol):
            return CallFailure(
                error: .unknownSymbol(redaction.clean(symbol)), again: .never, outcome: .answered, message: nil,
                isFailing: false)
        case .broken(let text) where reply.isRefusal:
            let reason = redaction.clean(text)
            return CallFailure(
                error: .broken(source, reason: reason), again: .never, outcome: .answered, message: reason,
                isFailing: true)
        case .broken(let text):
            let reason = redaction.clean(text)
            let retryAfter = reply.status >= 500 ? reply.retryAfter : nil
            return CallFailure(
                error: .broken(source, reason: reason), again: .afterPause(atLeast: retryAfter ?? 0), outcome: .failed,
                message: reason, isFailing: true)
        }
    }

    /// Returns the failure of a call that timed out or lost its connection.
    func failure(_ failure: TransportFailure, _ endpoint: String, seconds: Double) -> CallFailure {
        switch failure {
        case .cancelled:
            return CallFailure(error: .cancelled, again: .never, outcome: .neutral, message: nil, isFailing: nil)
        case .timedOut:
            // A caller with little time left must not trip the breaker of a source that is merely slow.
            let isFair = seconds >= Double(timeout) / 2
            return CallFailure(
                error: .timedOut(source), again: .afterPause(atLeast: 0), outcome: isFair ? .failed : .neutral,
                message: "\(endpoint): no answer in time", isFailing: true)
        case .failed(let text):
            let reason = redaction.clean("\(endpoint): \(text)")
            return CallFailure(
                error: .broken(source, reason: reason), again: .afterPause(atLeast: 0), outcome: .failed,
                message: reason, isFailing: true)
        }
    }
}

extension SourceReply {
    /// Whether a working source refuses this request and would refuse it again. An HTML page comes from an
    /// intermediary.
    fileprivate var isRefusal: Bool {
        (400...499).contains(status) && ![408, 425, 429].contains(status) && body.first != UInt8(ascii: "<")
    }
}
