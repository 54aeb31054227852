// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": the usage examples, as printed below the line.
import Foundation
// ----
// Initialize the service
let quotesService = QuotesSnapshotService(baseURL: "https://your-api-domain.com")

// Example 1: Get all quotes
Task {
    do {
        let snapshot = try await quotesService.getAllQuotes()
        print("Fetched \(snapshot.count) quotes")
        print("Last updated: \(snapshot.lastUpdate)")
        
        for quote in snapshot.results {
            print("\(quote.symbol): \(quote.last)")
        }
    } catch {
        print("Error fetching quotes: \(error)")
    }
}

// Example 2: Get quotes for specific symbols
Task {
    do {
        let symbols = ["AAPL", "MSFT", "GOOGL"]
        let snapshot = try await quotesService.getQuotes(for: symbols)
        print("Fetched \(snapshot.count) quotes for requested symbols")
    } catch {
        print("Error fetching quotes: \(error)")
    }
}

// Example 3: Check if new data is available (polling pattern)
Task {
    do {
        let lastUpdate = try await quotesService.getLastUpdate()
        print("Snapshot has \(lastUpdate.count) quotes")
        print("Last updated: \(lastUpdate.lastUpdate)")
        
        // Parse timestamp and compare with your cached version
        let formatter = ISO8601DateFormatter()
        if let updateDate = formatter.date(from: lastUpdate.lastUpdate) {
            // Compare with your cached timestamp
            // If different, fetch full snapshot
        }
    } catch {
        print("Error checking last update: \(error)")
    }
}
