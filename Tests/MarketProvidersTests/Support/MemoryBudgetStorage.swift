import MarketData
import Synchronization

/// Stores call counts in memory, and records all stores in order.
final class MemoryBudgetStorage: CallBudgetStorage {
    private struct State {
        var counts: [CallCount]
        var saves: [[CallCount]] = []
        var isHeld = false
    }

    private let state: Mutex<State>

    init(_ counts: [CallCount] = []) { state = Mutex(State(counts: counts)) }

    /// The last stored counts.
    var counts: [CallCount] { state.withLock { $0.counts } }

    /// All counts that were stored, in order.
    var saves: [[CallCount]] { state.withLock { $0.saves } }

    /// Blocks stores until they are released.
    func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    func load(_ source: MarketSource) async -> [CallCount] { counts }

    func save(_ counts: [CallCount], of source: MarketSource) async {
        state.withLock { $0.saves.append(counts) }
        while state.withLock({ $0.isHeld }) { await Task.yield() }
        state.withLock { $0.counts = counts }
    }
}
