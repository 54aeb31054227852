import Testing

/// Lets other tasks run until a condition holds.
func settled(
    _ condition: () async -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
    for _ in 0..<200_000 {
        if await condition() { return }
        await Task.yield()
    }
    Issue.record("the condition did not become true", sourceLocation: sourceLocation)
}
