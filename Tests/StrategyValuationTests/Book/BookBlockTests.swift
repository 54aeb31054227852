import Foundation
import LinearAlgebra
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@testable import StrategyValuation

extension BookValuation {
    static let combinations: [Combination] = [.addition, .product]

    /// The profits of some positions, all combined in one way.
    func block(_ positions: Range<Int>, _ combination: Combination) throws -> [Double] {
        var profits = [Double](repeating: .nan, count: positions.count * scenarioCount)
        var target = profits.mutableSpan
        try evaluate(positions, into: &target) { _ in combination }
        return profits
    }

    func profits(_ combination: Combination) throws -> PositionProfits {
        PositionProfits(
            positionCount: book.count, scenarioCount: scenarioCount, values: try block(0..<book.count, combination))
    }
}

@Suite("Blocks of a book")
struct BookBlockTests {
    private static func valuation(seed: UInt64, positions: Int) throws -> BookValuation {
        let sample = try BookSample(seed: seed, positions: positions, legCounts: 1...5, contracts: 20, stockPrices: 3)
        return try BookValuation(sample.book, in: sample.grid)
    }

    @Test("of any size have the same bits", arguments: BookValuation.combinations, [1, 7, 512, 513, 1000])
    func sizes(combination: BookValuation.Combination, count: Int) throws {
        let valuation = try Self.valuation(seed: 1, positions: count == 1 ? 200 : 1100)
        let positions = valuation.book.count
        let blocks = try stride(from: 0, to: positions, by: count).map {
            try valuation.block($0..<min($0 + count, positions), combination)
        }
        #expect(try Array(blocks.joined()) == valuation.block(0..<positions, combination))
    }

    @Test("from any thread have the same bits", arguments: BookValuation.combinations)
    func threads(combination: BookValuation.Combination) async throws {
        let valuation = try Self.valuation(seed: 2, positions: 1300)
        let expected = try valuation.profits(combination)
        try await withThrowingTaskGroup { group in
            for start in stride(from: 0, to: 1300, by: 65) {
                group.addTask { (start, try valuation.block(start..<start + 65, combination)) }
            }
            for try await (start, block) in group {
                #expect(block == (start..<start + 65).flatMap { expected[$0] })
            }
        }
    }

    @Test("do not change the elements after them", arguments: BookValuation.combinations)
    func longBlock(combination: BookValuation.Combination) throws {
        let valuation = try Self.valuation(seed: 3, positions: 5)
        var block = [Double](repeating: .nan, count: 3 * valuation.scenarioCount + 2)
        var target = block.mutableSpan
        try valuation.evaluate(1..<4, into: &target) { _ in combination }
        #expect(try Array(block.dropLast(2)) == valuation.block(1..<4, combination))
        #expect(block.suffix(2).allSatisfy { $0.isNaN })
    }

    #if os(Linux) || os(macOS)
        // Runs in a separate process, in which OpenBLAS is not yet loaded.
        @Test("are computed without OpenBLAS too")
        func withoutOpenBLAS() async {
            await #expect(processExitsWith: .success) {
                let valuation = try BookBlockTests.valuation(seed: 4, positions: 70)
                let expected = try valuation.profits(.addition)
                // No file can be opened any more.
                var limit = rlimit(rlim_cur: 0, rlim_max: 0)
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                #expect(throws: LinearAlgebraError.self) { try OpenBLAS() }
                #expect(try valuation.profits(.product) == expected)
            }
        }
    #endif
}
