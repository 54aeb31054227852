import OptionKernels
import Testing
import _TestSupport

@Suite("Kernels of options on forwards")
struct ForwardKernelTests {
    /// Options of all regions, some of which are outside the range.
    static func samples(_ kernel: ForwardKernel) -> [OptionSample] {
        var generator = SeededGenerator(seed: 40)
        return (0..<257).map { index in
            generator.forwardSample(index % 13 == 5 ? .valid : index % 3 == 0 ? .kernelRange : .ordinary, kernel)
        }
    }

    /// The values of every option, evaluated individually.
    private static func alone(
        _ what: GreekSelection, _ kernel: ForwardKernel, _ columns: OptionColumns, _ instructionSet: InstructionSet
    ) -> [[UInt64]] {
        var result = [[UInt64]](repeating: [], count: what.columnCount)
        for index in columns.kinds.indices {
            let range = index..<index + 1
            let rows = columns.evaluate(what, kernel, range: range, instructionSet: instructionSet).rows
            for row in rows.indices { result[row] += rows[row] }
        }
        return result
    }

    @Test("every count", arguments: InstructionSet.supported, ForwardKernel.allCases)
    func counts(instructionSet: InstructionSet, kernel: ForwardKernel) {
        let columns = OptionColumns(Self.samples(kernel))
        for what in GreekSelection.allCases {
            let alone = Self.alone(what, kernel, columns, instructionSet)
            for count in EvaluateOptionsLayoutTests.counts {
                let rows = columns.evaluate(what, kernel, range: 0..<count, instructionSet: instructionSet).rows
                #expect(rows == alone.map { Array($0.prefix(count)) }, "\(count) options")
            }
        }
    }

    @Test("every alignment", arguments: InstructionSet.supported, ForwardKernel.allCases)
    func alignments(instructionSet: InstructionSet, kernel: ForwardKernel) {
        let columns = OptionColumns(Self.samples(kernel))
        let alone = Self.alone(.greeks, kernel, columns, instructionSet)
        let sentinel = EvaluateOptionsLayoutTests.sentinel
        for input in 0...8 {
            for output in 0...8 {
                let range = input..<input + 37
                // A length of 40 keeps the alignment of the first column; other lengths do not.
                let length = 37 + [3, 0, 7, 11][(input + output) % 4]
                var values = [Double](repeating: sentinel, count: output + 6 * length + 9)
                var span = values.mutableSpan
                var part = span._mutatingExtracting(output..<output + 6 * length)
                _ = evaluateForwardOptions(
                    .greeks, model: kernel == .black76 ? .black76 : .bachelier,
                    kinds: columns.kinds.span.extracting(range), forwards: columns.spots.span.extracting(range),
                    strikes: columns.strikes.span.extracting(range), times: columns.times.span.extracting(range),
                    rates: columns.rates.span.extracting(range),
                    volatilities: columns.volatilities.span.extracting(range), values: &part,
                    instructionSet: instructionSet)
                for row in 0..<6 {
                    let start = output + row * length
                    #expect(values[start..<start + 37].map(\.bitPattern) == Array(alone[row][range]))
                    #expect(values[start + 37..<start + length].allSatisfy { $0 == sentinel })
                }
                #expect((values[..<output] + values[(output + 6 * length)...]).allSatisfy { $0 == sentinel })
            }
        }
    }

