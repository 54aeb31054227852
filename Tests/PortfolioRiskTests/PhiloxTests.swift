import Testing

@testable import PortfolioRisk

@Suite("Random numbers of scenarios")
struct PhiloxTests {
    struct Known: CustomTestStringConvertible {
        let counter: [UInt32]
        let key: [UInt32]
        let bits: [UInt32]

        var testDescription: String { "\(counter)" }
    }

    /// From the authors' library Random123, kat_vectors: philox4x32 with 10 rounds.
    static let known = [
        Known(
            counter: [0, 0, 0, 0], key: [0, 0], bits: [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
        Known(
            counter: [.max, .max, .max, .max], key: [.max, .max],
            bits: [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
        Known(
            counter: [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], key: [0xa409_3822, 0x299f_31d0],
            bits: [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
    ]

    @Test("are those of Philox4x32-10", arguments: known)
    func bits(known: Known) {
        func join(_ words: ArraySlice<UInt32>) -> UInt64 { words.reversed().reduce(0) { $0 << 32 | UInt64($1) } }
        let bits = Philox(seed: join(known.key[...])).bits(join(known.counter[..<2]), join(known.counter[2...]))
        #expect(bits.0 == join(known.bits[..<2]) && bits.1 == join(known.bits[2...]))
    }

    @Test("have the moments and correlations of independent normal numbers", arguments: [0, 1, UInt64.max])
    func moments(seed: UInt64) {
        let (philox, count) = (Philox(seed: seed), 50_000)
        var (means, squares, fourths) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0], [0.0, 0, 0, 0])
        var products = [Double](repeating: 0, count: 16)
        for scenario in 0..<count {
            let ((a, b), (c, d)) = (philox.bits(UInt64(scenario), 0), philox.bits(UInt64(scenario), 1))
            let numbers = [a, b, c, d].map(Philox.normal)
            for (index, number) in numbers.enumerated() {
                means[index] += number
                squares[index] += number * number
                fourths[index] += number * number * number * number
                for other in 0..<index { products[4 * index + other] += number * numbers[other] }
            }
        }
        // Five standard deviations of each: the variances are 1, 2, 96 and 1.
        let unit = 5 * Double(count).squareRoot()
        for index in 0..<4 {
            #expect(abs(means[index]) <= unit)
            #expect(abs(squares[index] - Double(count)) <= unit * 2.0.squareRoot())
            #expect(abs(fourths[index] - 3 * Double(count)) <= unit * 96.0.squareRoot())
        }
        #expect(products.allSatisfy { abs($0) <= unit })
    }
}
