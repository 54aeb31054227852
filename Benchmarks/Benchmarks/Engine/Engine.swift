import Benchmark
import Foundation
import VectorMath

/// Unless its name states otherwise, one iteration of a benchmark runs its operation a thousand times.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .instructions],
        warmupIterations: 5,
        scalingFactor: .kilo,
        maxDuration: .seconds(2),
        maxIterations: 2_000
    )
    lineKernel()
    processes()
}

/// Compares the line kernel with the plain loop, for 101 scaled prices (the size of a typical curve) and for 4,096.
private func lineKernel() {
    for count in [101, 4096] {
        let scaled = (0..<count).map { Double(1_000_000 + 10_000 * $0) }
        Benchmark("line, \(count) points, plain loop") { benchmark in
            var prices = [Double](repeating: 0, count: count)
            var profits = prices
            for _ in benchmark.scaledIterations {
                plainLine(
                    knot: 1_650_000, value: -9_250_000, slope: 100, divisor: blackHole(1e4), scaled: scaled,
                    prices: &prices, profits: &profits)
                blackHole(profits[count - 1])
            }
        }
        for instructionSet in InstructionSet.supported {
            Benchmark("line, \(count) points, \(instructionSet)") { benchmark in
                var prices = [Double](repeating: 0, count: count)
                var profits = prices
                for _ in benchmark.scaledIterations {
                    var priceSpan = prices.mutableSpan
                    var profitSpan = profits.mutableSpan
                    evaluateLine(
                        knot: 1_650_000, value: -9_250_000, slope: 100, divisor: blackHole(1e4), range: 0..<count,
                        scaledPrices: scaled.span, prices: &priceSpan, profits: &profitSpan,
                        instructionSet: instructionSet)
                    blackHole(profits[count - 1])
                }
            }
        }
    }
}

/// The kernel's computation as a plain Swift loop.
@inline(never)
private func plainLine(
    knot: Double, value: Double, slope: Double, divisor: Double, scaled: [Double], prices: inout [Double],
    profits: inout [Double]
) {
    for index in scaled.indices {
        prices[index] = scaled[index] / divisor
        profits[index] = (value + slope * (scaled[index] - knot)) / divisor
    }
}

@inline(never) @discardableResult
private func blackHole(_ value: Double) -> Double { value }

private let ironCondor = """
    {"currentPrice":101.37,"legs":[\
    {"type":"put","position":"long","strikePrice":90,"premium":0.85,"quantity":2,"sharesPerContract":100},\
    {"type":"put","position":"short","strikePrice":95,"premium":1.72,"quantity":2,"sharesPerContract":100},\
    {"type":"call","position":"short","strikePrice":107.5,"premium":1.66,"quantity":2,"sharesPerContract":100},\
    {"type":"call","position":"long","strikePrice":112.5,"premium":0.64,"quantity":2,"sharesPerContract":100}]}
    """

/// Benchmarks whole processes, one per iteration, from the start to the exit. `make bench` sets the path of the
/// executable.
private func processes() {
    guard let path = ProcessInfo.processInfo.environment["OPTIONS_EXECUTABLE"] else { return }
    let leg = #"{"type":"call","position":"long","strikePrice":STRIKE,"premium":1.25,"quantity":1}"#
    let legs = (0..<10_000).map { leg.replacingOccurrences(of: "STRIKE", with: "\(50 + Double($0) / 100)") }
    let large = FileManager.default.temporaryDirectory.appending(path: "options-benchmark-\(getpid()).json")
    let request = #"{"currentPrice":100,"legs":[\#(legs.joined(separator: ","))]}"#
    guard (try? Data(request.utf8).write(to: large)) != nil else { return }
    let small = FileManager.default.temporaryDirectory.appending(path: "options-benchmark-small-\(getpid()).json")
    guard (try? Data(ironCondor.utf8).write(to: small)) != nil else { return }

    for (name, file) in [("iron condor", small), ("10,000 legs", large)] {
        Benchmark("process, \(name)", configuration: .init(metrics: [.wallClock], scalingFactor: .one)) { benchmark in
            for _ in benchmark.scaledIterations {
                let process = Process()
                process.executableURL = URL(filePath: path)
                process.arguments = ["calculate", file.path]
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
            }
        }
    }
}
