import CGates
import Foundation

/// The operations whose instructions and allocations `make gates` counts.
///
/// Usage: gates prepare FOLDER; gates run FIXTURES FOLDER. `prepare` creates the database of tickers that `run`
/// searches, so that callgrind does not count its creation.
@main
struct Gates {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("prepare", 2):
            try await TickerGates.prepare(folder: arguments[2])
        case ("run", 3):
            // Verifies the counter: one allocation per item.
            Gate.count("allocation", items: 100, allocates: true) { for _ in 0..<100 { gate_allocate() } }
            let fixtures = arguments[2]
            runOnThread {
                KernelGates.run()
                AmericanGates.run()
                try OptionGates.run()
                try RequestGates.run(fixtures: fixtures)
                try SearchGates.run()
                try MarketGates.run()
            }
            try await TickerGates.run(folder: arguments[3])
        default:
            print("Usage: gates prepare FOLDER; gates run FIXTURES FOLDER")
            exit(64)
        }
    }

    /// Runs work on a thread of its own, whose stack begins at a page. Kernels treat elements before the first cache line apart, and
    /// where the stack of the main thread begins depends on the length of the environment.
    private static func runOnThread(_ work: @escaping @Sendable () throws -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            do {
                try work()
            } catch {
                fatalError("\(error)")
            }
            isDone.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        isDone.wait()
    }
}
