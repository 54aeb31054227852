// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": caching, as printed below the line.
// ----
class QuotesCache {
    private var cachedSnapshot: QuotesSnapshotResponse?
    private var cachedTimestamp: String?
    
    func getCachedQuotes() -> QuotesSnapshotResponse? {
        return cachedSnapshot
    }
    
    func updateCache(_ snapshot: QuotesSnapshotResponse) {
        cachedSnapshot = snapshot
        cachedTimestamp = snapshot.lastUpdate
    }
    
    func isStale() -> Bool {
        // Check if cache is older than 65 seconds
        guard let timestamp = cachedTimestamp else { return true }
        // Parse and compare timestamps
        return true // Implement timestamp comparison
    }
}
