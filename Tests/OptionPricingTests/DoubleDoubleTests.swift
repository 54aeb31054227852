import Testing
import _TestSupport

@testable import OptionPricing

@Suite("Double doubles")
struct DoubleDoubleTests {
    /// Parses a number of 40 digits as a sum of doubles, in groups of digits that are exact.
    static func decimal(_ text: String) -> DoubleDouble {
        let digits = text.filter(\.isNumber)
        let places = text.split(separator: ".").last?.count ?? 0
        var result = DoubleDouble(0)
        for digit in digits { result = result * DoubleDouble(10) + DoubleDouble(Double(digit.wholeNumberValue ?? 0)) }
        for _ in 0..<places { result = result / DoubleDouble(10) }
        return text.hasPrefix("-") ? -result : result
    }

    private static func distance(_ value: DoubleDouble, _ other: DoubleDouble) -> Double {
        let difference = value - other
        return abs(difference.high + difference.low)
    }

    /// Integers below 2¹⁰⁶, as double-doubles and exactly.
    private static func random(_ generator: inout SeededGenerator) -> (DoubleDouble, Int128) {
        let exact =
            Int128(Int64(truncatingIfNeeded: generator.next())) << 38
            + Int128(Int64(truncatingIfNeeded: generator.next() >> 26))
        var value = DoubleDouble(Double(exact))
        value.low = Double(exact - Int128(value.high))
        return (value, exact)
    }

    private static func exact(_ value: DoubleDouble) -> Int128 { Int128(value.high) + Int128(value.low) }

    @Test("the product of two doubles is exact")
    func products() {
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<5000 {
            let left = Int64(truncatingIfNeeded: generator.next()) >> 11
            let right = Int64(truncatingIfNeeded: generator.next()) >> 11
            let product = DoubleDouble(product: Double(left), Double(right))
            #expect(Self.exact(product) == Int128(left) * Int128(right))
            #expect(abs(product.low) <= product.high.ulp / 2)
        }
    }

