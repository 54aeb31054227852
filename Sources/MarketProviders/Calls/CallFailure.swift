internal import MarketData

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why one call to a source brought no answer, and whether the question may be asked again.
struct CallFailure: Error, Hashable, Sendable {
    /// When a question may be asked again.
    enum Again: Hashable, Sendable {
        case never
        /// After a pause, of so many seconds at least.
        case afterPause(atLeast: Int)
        /// When the limiter allows it.
        case whenAllowed
    }

    let error: MarketDataError
    let again: Again
    /// What the failure tells of the source.
    let outcome: CircuitBreaker.Outcome
    /// What a person should know; `nil` if there is nothing to tell.
    let message: String?
    /// Whether the source did not answer; `nil` if the failure does not tell.
    let isFailing: Bool?
}

extension SourceClient {
    /// The seconds after which callers may come again, where a source limits calls and does not tell until when.
    private static let secondsAfterLimit = 10

    /// Returns the failure of a call that brought a reply which is not an answer.
    ///
    /// - Parameters:
    ///   - failure: What the adapter found.
    ///   - reply: The reply.
    /// - Returns: The failure.
    func failure(_ failure: SourceFailure, in reply: SourceReply) async -> CallFailure {
        switch failure {
        case .limited(nil) where source != .polygon:
            // Only Polygon is known to count by the minute. The others tell when they want to be asked again, or do not know.
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

    /// Returns the failure of a call that brought no reply within so many seconds.
    func failure(_ failure: TransportFailure, _ endpoint: String, seconds: Double) -> CallFailure {
        switch failure {
        case .cancelled:
            return CallFailure(error: .cancelled, again: .never, outcome: .neutral, message: nil, isFailing: nil)
        case .timedOut:
            // A caller with little time left must not condemn a source that is merely slow.
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
    /// Whether the source refuses this question, and would refuse it again, while it is well. A page in HTML is from somebody else.
    fileprivate var isRefusal: Bool {
        (400...499).contains(status) && ![408, 425, 429].contains(status) && body.first != UInt8(ascii: "<")
    }
}
