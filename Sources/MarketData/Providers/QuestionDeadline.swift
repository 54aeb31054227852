/// The instant until which somebody waits for the answer to a question. Sources neither wait nor try again beyond it.
public enum QuestionDeadline {
    /// The instant; `nil` if every call may take what its source allows.
    @TaskLocal public static var current: Timestamp?

    /// Asks something that must be answered until an instant.
    public static func with<Value>(
        _ deadline: Timestamp?, _ ask: () async throws(MarketDataError) -> Value
    ) async throws(MarketDataError) -> Value {
        let result: Result<Value, MarketDataError> = await $current.withValue(deadline) {
            do throws(MarketDataError) { return .success(try await ask()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The instant until which the next of several sources may take, when as many are still to be asked: half of the time
    /// that is left, and all of it for the last. A slow one must not cost the answer of the others.
    public static func share(of sources: Int, at now: Timestamp) -> Timestamp? {
        current.map { now.adding(interval: max(0, now.interval(to: $0)) / (sources > 1 ? 2 : 1)) }
    }
}
