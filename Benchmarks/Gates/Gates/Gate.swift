internal import CGates

/// Runs an operation several times, and twice as many times, between marks at which callgrind writes its counters.
///
/// The difference of both runs has neither the cost of the marks nor that of the preparation. Each mark has a line of standard
/// output, which tells `.ci/gates.py` what the counters counted that callgrind wrote at that mark.
struct Gate {
    /// The number of operations of the first run.
    private static let operations = 4

    /// Counts one operation that processes `items` items.
    ///
    /// - Parameters:
    ///   - name: The name of the line in `Benchmarks/Gates/thresholds`.
    ///   - items: The number of items of an operation.
    ///   - allocates: Whether an operation may allocate memory.
    ///   - operation: The operation. It runs once before it is counted, so that buffers have their size.
    static func count(_ name: String, items: Int, allocates: Bool, _ operation: () throws -> Void) rethrows {
        try operation()
        for runs in [operations, 2 * operations] {
            begin()
            for _ in 0..<runs { try operation() }
            end(name, items: runs * items, allocates: allocates)
        }
    }

    /// Counts one asynchronous operation that processes `items` items and may allocate memory.
    ///
    /// Threads and connections of a pool take turns as they happen to. The operation is counted several times, and the median is free
    /// of most of that.
    static func count(_ name: String, items: Int, _ operation: () async throws -> Void) async rethrows {
        for _ in 0..<4 * operations { try await operation() }
        for _ in 0..<9 {
            for runs in [2 * operations, 4 * operations] {
                begin()
                for _ in 0..<runs { try await operation() }
                end(name, items: runs * items, allocates: true)
            }
        }
    }

    private static func begin() {
        print("-")
        gate_mark()
    }

    private static func end(_ name: String, items: Int, allocates: Bool) {
        gate_mark()
        print("\(name) \(items) \(allocates ? "may" : "never")")
    }
}
