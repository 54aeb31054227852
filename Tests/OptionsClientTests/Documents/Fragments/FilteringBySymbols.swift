// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": filtering by symbols, as printed below the line.
// ----
// Good: Fetch only what you need
let watchlistSymbols = ["AAPL", "MSFT", "GOOGL"]
let snapshot = try await quotesService.getQuotes(for: watchlistSymbols)

// Less efficient: Fetch all quotes then filter client-side
let allQuotes = try await quotesService.getAllQuotes()
let filtered = allQuotes.results.filter { watchlistSymbols.contains($0.symbol) }
