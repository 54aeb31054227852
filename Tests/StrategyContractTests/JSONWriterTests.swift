import Foundation
import Testing
import _TestSupport

@testable import StrategyContract

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test(
        "numbers have the format of the contract",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-925, "-925"), (330, "330"), (0.1, "0.1"), (174.25, "174.25"),
            (0.00000001, "0.00000001"), (-0.00000001, "-0.00000001"), (1e-10, "0.0000000001"),
            (1.5e-10, "0.00000000015"), (1.2345678901e-7, "0.00000012345678901"), (123456.7890123, "123456.7890123"),
            (651.4144210526, "651.4144210526"), (1e15, "1000000000000000"), (1234567890123456, "1234567890123456"),
            (9.999999999999998e15, "9999999999999998"), (1e16, "1e+16"),
            (1e17, "1e+17"), (1.5e300, "1.5e+300"), (1e-11, "1e-11"), (0.1 + 0.2, "0.30000000000000004"),
            (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) {
        #expect(JSONWriter.text(value) == text)
    }

    @Test("numbers are the shortest that read back, and ordinary ones have no exponent")
    func shortest() {
        var generator = SeededGenerator(seed: 7)
        func check(_ value: Double) {
            let text = JSONWriter.text(value)
            #expect(Double(text) == value)
            #expect(digits(text) == digits(value.description), "\(value)")
            #expect(text != "-0")
            if value.magnitude >= 1e-10, value.magnitude < 1e16 { #expect(!text.contains("e")) }
        }
        for _ in 0..<20_000 {
            // All magnitudes; then money and prices of all sizes.
            let bits = Double(bitPattern: generator.next())
            if bits.isFinite { check(bits) }
            let places = Int.random(in: 0...12, using: &generator)
            let significand = generator.next() >> UInt64.random(in: 1...63, using: &generator)
            if let money = Double("\(significand)e-\(places)") {
                check(money)
                check(-money)
                check(money.nextUp)
            }
        }
    }

    @Test("every power of two and of ten, and its neighbours, reads back")
    func magnitudes() {
        var values = (-324...308).compactMap { Double("1e\($0)") }
        var power = Double.leastNonzeroMagnitude
        while power.isFinite {
            values.append(power)
            power *= 2
        }
        values.append(.greatestFiniteMagnitude)
        for value in values {
            for value in [value.nextDown, value, value.nextUp, -value] where value.isFinite {
                let text = JSONWriter.text(value)
                #expect(Double(text) == value)
                #expect(digits(text) == digits(value.description), "\(value)")
            }
        }
    }

    /// The significant digits, without sign, point, exponent and zeros at the ends.
    private func digits(_ text: String) -> String {
        let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
        return String(mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed())
    }

    @Test("strings are escaped")
    func strings() throws {
        let text = "a\"b\\c\n\u{1}\u{1F}é\u{1F600}/"
        var writer = JSONWriter()
        writer.append(quoted: text)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""a\"b\\c\u000a\u0001\u001fé😀/""#)
        #expect(try JSONDecoder().decode(String.self, from: Data(writer.bytes)) == text)
    }
}
