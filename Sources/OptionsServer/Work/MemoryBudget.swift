internal import Synchronization

/// The memory budget for incomplete requests on all connections together.
final class MemoryBudget: Sendable {
    private let taken = Atomic(0)
    private let maximum: Int

    /// Creates a budget of a number of bytes.
    init(bytes maximum: Int) { self.maximum = maximum }

    /// Reserves memory, which must be released even if there was too little. Returns whether there was enough.
    func take(_ bytes: Int) -> Bool { taken.add(bytes, ordering: .relaxed).newValue <= maximum }

    func giveBack(_ bytes: Int) { taken.subtract(bytes, ordering: .relaxed) }
}
