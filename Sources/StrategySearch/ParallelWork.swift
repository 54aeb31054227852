internal import ExactPayoff
internal import Synchronization
internal import _OptionsThreads

/// Runs work on several threads, one of which is the calling one, and returns what each computed.
func onThreads<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable () -> Value) -> [Value] {
    let others = ThreadResults<Value>()
    for _ in 1..<max(count, 1) {
        others.begin()
        if !startThread({ others.end(work()) }) { others.end(nil) }
    }
    let own = work()
    return [own] + others.wait()
}

/// What the other threads computed.
private final class ThreadResults<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var running = 0
    private var values: [Value] = []

    func begin() { lock.whileLocked { running += 1 } }

    func end(_ value: Value?) {
        lock.whileLocked {
            if let value { values.append(value) }
            running -= 1
            lock.wakeAll()
        }
    }

    func wait() -> [Value] {
        lock.whileLocked {
            while running > 0 { lock.wait() }
            return values
        }
    }
}

/// Computes values for the elements of an array on several threads. The result does not depend on their number.
struct ParallelMap: Sendable {
    let jobs: Int
    /// The limits of the work for each element.
    let limits: WorkLimits
    let isCancelled: (@Sendable () -> Bool)?

    func callAsFunction<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        _ transform: @escaping @Sendable (Element, WorkBudget) throws(StrategyError) -> Value
    ) throws(StrategyError) -> [Value] {
        typealias Computed = (index: Int, value: Result<Value, StrategyError>)
        let next = Counter()
        let computed = onThreads(min(jobs, elements.count)) { () -> [Computed] in
            var own: [Computed] = []
            while let index = next.take(below: elements.count) {
                let budget = WorkBudget(limits, isCancelled: isCancelled)
                do throws(StrategyError) {
                    // Every element costs more than this.
                    try budget.spend(WorkBudget.checkInterval / 16)
                    own.append((index, .success(try transform(elements[index], budget))))
                } catch {
                    own.append((index, .failure(error)))
                    break
                }
            }
            return own
        }
        // Of several errors, the first one.
        return try computed.joined().sorted { $0.index < $1.index }.map { (element) throws(StrategyError) in
            try element.value.get()
        }
    }

    private final class Counter: Sendable {
        private let next = Atomic(0)

        func take(below count: Int) -> Int? {
            let index = next.add(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }
    }
}
