import Foundation
import LinearAlgebra
import OptionKernels
import OptionPricing
import StrategyValuation
import Timing

/// Prints the times for books of 10,000 positions over 500 contracts in 2,000 scenarios as `name: value unit` lines.
/// docs/decisions/0007-scenario-books.md explains the figures.
@main
struct Scenario {
    private static let positionCount = 10_000
    /// The number of positions to evaluate at a time.
    private static let blockCount = 512

    static func main() throws {
        print("openblas: \(try OpenBLAS().kernels) kernels")
        let grid = try ScenarioGrid(
            stockPrices: (0..<80).map { 80 + 0.5 * Double($0) }, volatilityShifts: [-0.1, -0.05, 0, 0.05, 0.1],
            elapsedTimes: [0, 0.02, 0.04, 0.06, 0.08])

        let strategies = try RandomBook(positions: positionCount, held: 2...6)
        var pricing = Measurement()
        pricing.add("price", count: RandomBook.contractCount * grid.count) {
            _ = try? BookValuation(strategies.book, in: grid)
        }
        pricing.print(rounds: 51)
        try measure("strategies", strategies, grid, rounds: 31)
        print("strategies_blocks_memory: \(peakMemory()) MB")
        try measureMatrix("strategies", strategies, grid)
        print("strategies_matrix_memory: \(peakMemory()) MB")

        let accounts = try RandomBook(positions: positionCount, held: 300...450)
        try measure("accounts", accounts, grid, rounds: 9)
    }

    /// Measures the profits of the positions by plain loops, by each method of the library, and by the library in
    /// blocks, and the profits of the whole book.
    private static func measure(_ name: String, _ random: RandomBook, _ grid: ScenarioGrid, rounds: Int) throws {
        let valuation = try BookValuation(random.book, in: grid)
        let contracts = RandomBook.contractCount
        var measurement = Measurement()
        measurement.add("\(name)_total", count: grid.count) { _ = try? valuation.totalProfits() }

        let values = try random.values(in: grid)
        let dense = random.dense(positions: blockCount)
        let cells = blockCount * grid.count
        var block = [Double](repeating: 0, count: cells)
        measurement.add("\(name)_plain", count: cells) {
            PlainCombination.multiply(blockCount, of: random, values, scenarios: grid.count, into: &block)
        }
        measurement.add("\(name)_rows", count: cells, comparedWith: "\(name)_plain") {
            var target = block.mutableSpan
            _ = combineRows(
                constants: random.book.netCosts.span.extracting(..<blockCount),
                starts: random.starts.span.extracting(...blockCount), rows: random.contracts.span,
                weights: random.shares.span, table: values.span, rowLength: grid.count, columns: grid.count,
                combinations: &target)
        }
        measurement.add("\(name)_dgemm", count: cells, comparedWith: "\(name)_plain", operations: 2 * contracts) {
            var target = block.mutableSpan
            try? multiply(
                rows: blockCount, inner: contracts, columns: grid.count, left: dense.span, right: values.span,
                product: &target)
        }
        measurement.add(name, count: positionCount * grid.count, comparedWith: "\(name)_plain") {
            for start in stride(from: 0, to: positionCount, by: blockCount) {
                var target = block.mutableSpan
                try? valuation.evaluate(start..<min(start + blockCount, positionCount), into: &target)
            }
        }
        measurement.print(rounds: rounds)
    }

    /// Measures pricing and all profits in one matrix, including memory allocation.
    private static func measureMatrix(_ name: String, _ random: RandomBook, _ grid: ScenarioGrid) throws {
        var measurement = Measurement()
        measurement.add("\(name)_matrix", count: positionCount * grid.count) {
            _ = try? random.book.profits(in: grid)
        }
        measurement.print(rounds: 5)
    }

    /// Returns the peak memory of the process in MB.
    private static func peakMemory() -> Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss / 1000
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_000_000
        #endif
    }
}
