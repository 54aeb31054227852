// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": error handling, as printed below the line.
// ----
Task {
    do {
        let snapshot = try await quotesService.getAllQuotes()
        // Handle success
    } catch APIError.httpError(let statusCode) {
        if statusCode == 500 {
            // Server error - might be temporary
            // Retry after a delay
        }
    } catch {
        // Other errors (network, decoding, etc.)
        print("Error: \(error)")
    }
}
