// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": the polling strategy, as printed below the line.
// ----
// Good: Poll every 60-65 seconds
Timer.scheduledTimer(withTimeInterval: 65.0, repeats: true) { _ in
    // Check for updates
}

// Bad: Polling every second is wasteful
Timer.scheduledTimer(withTimeInterval: 1.0, repeats: true) { _ in
    // Too frequent!
}
