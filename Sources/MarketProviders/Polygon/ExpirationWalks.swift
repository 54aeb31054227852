internal import MarketData
internal import Synchronization

/// The expirations read so far from an incomplete walk over the pages of contracts.
struct ExpirationWalk: Sendable {
    /// The underlying and the kind of the contracts.
    struct Subject: Hashable, Sendable {
        let name: String
        let kind: OptionKind
    }

    /// The expirations of the pages read.
    var dates: Set<CalendarDate> = []
    /// The place of the next page; `nil` for the first.
    var next: PolygonPlace?
    /// The places read.
    var places: Set<PolygonPlace> = []
    /// The instant of the first page.
    let began: Timestamp
}

/// The incomplete walks.
///
/// The contracts of a large underlying have more pages than a free plan may request in a minute. Without this cache,
/// its expirations would never be complete.
final class ExpirationWalks: Sendable {
    private static let capacity = 32
    /// Places expire, and contracts change.
    private static let secondsValid = 3600.0

    private let walks = Mutex<[ExpirationWalk.Subject: ExpirationWalk]>([:])

    /// Removes and returns the walk to continue; otherwise a new one.
    func take(_ subject: ExpirationWalk.Subject, now: Timestamp) -> ExpirationWalk {
        let walk = walks.withLock { $0.removeValue(forKey: subject) }
        guard let walk, (0..<Self.secondsValid).contains(walk.began.interval(to: now)) else {
            return ExpirationWalk(began: now)
        }
        return walk
    }

    /// Keeps a walk; beyond the capacity, the oldest is dropped.
    func keep(_ walk: ExpirationWalk, of subject: ExpirationWalk.Subject) {
        guard walk.next != nil else { return }
        walks.withLock { walks in
            walks[subject] = walk
            guard walks.count > Self.capacity else { return }
            let oldest = walks.min { $0.value.began < $1.value.began }
            if let oldest { walks[oldest.key] = nil }
        }
    }
}