    @Test("sums and differences of 102-bit integers keep all digits that fit")
    func sums() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<5000 {
            let (left, exactLeft) = Self.random(&generator)
            let (right, exactRight) = Self.random(&generator)
            #expect(Self.exact(left) == exactLeft)
            for (sum, exact) in [(left + right, exactLeft + exactRight), (left - right, exactLeft - exactRight)] {
                let error = abs(Double(Self.exact(sum) - exact))
                #expect(error <= (abs(Double(exactLeft)) + abs(Double(exactRight))) * 0x1p-104)
                #expect(abs(sum.low) <= sum.high.ulp / 2)
            }
            // The sum of two doubles is exact.
            let (a, b) = (DoubleDouble(left.high), DoubleDouble(right.high))
            #expect(Self.exact(a + b) == Int128(left.high) + Int128(right.high))
            #expect(Self.exact(a - b) == Int128(left.high) - Int128(right.high))
            #expect((left < right) == (exactLeft < exactRight))
            #expect(Self.exact(-left) == -exactLeft)
        }
    }

    @Test("products and quotients undo each other")
    func quotients() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<2000 {
            var left = DoubleDouble(generator.uniform(0.5, 2))
            left.low = left.high.ulp * generator.uniform(-0.5, 0.5)
            var right = DoubleDouble(generator.uniform(0.5, 2))
            right.low = right.high.ulp * generator.uniform(-0.5, 0.5)
            #expect(Self.distance(left / right * right, left) <= 0x1p-100)
            #expect(Self.distance(left * right / right, left) <= 0x1p-100)
            // The exact product of the high parts and the cross terms determine the product.
            let product = DoubleDouble(product: left.high, right.high)
            let cross = DoubleDouble(product: left.high, right.low) + DoubleDouble(product: left.low, right.high)
            #expect(Self.distance(left * right, product + cross) <= 0x1p-102)
        }
        let third = DoubleDouble(1) / DoubleDouble(3)
        #expect(third.high == 1.0 / 3 && third.low == 0x1.5555555555555p-56)
    }

    @Test("scaling by powers of two is exact")
    func scaling() {
        let third = DoubleDouble(1) / DoubleDouble(3)
        let scaled = third.scaled(by: -40)
        #expect(scaled.high == third.high * 0x1p-40 && scaled.low == third.low * 0x1p-40)
        #expect(1.5.scaled(by: 3) == 12 && (-1.5).scaled(by: -1) == -0.75)
        #expect(1.0.scaled(by: 1024) == .infinity && 1.0.scaled(by: -1074) == .leastNonzeroMagnitude)
        #expect(1.0.scaled(by: -1076) == 0 && Double.leastNonzeroMagnitude.scaled(by: 1074) == 1)
        #expect(Double.leastNonzeroMagnitude.scaled(by: 2000) == 0x1p926)
        // Rounded once, to even, at the end of the range.
        #expect(3.0.scaled(by: -1075) == 0x1p-1073 && 1.0.scaled(by: -1075) == 0)
    }

    /// x, n and e^x / 2^n, from mpmath at 60 digits.
    static let exponentials: [(Double, Int, String)] = [
        (0.0, 0, "1.0"),
        (0.34657, 0, "1.41420848495957966219161012651732530615657937"),
        (-0.34657, 0, "0.707109319902419902096625189752407664474431745"),
        (1.0397207, 1, "1.41421346219032577321556805271383339511069701"),
        (1.0, 1, "1.35914091422952261768014373567633124887862355"),
        (-1.0, -1, "0.735758882342884643191047540322921734891622262"),
        (0.5, 1, "0.82436063535006407342432539390708178582688805"),
        (-0.03125, 0, "0.969233234476344081848109193246352783604725754"),
        (1e-20, 0, "1.00000000000000000000999999999999999945158271"),
        (0.1, 0, "1.10517091807564763094663882345877965774166342"),
        (-0.1, 0, "0.904837418035959568141392384216935595309064654"),
        (10.0, 14, "1.34438878142130838116198124055689968056356889"),
        (-10.0, -14, "0.743832449228551807559131390944061198138049968"),
        (123.456, 178, "1.07874881004688984526940521220037323026626679"),
        (-700.25, -1010, "0.842528630574536123702376151667471689938538468"),
        (709.0, 1023, "0.914328180063324813974888850588632141945885557"),
        (100000.0, 144270, "0.709113710838026889804595474331077404562216625"),
        (-100000.0, -144270, "1.41021106307224719833090303520466370254450346"),
        (0x1p41, 3_172_519_945_584, "1.29600222872874149737245369576329638443185233"),
        (-5e17, -721_347_520_444_481_704, "1.24836313521776498074470436740397939716528696"),
        (0.001, 0, "1.00100050016670834168889326279830288872940455"),
    ]

    @Test("exponentials", arguments: exponentials)
    func exponential(x: Double, exponent: Int, digits: String) {
        let result = DoubleDouble.exponential(DoubleDouble(x))
        #expect(0.69...1.4 ~= result.significand.high)
        let value = result.significand.scaled(by: result.exponent - exponent)
        #expect(Self.distance(value, Self.decimal(digits)) <= (0x1p-95 + 0x1p-100 * abs(x)) * value.high)
    }

    /// Every entry of the table is a root of a power of two.
    @Test("the 32nd power of e^(step ln 2 / 32) is 2^step")
    func exponentialOfSteps() {
        for step in -100...100 {
            let x = DoubleDouble.logarithmOfTwo.scaled(by: -5) * DoubleDouble(Double(step))
            var power = DoubleDouble.exponential(x)
            for _ in 0..<5 { power = (power.significand * power.significand, 2 * power.exponent) }
            let error = Self.distance(power.significand, DoubleDouble(1).scaled(by: step - power.exponent))
            #expect(error <= 32 * 0x1p-95 * power.significand.high, "\(step)")
        }
    }

    /// x and ln x, from mpmath at 60 digits.
    static let logarithms: [(Double, String)] = [
        (0.5, "-0.693147180559945309417232121458176568075500134"),
        (2.0, "0.693147180559945309417232121458176568075500134"),
        (1.0, "0.0"),
        (3.0, "1.09861228866810969139524523692252570464749056"),
        (0.1, "-2.30258509299404562850684022342653872716347359"),
        (1e+300, "690.77552789821370525790219666051368115065999"),
        (1e-300, "-690.775527898213705180338344570100502908613342"),
        (1.0000001, "0.0000000999999950583870451775160996834544912302987959"),
        (0.9999999, "-0.000000100000004947364743290162628832054270750855853"),
        (7.25, "1.98100146886658340834880778944555846934351265"),
    ]

    @Test("logarithms from any good approximation", arguments: logarithms)
    func logarithm(x: Double, digits: String) {
        let expected = Self.decimal(digits)
        for change in [0, 1e-16, -1e-13, 1e-10] {
            let result = DoubleDouble.logarithm(DoubleDouble(x), near: expected.high + change)
            // The third power of the correction and the error of the exponential remain.
            #expect(Self.distance(result, expected) <= 0x1p-74 + 0x1p-100 * abs(expected.high), "\(x) \(change)")
        }
    }

    @Test("ln 2")
    func constant() {
        let expected = Self.decimal("0.693147180559945309417232121458176568075500134")
        #expect(DoubleDouble.logarithmOfTwo.high == expected.high)
        #expect(Self.distance(DoubleDouble.logarithmOfTwo, expected) <= 0x1p-104)
    }
}
