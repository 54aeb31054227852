import Testing
import _TestSupport

@testable import PayoffChart

@Suite("Ticks of an axis")
struct AxisTicksTests {
    @Test(
        "are the multiples of 1, 2 or 5 times a power of ten in the range",
        arguments: [
            (0.0, 10.0, 6, ["0", "2", "4", "6", "8", "10"]),
            (115, 215, 11, ["120", "130", "140", "150", "160", "170", "180", "190", "200", "210"]),
            (-925, 4075, 8, ["0", "1,000", "2,000", "3,000", "4,000"]),
            (-0.25, 0.25, 5, ["−0.2", "−0.1", "0", "0.1", "0.2"]),
            (0.0086, 0.016, 4, ["0.010", "0.012", "0.014", "0.016"]),
            (0, 3e9, 4, ["0", "1×10⁹", "2×10⁹", "3×10⁹"]),
            (-2.5e300, 2e300, 6, ["−2×10³⁰⁰", "−1×10³⁰⁰", "0", "1×10³⁰⁰", "2×10³⁰⁰"]),
            (0, 2.5e-9, 6, ["0", "5×10⁻¹⁰", "1×10⁻⁹", "1.5×10⁻⁹", "2×10⁻⁹", "2.5×10⁻⁹"]),
        ])
    func table(lower: Double, upper: Double, count: Int, labels: [String]) {
        #expect(AxisTicks(AxisRange(lower: lower, upper: upper), atMost: count).labels == labels)
    }

    @Test("are round, cover the range and read back, over random ranges of every magnitude")
    func laws() throws {
        var random = SeededGenerator(seed: 11)
        var ranges = 0
        for _ in 0..<5_000 {
            let lower = Double(bitPattern: random.next())
            let length = Double(bitPattern: random.next()).magnitude
            let upper = Bool.random(using: &random) ? lower + length : lower + lower.magnitude * random.uniform(0, 2)
            guard lower.isFinite, upper.isFinite, lower < upper else { continue }
            let count = Int.random(in: 5...20, using: &random)
            let range = AxisRange(lower: lower, upper: upper)
            let ticks = AxisTicks(range, atMost: count)
            #expect(ticks.values.count == ticks.labels.count && ticks.values.count <= count)
            #expect(ticks.values.allSatisfy(range.contains))
            #expect(zip(ticks.values, ticks.values.dropFirst()).allSatisfy { $0 < $1 })
            #expect(try ticks.labels.map { try #require(value(of: $0)) } == ticks.values, "\(lower) \(upper)")
            // A range of a few neighbouring doubles may have no round number.
            if upper / 2 - lower / 2 < max(lower.magnitude, upper.magnitude) * 1e-14 { continue }
            if max(lower.magnitude, upper.magnitude) < 1e-300 { continue }
            let significand = NumberText.text(ticks.step).prefix { $0 != "×" }.filter { "123456789".contains($0) }
            #expect(["1", "2", "5"].contains(significand))
            let (first, last) = (try #require(ticks.values.first), try #require(ticks.values.last))
            #expect(first / 2 - lower / 2 <= ticks.step * 0.500001, "\(lower) \(upper)")
            #expect(upper / 2 - last / 2 <= ticks.step * 0.500001, "\(lower) \(upper)")
            ranges += 1
        }
        #expect(ranges >= 2_500)
    }
}

@Suite("Numbers as text")
struct NumberTextTests {
    @Test(
        "have separators, and powers of ten beyond 10⁻¹⁰ and 10¹⁶",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (174.25, "174.25"), (-925, "−925"), (1000, "1,000"),
            (-1_234_567.5, "−1,234,567.5"),
            (1e15, "1,000,000,000,000,000"), (1e16, "1×10¹⁶"), (-1.25e300, "−1.25×10³⁰⁰"), (1e-10, "0.0000000001"),
            (3e-11, "3×10⁻¹¹"), (.leastNonzeroMagnitude, "5×10⁻³²⁴"), (106.6666666667, "106.6666666667"),
        ])
    func table(number: Double, text: String) {
        #expect(NumberText.text(number) == text)
    }

    @Test("read back as the number")
    func roundTrip() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<10_000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { #expect(value(of: NumberText.text(number)) == number) }
        }
    }
}

/// The number that a text denotes.
func value(of text: String) -> Double? {
    let powers = Dictionary(uniqueKeysWithValues: zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    let parts = text.replacing("−", with: "-").replacing(",", with: "").split(separator: "×10")
    guard let significand = parts.first else { return nil }
    return Double(significand + "e" + (parts.count == 2 ? String(parts[1].compactMap { powers[$0] }) : "0"))
}
