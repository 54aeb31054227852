public import MarketData
internal import Synchronization

/// Asks a question again and again while somebody follows its answers.
public final class Feed: Sendable {
    private let time: ServiceTime
    private let hasReaders: @Sendable () -> Bool
    private let ask: @Sendable (CallPriority) async throws -> Void
    private let pause: @Sendable () -> Double
    private let isRepeating = Mutex(false)

    /// Creates a feed that asks nothing yet.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - hasReaders: Whether somebody follows the answers.
    ///   - pause: Returns the seconds until the question is asked again.
    ///   - ask: Asks, and publishes the answer; or publishes the failure, and throws it.
    public init(
        _ time: ServiceTime, hasReaders: @escaping @Sendable () -> Bool, pause: @escaping @Sendable () -> Double,
        ask: @escaping @Sendable (CallPriority) async throws -> Void
    ) {
        self.time = time
        self.hasReaders = hasReaders
        self.pause = pause
        self.ask = ask
    }

    /// Asks once for a reader who waits, and then in the background as long as there are readers. Asks nothing if it does
    /// so already.
    ///
    /// - Throws: The error of the first question.
    public func begin() async throws {
        if isRepeating.withLock({ $0 }) { return }
        try await ask(.interactive)
        let isFirst = isRepeating.withLock { isRepeating in
            defer { isRepeating = true }
            return !isRepeating
        }
        guard isFirst else { return }
        Task {
            // Nobody waits for its answers.
            await QuestionDeadline.$current.withValue(nil) { await self.run() }
        }
    }

    private func run() async {
        repeat {
            do { try await time.sleep(pause()) } catch { return }
            // Under the lock: a reader who comes now either is seen, or begins again.
            let goesOn = isRepeating.withLock { isRepeating in
                isRepeating = hasReaders()
                return isRepeating
            }
            guard goesOn else { return }
            try? await ask(.background)
        } while true
    }
}
