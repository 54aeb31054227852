internal import Synchronization

/// The requests in progress beyond the event loops, and the open streams of events.
///
/// A stream waits most of its time, so streams have places of their own and leave ordinary requests alone.
struct Admission: Sendable {
    let requests: Places
    let streams: Places

    init(_ limits: ServerLimits) {
        requests = Places(limits.requestsInProgress)
        streams = Places(limits.streams)
    }

    /// The places for the requests of a route.
    func places(for route: Route) -> Places { route.isStream ? streams : requests }
}

/// A bounded number of places.
final class Places: Sendable {
    private let count = Atomic(0)
    private let maximum: Int

    /// Creates a number of free places.
    init(_ maximum: Int) { self.maximum = maximum }

    /// The number of places that are taken.
    var taken: Int { count.load(ordering: .relaxed) }

    /// Takes a place, which must be given back; returns `false` if none is free.
    func take() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= maximum { return true }
        giveBack()
        return false
    }

    func giveBack() { count.subtract(1, ordering: .relaxed) }
}
