internal import MarketData

extension Array {
    /// The elements in runs of at most `count`.
    func chunks(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}

/// Runs requests concurrently and returns their combined results, in any order.
///
/// - Parameters:
///   - questions: The requests.
///   - limit: The maximum number of concurrent requests, 1 or more.
///   - ask: Runs one request.
/// - Returns: The results.
/// - Throws: The first error. The remaining requests are cancelled.
func answers<Question: Sendable, Answer: Sendable>(
    to questions: [Question], atOnce limit: Int,
    ask: @escaping @Sendable (Question) async throws(MarketDataError) -> [Answer]
) async throws(MarketDataError) -> [Answer] {
    if questions.count == 1, let question = questions.first { return try await ask(question) }
    let result = await withTaskGroup(of: Result<[Answer], MarketDataError>.self) { group in
        var rest = questions[...]
        func addTask() {
            guard let question = rest.popFirst() else { return }
            group.addTask {
                do throws(MarketDataError) { return .success(try await ask(question)) } catch { return .failure(error) }
            }
        }
        for _ in 0..<limit { addTask() }
        var all: [Answer] = []
        while let result = await group.next() {
            switch result {
            case .success(let answers): all += answers
            case .failure:
                group.cancelAll()
                return result
            }
            addTask()
        }
        return .success(all)
    }
    return try result.get()
}
