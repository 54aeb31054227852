internal import CoreMetrics
internal import MarketData

/// The metrics of the calls to one source.
struct SourceMetrics: Sendable {
    private let calls: [CircuitBreaker.Outcome: Counter]
    private let waits: Timer
    private let openCircuit: Gauge

    init(_ source: MarketSource) {
        let dimensions = [("source", source.rawValue)]
        let outcomes = CircuitBreaker.Outcome.allCases.map { outcome in
            (
                outcome,
                Counter(label: "options_source_calls_total", dimensions: dimensions + [("outcome", outcome.rawValue)])
            )
        }
        calls = Dictionary(uniqueKeysWithValues: outcomes)
        waits = Timer(label: "options_source_wait_seconds", dimensions: dimensions)
        openCircuit = Gauge(label: "options_source_circuit_open", dimensions: dimensions)
        openCircuit.record(0)
    }

    func called(_ outcome: CircuitBreaker.Outcome) { calls[outcome]?.increment() }

    /// Counts the time that a call waited for the limit.
    func waited(seconds: Double) { waits.recordNanoseconds(Int64(seconds * 1e9)) }

    func circuitChanged(isOpen: Bool) { openCircuit.record(isOpen ? 1 : 0) }
}
