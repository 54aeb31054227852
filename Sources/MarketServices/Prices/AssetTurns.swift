internal import MarketData
internal import Synchronization

/// A lock per asset, so that two jobs never request the same days.
final class AssetTurns: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var taken: Set<Asset> = []
        /// The jobs that wait for an asset, the first of them first.
        var waiters: [Asset: [Waiter]] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// Waits until no other job imports an asset. Each turn must be ended with ``end(_:)``.
    ///
    /// - Returns: Whether the caller holds the turn; `false` if its task was cancelled.
    func begin(_ asset: Asset) async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.taken.insert(asset).inserted { return true }
                    state.waiters[asset, default: []].append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters[asset]?.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters[asset]?.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Ends the turn, and passes it to the job that has waited longest.
    func end(_ asset: Asset) {
        let waiter = state.withLock { state -> Waiter? in
            if var waiters = state.waiters[asset], !waiters.isEmpty {
                let first = waiters.removeFirst()
                state.waiters[asset] = waiters
                return first
            }
            state.waiters[asset] = nil
            state.taken.remove(asset)
            return nil
        }
        waiter?.continuation.resume(returning: true)
    }
}
