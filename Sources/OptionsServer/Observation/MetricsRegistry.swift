internal import CoreMetrics
internal import Synchronization

/// The metrics of one server that are counted through swift-metrics, and their Prometheus text format.
///
/// Metrics that are created within `withMetricsFactory(registry)` are its own, so several servers in one process count apart.
final class MetricsRegistry: MetricsFactory {
    private struct Family {
        let kind: MetricValue.Kind
        /// The values by labels in text form.
        var values: [String: MetricValue] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// Returns the value of a metric: the same one for the same name and labels.
    private func value(_ name: String, _ labels: [(String, String)], _ kind: MetricValue.Kind) -> MetricValue {
        let text = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        return families.withLock { families in
            let value = families[name]?.values[text] ?? MetricValue(kind)
            families[name, default: Family(kind: kind)].values[text] = value
            return value
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, dimensions, .counter)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        value(label, dimensions, aggregate ? .summary : .gauge)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        value(label, dimensions, .summary)
    }

    // A value lasts as long as the server.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// The text format of Prometheus, version 0.0.4, in order of names.
    var text: String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            let help = MarketMetrics.help[name].map { "# HELP \(name) \($0)\n" } ?? ""
            let lines = family.values.sorted { $0.key < $1.key }.map { $1.lines(name, $0) }
            return help + "# TYPE \(name) \(family.kind.rawValue)\n" + lines.joined()
        }.joined()
    }
}

/// A counter, a gauge, or the count and the sum of a summary.
final class MetricValue: CounterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter, gauge, summary
    }

    private let kind: Kind
    private let state = Mutex((count: 0, sum: 0.0))

    init(_ kind: Kind) { self.kind = kind }

    func increment(by amount: Int64) { record(Double(amount)) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            state.count += 1
            state.sum = kind == .gauge ? value : state.sum + value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }

    func reset() { state.withLock { $0 = (0, 0) } }

    fileprivate func lines(_ name: String, _ labels: String) -> String {
        let (count, sum) = state.withLock { $0 }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        let number = Int(exactly: sum).map(String.init) ?? "\(sum)"
        switch kind {
        case .counter: return "\(name)\(braces) \(number)\n"
        // A gauge that was never set has no value.
        case .gauge: return count == 0 ? "" : "\(name)\(braces) \(number)\n"
        case .summary: return "\(name)_sum\(braces) \(number)\n\(name)_count\(braces) \(count)\n"
        }
    }
}
