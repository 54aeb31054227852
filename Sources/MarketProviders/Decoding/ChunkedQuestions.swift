internal import MarketData

extension Array {
    /// The elements in runs of at most `count`.
    func chunks(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}

/// Asks questions, several at the same time, and returns all that they answer, in any order.
///
/// - Parameters:
///   - questions: The questions.
///   - limit: How many are asked at the same time, 1 or more.
///   - ask: Answers one.
/// - Returns: The answers.
/// - Throws: The first error. The questions under way are cancelled then.
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