    @Test("the fused instruction sets give the same bits", arguments: ForwardKernel.allCases, ForwardRegion.allCases)
    func sameBits(kernel: ForwardKernel, region: ForwardRegion) {
        let columns = OptionColumns(region, kernel, count: 1500, seed: 41)
        let all = InstructionSetAgreementTests.fused.map {
            columns.evaluate(.allGreeks, kernel, instructionSet: $0)
        }
        for other in all.dropFirst() {
            #expect(other.rows == all[0].rows)
            #expect(other.answered == all[0].answered)
        }
        if region != .valid { #expect(all.allSatisfy { $0.answered }) }
    }

    @Test(
        "the first rows of more values are those of fewer", arguments: InstructionSet.supported, ForwardKernel.allCases)
    func firstRows(instructionSet: InstructionSet, kernel: ForwardKernel) {
        let columns = OptionColumns(Self.samples(kernel))
        let all = columns.evaluate(.allGreeks, kernel, instructionSet: instructionSet).rows
        #expect(columns.evaluate(.greeks, kernel, instructionSet: instructionSet).rows == Array(all[..<6]))
        #expect(columns.evaluate(.price, kernel, instructionSet: instructionSet).rows == Array(all[..<1]))
    }

    @Test(
        "every value of an option in the range is a number", arguments: InstructionSet.supported, ForwardKernel.allCases
    )
    func numbers(instructionSet: InstructionSet, kernel: ForwardKernel) {
        let columns = OptionColumns(.kernelRange, kernel, count: 2000, seed: 42)
        let (rows, answered) = columns.evaluate(.allGreeks, kernel, instructionSet: instructionSet)
        #expect(answered)
        for (name, row) in zip(ReferenceOption.names, rows) {
            #expect(!row.contains { Double(bitPattern: $0).isNaN }, "\(name)")
        }
    }

    /// An option on a forward is one on an underlying that yields the risk-free rate: all values but theta, rho and epsilon
    /// have the same bits.
    @Test("Black (1976) is Black–Scholes–Merton at a yield of the rate", arguments: InstructionSet.supported)
    func sameAsYield(instructionSet: InstructionSet) {
        for region in ForwardRegion.allCases {
            let columns = OptionColumns(region, .black76, count: 500, seed: 43)
            let forward = columns.evaluate(.allGreeks, .black76, instructionSet: instructionSet)
            let spot = columns.evaluate(.allGreeks, instructionSet: instructionSet)
            #expect(forward.answered == spot.answered)
            for greek in Greek.allCases where ![.theta, .rho, .epsilon].contains(greek) {
                #expect(forward.rows[greek.rawValue] == spot.rows[greek.rawValue], "\(greek)")
            }
        }
    }

    @Test("one input outside the range makes one option's values NaN", arguments: InstructionSet.supported)
    func strange(instructionSet: InstructionSet) {
        let inputs: [(String, WritableKeyPath<OptionColumns, [Double]>, [Double], [Double])] = [
            ("forward", \.spots, [.nan, .infinity, -.infinity, 0x1p32, -0x1p32, 1e300], [-0.0, 0, (-0x1p32).nextUp]),
            (
                "strike", \.strikes, [.nan, .infinity, -.infinity, 0x1p32, -0x1p32, 1e300],
                [-0.0, 0, (0x1p32).nextDown]
            ),
            ("time", \.times, [.nan, .infinity, 0, -1, 0x1p5, 0x1p-60], [0x1p-59, 31.9]),
            ("rate", \.rates, [.nan, .infinity, -.infinity, 2, -2], [-0.0, 0, 1.99, -1.99]),
            ("volatility", \.volatilities, [.nan, .infinity, 0, -1, 0x1p32, 0x1p-33], [0x1p-32, (0x1p32).nextDown]),
        ]
        for kernel in ForwardKernel.allCases {
            let columns = OptionColumns(.ordinary, kernel, count: 35, seed: 44)
            let good = columns.evaluate(.allGreeks, kernel, instructionSet: instructionSet)
            #expect(good.answered)
            for (name, column, refused, accepted) in inputs {
                for (number, value) in refused.enumerated() {
                    for position in [0, 3 + number % 13, 16 + number % 16, 34] {
                        var changed = columns
                        changed[keyPath: column][position] = value
                        let (rows, answered) = changed.evaluate(.allGreeks, kernel, instructionSet: instructionSet)
                        #expect(!answered, "\(name) \(value)")
                        for row in rows.indices {
                            #expect(Double(bitPattern: rows[row][position]).isNaN, "\(name) \(value)")
                            var others = rows[row]
                            others[position] = good.rows[row][position]
                            #expect(others == good.rows[row], "neighbours of \(name) \(value)")
                        }
                    }
                }
                // Black (1976) takes only positive amounts.
                for value in accepted where kernel == .bachelier || !["forward", "strike"].contains(name) {
                    var changed = columns
                    changed[keyPath: column][17] = value
                    #expect(changed.evaluate(.allGreeks, kernel, instructionSet: instructionSet).answered)
                }
            }
        }
    }

    @Test("prices and deltas of puts and calls", arguments: InstructionSet.supported, ForwardKernel.allCases)
    func parity(instructionSet: InstructionSet, kernel: ForwardKernel) {
        var columns = OptionColumns(.ordinary, kernel, count: 1000, seed: 45)
        columns.kinds = columns.kinds.map { _ in .call }
        let calls = columns.evaluate(.greeks, kernel, instructionSet: instructionSet).rows
        columns.kinds = columns.kinds.map { _ in .put }
        let puts = columns.evaluate(.greeks, kernel, instructionSet: instructionSet).rows
        for index in columns.kinds.indices {
            func value(_ rows: [[UInt64]], _ greek: Greek) -> Double { Double(bitPattern: rows[greek.rawValue][index]) }
            let (call, put) = (value(calls, .price), value(puts, .price))
            let discount = value(calls, .delta) - value(puts, .delta)
            let difference = columns.spots[index] - columns.strikes[index]
            let size = abs(call) + abs(put) + abs(columns.spots[index]) + abs(columns.strikes[index])
            #expect(abs(call - put - discount * difference) <= 8e-16 * size)
            #expect(call >= 0 && put >= 0 && value(calls, .delta) >= 0 && value(puts, .delta) <= 0)
            for greek: Greek in [.gamma, .vega] { #expect(value(calls, greek) == value(puts, greek)) }
        }
    }

    @Test("no options", arguments: InstructionSet.supported)
    func none(instructionSet: InstructionSet) {
        let none = OptionColumns([])
        for kernel in ForwardKernel.allCases {
            #expect(none.evaluate(.allGreeks, kernel, instructionSet: instructionSet).answered)
        }
        #expect(none.normalVolatilities(prices: [], instructionSet: instructionSet).answered)
    }
}
