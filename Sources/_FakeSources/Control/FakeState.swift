internal import Synchronization

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The number of calls that a source allows in a window, which begins with the first call.
public struct FakeRate: Hashable, Sendable {
    let calls: Int
    let seconds: Double
}

/// The state that a test can change and inspect.
final class FakeState: Sendable {
    private struct Contents {
        var requests: [RecordedRequest] = []
        /// The number of requests before the first of ``requests``.
        var forgotten = 0
        var faults: [FakeSource: [FakeFault]] = [:]
        var plans: [FakeSource: String] = [:]
        var rates: [FakeSource: FakeRate] = [:]
        var windows: [FakeSource: (start: Double, calls: Int)] = [:]
        var splits: [String: [FakeSplit]] = [:]
        var clock: Int?
    }

    private let contents = Mutex(Contents())

    /// The Unix time of this machine.
    static var systemTime: Double { Date.now.timeIntervalSince1970 }

    var now: Int { contents.withLock(\.clock) ?? Int(Self.systemTime) }
    var market: FakeMarket {
        let now = now
        return contents.withLock { FakeMarket(now: now, addedSplits: $0.splits) }
    }

    func requests(of source: FakeSource?) -> [RecordedRequest] {
        contents.withLock { contents in contents.requests.filter { source == nil || $0.source == source } }
    }

    func record(_ make: (_ index: Int) -> RecordedRequest) -> Int {
        contents.withLock { contents in
            let index = contents.forgotten + contents.requests.count
            contents.requests.append(make(index))
            return index
        }
    }

    func note(_ index: Int, _ change: (inout RecordedRequest) -> Void) {
        contents.withLock { contents in
            let place = index - contents.forgotten
            if contents.requests.indices.contains(place) { change(&contents.requests[place]) }
        }
    }

    func add(_ fault: FakeFault, to source: FakeSource) {
        contents.withLock { $0.faults[source, default: []].append(fault) }
    }

    func clearFaults(_ source: FakeSource?) {
        contents.withLock { contents in
            if let source { contents.faults[source] = nil } else { contents.faults = [:] }
        }
    }

    func takeFault(_ source: FakeSource, path: String) -> FakeFault? {
        contents.withLock { contents in
            guard let index = contents.faults[source]?.firstIndex(where: { $0.path.map(path.contains) ?? true }),
                let fault = contents.faults[source]?[index]
            else { return nil }
            if let count = fault.count {
                if count <= 1 {
                    contents.faults[source]?.remove(at: index)
                } else {
                    contents.faults[source]?[index].count = count - 1
                }
            }
            return fault
        }
    }

    func plan(_ source: FakeSource) -> String? { contents.withLock { $0.plans[source] } }
    func setPlan(_ plan: String, _ source: FakeSource) { contents.withLock { $0.plans[source] = plan } }
    func setRate(_ rate: FakeRate?, _ source: FakeSource) {
        contents.withLock { contents in
            contents.rates[source] = rate
            contents.windows[source] = nil
        }
    }

    /// Counts a call. Sources without a limit count too, for their headers.
    func count(_ source: FakeSource) -> (used: Int, allowed: Int?, end: Double) {
        let time = Self.systemTime
        return contents.withLock { contents in
            let rate = contents.rates[source]
            var window = contents.windows[source] ?? (time, 0)
            if time >= window.start + (rate?.seconds ?? 60) { window = (time, 0) }
            window.calls += 1
            contents.windows[source] = window
            return (window.calls, rate?.calls, window.start + (rate?.seconds ?? 60))
        }
    }

    func add(_ split: FakeSplit, to symbol: String) {
        contents.withLock { $0.splits[symbol, default: []].append(split) }
    }

    func setClock(_ seconds: Int?) { contents.withLock { $0.clock = seconds } }

    func clearRequests() {
        contents.withLock { contents in
            contents.forgotten += contents.requests.count
            contents.requests = []
        }
    }

    func reset() {
        contents.withLock { contents in
            let forgotten = contents.forgotten + contents.requests.count
            contents = Contents()
            contents.forgotten = forgotten
        }
    }
}
