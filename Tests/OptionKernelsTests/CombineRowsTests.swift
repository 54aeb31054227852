import OptionKernels
import Testing
import _TestSupport

/// A random problem of combining the rows of a table.
struct RowCombinations {
    var constants: [Double] = []
    var starts = [0]
    var rows: [Int] = []
    var weights: [Double] = []
    var table: [Double] = []
    let rowLength: Int

    /// Every number is drawn by `number`.
    init(
        count: Int, rowCount: Int, rowLength: Int, _ generator: inout SeededGenerator,
        number: (inout SeededGenerator) -> Double
    ) {
        self.rowLength = rowLength
        for _ in 0..<rowCount * rowLength { table.append(number(&generator)) }
        for _ in 0..<count {
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                rows.append(Int.random(in: 0..<rowCount, using: &generator))
                weights.append(number(&generator))
            }
            starts.append(rows.count)
            constants.append(number(&generator))
        }
    }

    /// The definition: starts with the constant and adds the terms in order by `add`.
    func sums(columns: Int, add: (_ sum: Double, _ weight: Double, _ value: Double) -> Double) -> [Double] {
        var sums: [Double] = []
        for combination in constants.indices {
            for column in 0..<columns {
                var sum = 0 - constants[combination]
                for term in starts[combination]..<starts[combination + 1] {
                    sum = add(sum, weights[term], table[rows[term] * rowLength + column])
                }
                sums.append(sum)
            }
        }
        return sums
    }

    /// The memory after the kernel has written. Elements between and around the sums are −1.
    func combined(
        columns: Int, gap: Int = 0, offset: Int = 0, instructionSet: InstructionSet
    ) -> (written: [Double], areFinite: Bool) {
        let length = columns + gap
        var written = [Double](repeating: -1, count: 2 * offset + constants.count * length)
        var target = written.mutableSpan
        // The start of the table is not aligned to a vector.
        let shifted = [Double](repeating: .nan, count: offset) + table
        let areFinite = combineRows(
            constants: constants.span, starts: starts.span, rows: rows.span, weights: weights.span,
            table: shifted.span.extracting(offset...), rowLength: rowLength, columns: columns, combinations: &target,
            combinationLength: length, start: offset, instructionSet: instructionSet)
        return (written, areFinite)
    }
}

@Suite("Combinations of rows")
struct CombineRowsTests {
    /// Lengths around every number of lanes, so that full vectors, repeated lanes and single lanes all occur.
    static let counts = Array(1...17) + [31, 32, 33, 63, 64, 65, 100, 257]

    private static func isFused(_ instructionSet: InstructionSet) -> Bool {
        #if arch(x86_64)
            instructionSet > .baseline
        #else
            true
        #endif
    }

    @Test("every instruction set agrees with the definition, bit for bit", arguments: InstructionSet.supported, counts)
    func matchesDefinition(instructionSet: InstructionSet, columns: Int) {
        var generator = SeededGenerator(seed: UInt64(columns))
        for offset in 0...8 {
            let rowLength = columns + Int.random(in: 0...9, using: &generator)
            let combinations = RowCombinations(count: 5, rowCount: 7, rowLength: rowLength, &generator) {
                $0.uniform(-1, 1)
            }
            let expected = combinations.sums(columns: columns) { sum, weight, value in
                Self.isFused(instructionSet) ? sum.addingProduct(weight, value) : weight * value + sum
            }
            let gap = offset % 3
            let (written, areFinite) = combinations.combined(
                columns: columns, gap: gap, offset: offset, instructionSet: instructionSet)
            #expect(areFinite)
            let padding = [Double](repeating: -1, count: offset)
            let between = [Double](repeating: -1, count: gap)
            let rows = (0..<5).flatMap { expected[$0 * columns..<($0 + 1) * columns] + between }
            #expect(written == padding + rows + padding)
        }
    }

    @Test("tables larger than the cache are processed in parts", arguments: InstructionSet.supported)
    func parts(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 1)
        let combinations = RowCombinations(count: 40, rowCount: 900, rowLength: 504, &generator) {
            Double(Int.random(in: -1000...1000, using: &$0))
        }
        // Integers, so that the order of additions does not matter.
        let expected = combinations.sums(columns: 499) { $0 + $1 * $2 }
        for offset in [0, 3] {
            let (written, _) = combinations.combined(columns: 499, offset: offset, instructionSet: instructionSet)
            #expect(Array(written.dropFirst(offset).dropLast(offset)) == expected)
        }
    }

    @Test("a sum that is not finite is reported at any position", arguments: InstructionSet.supported)
    func notFinite(instructionSet: InstructionSet) {
        for columns in [1, 5, 32, 45] {
            for column in 0..<columns {
                for value in [Double.infinity, .nan, .greatestFiniteMagnitude] {
                    var table = [Double](repeating: 1, count: 3 * columns)
                    table[2 * columns + column] = value
                    var sums = [Double](repeating: 0, count: columns)
                    var target = sums.mutableSpan
                    let areFinite = combineRows(
                        constants: [1].span, starts: [0, 2].span, rows: [0, 2].span, weights: [1, 2].span,
                        table: table.span, rowLength: columns, columns: columns, combinations: &target,
                        instructionSet: instructionSet)
                    #expect(!areFinite)
                    #expect(sums.indices.allSatisfy { $0 == column ? !sums[$0].isFinite : sums[$0] == 2 })
                }
            }
        }
    }

    @Test(
        "nothing is written without combinations, and only constants without terms", arguments: InstructionSet.supported
    )
    func empty(instructionSet: InstructionSet) {
        var sums = [7.0, 7, 7]
        let none: [Double] = []
        let noRows: [Int] = []
        let table = [1.0, 2]
        func combine(_ constants: [Double], _ starts: [Int]) -> Bool {
            var target = sums.mutableSpan
            return combineRows(
                constants: constants.span, starts: starts.span, rows: noRows.span, weights: none.span,
                table: table.span, rowLength: 2, columns: 1, combinations: &target, instructionSet: instructionSet)
        }
        #expect(combine([], [0]))
        #expect(combine([5, 0], [0, 0, 0]))
        #expect(sums == [-5, 0, 7])
        #expect(sums[1].sign == .plus)
    }
}
