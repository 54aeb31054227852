internal import CoreMetrics
internal import MarketData
internal import MarketServices
internal import MarketStore

/// The metrics of the market: what happens is counted where it happens, and states are measured when somebody asks.
struct MarketMetrics: Sendable {
    /// The descriptions of all metrics that are counted through swift-metrics.
    static let help = [
        "options_backup_failed": "1 if the backup of what people entered is not up to date, otherwise 0.",
        "options_database_bytes": "The size of the database files, with their logs.",
        "options_database_full": "1 if the disk was full at the last change, otherwise 0.",
        "options_jobs_running": "Imports of daily prices that run or wait for their turn.",
        "options_jobs_total": "Imports of daily prices that ended, by state.",
        "options_snapshot_age_seconds": "The time since the snapshot of quotes was taken.",
        "options_source_cache_hits_total": "Questions that were answered without a call, by the source of the answer.",
        "options_source_calls_total": "Calls by source and outcome.",
        "options_source_circuit_open": "1 while a source is left alone after failures or a refused key, otherwise 0.",
        "options_source_wait_seconds": "The time that calls waited for the limit of a source.",
        "options_stream_chains": "Chains that streams follow.",
    ]

    let registry = MetricsRegistry()
    private let snapshotAge, runningJobs, chains, isFull, isBackupFailed: Gauge
    private let fileSizes: [String: Gauge]

    init(files: [String]) {
        let registry = registry
        func gauge(_ label: String, _ dimensions: [(String, String)] = []) -> Gauge {
            Gauge(label: label, dimensions: dimensions, factory: registry)
        }
        snapshotAge = gauge("options_snapshot_age_seconds")
        runningJobs = gauge("options_jobs_running")
        chains = gauge("options_stream_chains")
        isFull = gauge("options_database_full")
        isBackupFailed = gauge("options_backup_failed")
        fileSizes = Dictionary(
            uniqueKeysWithValues: files.map { ($0, gauge("options_database_bytes", [("file", $0)])) })
    }

    /// Measures the states of a market, and returns the text of all metrics.
    func text(of backend: MarketBackend, _ streams: StreamHub) -> String {
        if let taken = backend.snapshot?.status.snapshot?.refreshed {
            snapshotAge.record(max(0, taken.interval(to: backend.time.now())))
        }
        runningJobs.record(backend.backfill.runningCount)
        chains.record(streams.followedChainCount)
        for (file, bytes) in backend.store.fileSizes { fileSizes[file]?.record(bytes) }
        isFull.record(backend.store.isDiskFull ? 1 : 0)
        isBackupFailed.record(backend.store.personal.backupError == nil ? 0 : 1)
        return registry.text
    }
}
