internal import Synchronization

/// The answers to questions that are asked at the same time.
private final class Answers<Answer: Sendable>: Sendable {
    let byIndex = Mutex<[Int: Answer]>([:])
}

/// Asks several questions at the same time, and returns the answers in their order.
///
/// (Results of child tasks that are tuples of several types end a release build of Swift 6.3 with a segmentation fault in
/// `swift_taskGroup_wait_next`, so these children return nothing.)
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
