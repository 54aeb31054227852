internal import Synchronization

/// The results of concurrent requests.
private final class Answers<Answer: Sendable>: Sendable {
    let byIndex = Mutex<[Int: Answer]>([:])
}

/// Runs several requests concurrently, and returns the results in their order.
///
/// (Child tasks that return tuples of several types crash a release build of Swift 6.3 in `swift_taskGroup_wait_next`,
/// so these children return nothing.)
func concurrently<Question: Sendable, Answer: Sendable>(
    _ questions: [Question], ask: @escaping @Sendable (Question) async -> Answer
) async -> [Answer] {
    let answers = Answers<Answer>()
    await withDiscardingTaskGroup { group in
        for (index, question) in questions.enumerated() {
            group.addTask {
                let answer = await ask(question)
                answers.byIndex.withLock { $0[index] = answer }
            }
        }
    }
    return answers.byIndex.withLock { found in questions.indices.compactMap { found[$0] } }
}
