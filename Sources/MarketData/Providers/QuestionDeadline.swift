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

    /// The share of the time left that one of several sources may take, when as many are still to be asked: the slowest
    /// of them must not cost the answer of the others.
    public static func share(of sources: Int, at now: Timestamp) -> Timestamp? {
        current.map { now.adding(interval: max(0, now.interval(to: $0)) / Double(max(1, sources))) }
    }
}
