import Foundation

/// Returns the seconds that a closure takes.
func seconds(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return (clock.now - start) / .seconds(1)
}

/// Prints the percentiles of times in seconds as `name: value unit` lines, in milliseconds.
func report(_ name: String, _ times: [Double], _ note: String = "") {
    let sorted = times.sorted()
    for (percentile, fraction) in [("p50", 0.5), ("p99", 0.99), ("slowest", 1)] {
        let value = sorted[Int(Double(sorted.count - 1) * fraction)]
        print("\(name)_\(percentile): \(milliseconds(value)) ms\(percentile == "slowest" ? note : "")")
    }
}

func milliseconds(_ seconds: Double) -> String { String(format: "%.3f", seconds * 1000) }

/// Runs the shell of SQLite with a file of statements, and returns the seconds.
func runShell(_ database: String, script: String) async throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", database]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: script))
    process.standardOutput = FileHandle.nullDevice
    return try await seconds {
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
