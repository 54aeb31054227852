import OptionKernels
import Testing
import _TestSupport

/// The values of an option do not depend on its position or on its neighbours.
@Suite("Option kernels: layout")
struct EvaluateOptionsLayoutTests {
    /// Counts around the lanes of every instruction set and around a block.
    static let counts = Array(0...33) + [127, 128, 129, 256, 257]
    static let sentinel = -12345.678

    /// Options of all regions, some of which are outside the range.
    static let samples: [OptionSample] = {
        var generator = SeededGenerator(seed: 1)
        return (0..<257).map { index in
            generator.sample(
                index % 13 == 5 ? .valid : index % 3 == 0 ? .kernelRange : index % 3 == 1 ? .wide : .ordinary)
        }
    }()

    /// Evaluates with every input in the middle of a larger array, each at a different offset, and with columns of results that
    /// are longer than the inputs. Returns the bits of the results by column, and verifies that no other element changed.
    static func evaluate(
        _ what: GreekSelection, _ columns: OptionColumns, count: Int, inputOffset: Int, outputOffset: Int, extra: Int,
        chain: OptionSample? = nil, instructionSet: InstructionSet
    ) -> [[UInt64]] {
        var padded = columns
        var ranges: [Range<Int>] = []
        for (index, column) in OptionColumns.numbers.enumerated() {
            let offset = (inputOffset + index) % 9
            let padding = [Double](repeating: .nan, count: offset)
            padded[keyPath: column] = padding + columns[keyPath: column].prefix(count) + [.nan]
            ranges.append(offset..<offset + count)
        }
        padded.kinds = [OptionKind](repeating: .put, count: inputOffset) + columns.kinds.prefix(count) + [.call]
        let kinds = padded.kinds.span.extracting(inputOffset..<inputOffset + count)

        let length = count + extra
        var values = [Double](repeating: sentinel, count: outputOffset + what.columnCount * length + 9)
        var span = values.mutableSpan
        var rows = span._mutatingExtracting(outputOffset..<outputOffset + what.columnCount * length)
        if let chain {
            _ = evaluateChain(
                spot: chain.spot, time: chain.time, rate: chain.rate, yield: chain.yield, kinds: kinds,
                strikes: padded.strikes.span.extracting(ranges[1]),
                volatilities: padded.volatilities.span.extracting(ranges[5]), values: &rows,
                instructionSet: instructionSet)
        } else {
            _ = evaluateOptions(
                what, kinds: kinds, spots: padded.spots.span.extracting(ranges[0]),
                strikes: padded.strikes.span.extracting(ranges[1]), times: padded.times.span.extracting(ranges[2]),
                rates: padded.rates.span.extracting(ranges[3]), yields: padded.yields.span.extracting(ranges[4]),
                volatilities: padded.volatilities.span.extracting(ranges[5]), values: &rows,
                instructionSet: instructionSet)
        }

        let bits = values.map(\.bitPattern)
        var results: [[UInt64]] = []
        var untouched = Array(bits[..<outputOffset]) + bits[(outputOffset + what.columnCount * length)...]
        for row in 0..<what.columnCount {
            let start = outputOffset + row * length
            results.append(Array(bits[start..<start + count]))
            untouched += bits[start + count..<start + length]
        }
        #expect(untouched.allSatisfy { $0 == sentinel.bitPattern }, "written outside the rows")
        return results
    }

    @Test("every count", arguments: InstructionSet.supported, GreekSelection.allCases)
    func counts(instructionSet: InstructionSet, what: GreekSelection) {
        let columns = OptionColumns(Self.samples)
        let alone = Self.alone(what, columns, chain: nil, instructionSet)
        for count in Self.counts {
            let rows = Self.evaluate(
                what, columns, count: count, inputOffset: count % 9, outputOffset: (count / 2) % 9, extra: count % 8,
                instructionSet: instructionSet)
            #expect(rows == alone.map { Array($0.prefix(count)) }, "\(count) options")
        }
    }

    @Test("every alignment", arguments: InstructionSet.supported)
    func alignments(instructionSet: InstructionSet) {
        let columns = OptionColumns(Self.samples)
        let alone = Self.alone(.greeks, columns, chain: nil, instructionSet).map { Array($0.prefix(37)) }
        for inputOffset in 0...8 {
            for outputOffset in 0...8 {
                // A length of 40 keeps the alignment of the first column; other lengths do not.
                let extra = [3, 0, 7, 11][(inputOffset + outputOffset) % 4]
                let rows = Self.evaluate(
                    .greeks, columns, count: 37, inputOffset: inputOffset, outputOffset: outputOffset, extra: extra,
                    instructionSet: instructionSet)
                #expect(rows == alone, "inputs at \(inputOffset), outputs at \(outputOffset)")
            }
        }
    }

    @Test("chains, every count and alignment", arguments: InstructionSet.supported)
    func chains(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 2)
        let shared = generator.sample(.ordinary)
        let columns = OptionColumns(Self.samples)
        let alone = Self.alone(.greeks, columns, chain: shared, instructionSet)
        for count in Self.counts {
            let rows = Self.evaluate(
                .greeks, columns, count: count, inputOffset: count % 9, outputOffset: (count / 2) % 9,
                extra: count % 8, chain: shared, instructionSet: instructionSet)
            #expect(rows == alone.map { Array($0.prefix(count)) }, "\(count) options")
        }
        for offset in 0...8 {
            let rows = Self.evaluate(
                .greeks, columns, count: 37, inputOffset: 8 - offset, outputOffset: offset, extra: 3, chain: shared,
                instructionSet: instructionSet)
            #expect(rows == alone.map { Array($0.prefix(37)) }, "outputs at \(offset)")
        }
    }

    /// The values of every option, evaluated individually.
    private static func alone(
        _ what: GreekSelection, _ columns: OptionColumns, chain: OptionSample?, _ instructionSet: InstructionSet
    ) -> [[UInt64]] {
        var result = [[UInt64]](repeating: [], count: what.columnCount)
        for index in columns.kinds.indices {
            let range = index..<index + 1
            let rows =
                chain.map { columns.evaluateChain(of: $0, range: range, instructionSet: instructionSet).rows }
                ?? columns.evaluate(what, range: range, instructionSet: instructionSet).rows
            for row in rows.indices { result[row] += rows[row] }
        }
        return result
    }
}
