import OptionPricing
import Testing
import _TestSupport

@Suite("Correctly rounded sums")
struct CorrectlyRoundedSumTests {
    /// Compares sums of integral doubles with exact integers, whose conversion rounds in the same way.
    @Test("sums of integers are rounded like the exact integer")
    func integers() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var exact: Int128 = 0
            let terms = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                // Few digits, far apart, so that ties with a further term are frequent.
                let digits = Int128(Int.random(in: -3...3, using: &random))
                let term = digits << [0, 1, 30, 52, 53, 54, 55, 100, 106, 107][Int.random(in: 0...9, using: &random)]
                exact += term
                return Double(term)
            }
            #expect(terms.correctlyRoundedSum() == Double(exact), "\(terms)")
        }
    }

    // The expected values are from `math.fsum` of Python 3.
    @Test("a term far below half a unit decides a tie")
    func ties() {
        let sums: [(terms: [Double], sum: Double)] = [
            ([-100, 0.21143430560456267, -5.06e-135], -99.78856569439544),
            ([-3196.9616544645933, -1095.7840463477917, 0, -897.4442415377637, 1.13e-32], -5190.189942350148),
            ([1e16, 1, 1e-300], 10_000_000_000_000_002), ([1e16, 1, -1e-300], 1e16), ([1e100, 1, -1e100], 1),
        ]
        for (terms, sum) in sums {
            #expect(terms.correctlyRoundedSum() == sum)
            #expect(terms.reversed().correctlyRoundedSum() == sum)
        }
    }

    @Test("infinities and NaN propagate")
    func notFinite() {
        #expect([1, .infinity].correctlyRoundedSum() == .infinity)
        #expect([-.infinity, .infinity].correctlyRoundedSum().isNaN)
        #expect([Double]().correctlyRoundedSum() == 0)
    }
}
