// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": efficient updates, as printed below the line.
// ----
func checkForUpdates() async {
    do {
        let lastUpdate = try await quotesService.getLastUpdate()
        
        // Compare with cached timestamp
        if lastUpdate.lastUpdate != cachedTimestamp {
            // New data available, fetch full snapshot
            let snapshot = try await quotesService.getAllQuotes()
            updateUI(with: snapshot)
            cachedTimestamp = lastUpdate.lastUpdate
        }
    } catch {
        print("Error checking for updates: \(error)")
    }
}
