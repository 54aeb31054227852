internal import Synchronization

/// What the threads of a search tell each other.
final class SearchProgress: Sendable {
    private struct State {
        var covered = 0.0
        var best: [RankedCombination] = []
    }
    private let state = Mutex(State())

    /// The share of combinations that were covered, and the best ones so far.
    var snapshot: (covered: Double, best: [RankedCombination]) { state.withLock { ($0.covered, $0.best) } }

    /// Adds a finished part, and the best combinations of a thread.
    func finishPart(weight: Double, _ best: some Sequence<RankedCombination>) {
        state.withLock { state in
            state.covered = min(state.covered + weight, 1)
            for element in best where !state.best.contains(where: { $0.combination == element.combination }) {
                state.best.append(element)
            }
            state.best.sort { $0.precedes($1) }
            state.best.removeLast(max(state.best.count - 5, 0))
        }
    }

    /// The next part of the work.
    let nextPart = Atomic(0)
    private let isEnded = Atomic(false)

    /// Whether the search has ended early.
    var hasEnded: Bool { isEnded.load(ordering: .relaxed) }

    /// Ends the search if a condition is met.
    func end(if isOver: Bool) { if isOver { isEnded.store(true, ordering: .relaxed) } }

    /// The bits of the greatest threshold, ordered as integers.
    private let threshold = Atomic(Int64.min)

    /// A value that the last answer reaches, whatever is found from now on.
    var knownThreshold: Double {
        let order = threshold.load(ordering: .relaxed)
        return order == .min ? -.infinity : Double(bitPattern: Self.bits(order))
    }

    func raiseThreshold(to value: Double) {
        guard value > -.infinity else { return }
        let bits = Int64(bitPattern: value.bitPattern)
        threshold.max(bits >= 0 ? bits : bits ^ .max, ordering: .relaxed)
    }

    private static func bits(_ order: Int64) -> UInt64 { UInt64(bitPattern: order >= 0 ? order : order ^ .max) }
}
