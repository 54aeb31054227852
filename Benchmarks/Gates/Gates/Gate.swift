internal import CGates

/// Runs an operation a number of times, and then twice as often, between marks at which callgrind writes its counters.
///
/// The difference between the two runs excludes the cost of the marks and of the preparation. For each mark, a line of
/// standard output tells `.ci/gates.py` to which operation the counters written at that mark belong.
struct Gate {
    /// The number of operations of the first run.
    private static let operations = 4

    /// Counts one operation that processes `items` items.
    ///
    /// - Parameters:
    ///   - name: The name of the line in `Benchmarks/Gates/thresholds`.
    ///   - items: The number of items of an operation.
    ///   - allocates: Whether an operation may allocate memory.
    ///   - operation: The operation. It runs once before it is counted, so that buffers reach their final size.
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
    /// The order in which threads and pooled connections run varies. The operation is therefore counted several times,
    /// and the median removes most of the variation.
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
