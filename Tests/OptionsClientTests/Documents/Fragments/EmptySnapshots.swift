// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": empty snapshots, as printed below the line.
// ----
let snapshot = try await quotesService.getAllQuotes()

if snapshot.count == 0 {
    // Snapshot not yet populated, wait and retry
    try await Task.sleep(nanoseconds: 2_000_000_000) // Wait 2 seconds
    let retrySnapshot = try await quotesService.getAllQuotes()
}
