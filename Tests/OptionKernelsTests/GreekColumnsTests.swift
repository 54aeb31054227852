import OptionKernels
import Testing
import _TestSupport

@Suite("Columns of greeks")
struct GreekColumnsTests {
    @Test("hold the values in the order of the kernels", arguments: GreekSelection.allCases, [0, 1, 7, 8, 512, 513])
    func order(selection: GreekSelection, count: Int) {
        let options = OptionColumns(.ordinary, count: count, seed: 1)
        let expected = options.evaluate(selection, instructionSet: .best).rows
        var columns = GreekColumns(selection, count: count + 3)
        let answered = evaluateOptions(
            kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
            times: options.times.span, rates: options.rates.span, yields: options.yields.span,
            volatilities: options.volatilities.span, into: &columns)
        #expect(answered)
        for (greek, values) in zip(Greek.allCases, expected) {
            let column = columns[greek]
            #expect(column.count == count + 3)
            for index in values.indices {
                #expect(column[index].bitPattern == values[index] && columns[greek, index].bitPattern == values[index])
            }
            // Elements beyond the options keep their values.
            for index in count..<count + 3 { #expect(column[index].isNaN) }
        }
    }

    @Test("keep their memory")
    func reuse() {
        let options = OptionColumns(.ordinary, count: 100, seed: 2)
        var columns = GreekColumns(.greeks, count: 100)
        func evaluate(spot: Double) -> Double {
            _ = evaluateChain(
                spot: spot, time: 0.5, rate: 0.03, yield: 0.01, kinds: options.kinds.span,
                strikes: options.strikes.span,
                volatilities: options.volatilities.span, into: &columns)
            return columns[.delta, 99]
        }
        func address() -> Int {
            // SAFETY: the address is compared and never used.
            unsafe columns[.price].withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        let start = address()
        #expect(evaluate(spot: 90) != evaluate(spot: 110))
        #expect(address() == start)
    }
}
