import MarketData
import Testing
import _TestSupport

@Suite("Exact decimal")
struct ExactDecimalTests {
    /// `Fixtures/market/decimals.py`
    private static let rows = Result { try table("Fixtures/market/decimals.csv") }

    @Test(
        "agrees with Python's decimals of 18 digits and 100 decimals",
        arguments: ["parse", "add", "multiply", "divide", "compare", "round"])
    func agreesWithPython(operation: String) throws {
        let rows = try Self.rows.get().filter { $0[0] == operation }
        #expect(rows.count > 100)
        for row in rows {
            let (left, right) = (row[1], row[2])
            let result: String
            switch operation {
            case "parse": result = ExactDecimal(left)?.description ?? "none"
            case "add":
                result = decimal(left).adding(decimal(right))?.description ?? "none"
                #expect(decimal(right).adding(decimal(left)) == decimal(left).adding(decimal(right)))
            case "multiply": result = decimal(left).multiplied(by: decimal(right))?.description ?? "none"
            case "divide": result = decimal(left).divided(by: decimal(right))?.description ?? "none"
            case "compare":
                result = decimal(left) < decimal(right) ? "-1" : decimal(left) > decimal(right) ? "1" : "0"
            default: result = decimal(left).rounded(decimals: try #require(Int(right))).description
            }
            #expect(result == row[3], "\(row)")
        }
    }

    @Test(
        "reads numbers as JSON writes them",
        arguments: [
            ("165.12", 16512, -2), ("0.00000853", 853, -8), ("-1.50", -15, -1), ("1e2", 1, 2), ("1E+2", 1, 2),
            ("12.5e-1", 125, -2), ("007", 7, 0), ("0", 0, 0), ("-0.000", 0, 0), ("0e999999999999999999999", 0, 0),
            ("1e-999999999999999999999", 0, 0), ("1e100", 1, 100), ("1000e97", 1, 100), ("1e-100", 1, -100),
        ] as [(String, Int64, Int8)])
    func reads(text: String, significand: Int64, exponent: Int8) throws {
        let value = try #require(ExactDecimal(text))
        #expect(value.significand == significand)
        #expect(value.exponent == exponent)
    }

    @Test(
        "rejects any other text",
        arguments: [
            "", "-", "+1", ".5", "1.", "1.e5", "e5", "1e", "1e+", "1e+-5", "1e5.0", "1e1e1", "--1", "1-", " 1", "1 ",
            "1_000", "1,000", "0x10",
            "NaN", "inf", "Infinity", "nan", "١", "1e١", "1e101", "1e999999999999999999999", "-1e101", "1\u{301}",
        ])
    func rejects(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test("the nearest double is that of the text")
    func nearestDouble() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let significand = Int64.random(in: -999_999_999_999_999_999...999_999_999_999_999_999, using: &generator)
            let length = Int64(pow10: Int.random(in: 0...17, using: &generator))
            let exponent = Int.random(in: -100...80, using: &generator)
            let text = "\(significand / length)e\(exponent)"
            #expect(try #require(ExactDecimal(text)).doubleValue == Double(text), "\(text)")
        }
    }

    @Test("converts a double to its shortest decimal")
    func shortestDecimal() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<10_000 {
            let double = Double(bitPattern: generator.next())
            let value = ExactDecimal(double)
            if double.isFinite, abs(double) < 1e100, abs(double) >= 1e-84 || double == 0 {
                #expect(value?.doubleValue == double)
            } else if abs(double) < 1 {
                #expect(abs(value?.doubleValue ?? .infinity) <= 1e-83)
            }
            // None of these may trap.
            for decimals in [.min, -1, 0, 2, 100, .max] {
                _ = ExactDecimal(rounding: double, decimals: decimals)
                _ = value?.scaledInteger(decimals: decimals)
            }
            _ = value?.description
        }
        #expect(ExactDecimal(.nan) == nil)
        #expect(ExactDecimal(.infinity) == nil)
        #expect(ExactDecimal(Double.greatestFiniteMagnitude) == nil)
        #expect(ExactDecimal(Double.leastNonzeroMagnitude) == .zero)
        #expect(ExactDecimal(-0.0) == .zero)
    }

    @Test("removes the noise of single precision")
    func rounding() {
        #expect(ExactDecimal(rounding: 75.0875015258789, decimals: 4) == decimal("75.0875"))
        #expect(ExactDecimal(rounding: 0.5, decimals: 0) == .zero)
        #expect(ExactDecimal(rounding: 1.5, decimals: 0) == decimal("2"))
        #expect(ExactDecimal(rounding: 2.5, decimals: -3) == decimal("2"))
    }

    @Test("random texts never trap, and a printed value parses as the same value")
    func randomTexts() throws {
        var generator = SeededGenerator(seed: 5)
        let characters = Array("0123456789999995.-+eE \u{301}x")
        var read = 0
        for _ in 0..<10_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let text = String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "0" })
            guard let value = ExactDecimal(text) else { continue }
            #expect(ExactDecimal(value.description) == value)
            read += 1
        }
        #expect(read >= 500)
    }

    @Test("operations on extreme values never trap")
    func extremes() throws {
        var values: [ExactDecimal] = [.zero]
        for significand in [1, 5, 999_999_999_999_999_999, 123_456_789_012_345_678] as [Int64] {
            for exponent in [-100, -99, -82, -37, -36, -20, -19, -18, -1, 0, 1, 17, 18, 19, 20, 36, 99, 100] {
                values.append(ExactDecimal(significand: significand, exponent: exponent))
                values.append(ExactDecimal(significand: -significand, exponent: exponent))
            }
        }
        for left in values {
            #expect(left.negated.negated == left)
            #expect(left.subtracting(left) == .zero)
            #expect(left.multiplied(by: .zero) == .zero)
            #expect(left.adding(.zero) == left)
            for right in values {
                _ = left.multiplied(by: right)
                #expect((left.divided(by: right) == nil) || right != .zero)
                let order = left < right
                // The difference of unequal values is zero only if it is below the last decimal.
                if let difference = left.subtracting(right) {
                    #expect(order == (difference < .zero))
                    #expect((difference == .zero) == (left == right))
                }
            }
        }
    }

    @Test(
        "a value times a power of ten is an integer, or nil",
        arguments: [
            ("165.125", 3, 165_125), ("165.125", 2, nil), ("1e17", 0, 100_000_000_000_000_000), ("1e18", 0, nil),
            ("1e18", -2, 10_000_000_000_000_000), ("15", -1, nil),
            ("0", .max, 0), ("-0.5", 1, -5),
        ] as [(String, Int, Int?)])
    func scaledInteger(text: String, decimals: Int, integer: Int?) {
        #expect(decimal(text).scaledInteger(decimals: decimals) == integer)
    }
}

extension Int64 {
    fileprivate init(pow10 exponent: Int) { self = (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
