import Foundation
import OptionPricing
import Testing
import _TestSupport

@Suite("The ends of the range of doubles, at 900 digits")
struct LimitTableTests {
    struct Row: Decodable {
        let group, type: String
        let S, K, T, r, q, sigma, conditioning, ln_price: String
        let expected, magnitude: [String: String]

        var sample: OptionSample {
            func number(_ text: String) -> Double { Double(text) ?? .nan }
            return OptionSample(
                isPut: type == "put", spot: number(S), strike: number(K), time: number(T), rate: number(r),
                yield: number(q), volatility: number(sigma))
        }
    }

    struct Table: Decodable {
        let cases: [Row]
    }

    static let groups = ["far", "money", "apart", "time", "volatility", "rates", "equal rates"]

    static func rows(_ group: String) throws -> [Row] {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/limits.json").cases.filter { $0.group == group }
        try #require(rows.count >= 22)
        return rows
    }

    @Test("prices", arguments: groups)
    func prices(group: String) throws {
        for row in try Self.rows(group) {
            let expected = try #require(Double(row.expected["price"] ?? ""))
            guard expected.isFinite else {
                #expect(throws: PricingError.notRepresentable(.price)) { _ = try row.sample.price() }
                continue
            }
            let (sample, price) = (row.sample, try row.sample.price())
            let conditioning = try #require(Double(row.conditioning))
            // A subnormal tail loses digits before it is multiplied by spot or strike.
            let unit = group == "apart" ? 1 : max(1, sample.spot, sample.strike)
            let underflow = 4 * Double.leastNonzeroMagnitude * unit
            let bound = min(1, 4e-15 * conditioning) * expected + underflow
            // A price is 0 only if the exact price underflows.
            let logarithm = try #require(Double(row.ln_price))
            if group != "apart", price == 0 { #expect(logarithm <= log(underflow), "\(row)") }
            #expect(abs(price - expected) <= bound, "\(price) for \(expected) of \(row)")
        }
    }

    @Test("veta", arguments: groups)
    func veta(group: String) throws {
        for row in try Self.rows(group) {
            let sample = row.sample
            let veta = try sample.option().veta(volatility: sample.volatility)
            let expected = try #require(Double(row.expected["veta"] ?? ""))
            let magnitude = try #require(Double(row.magnitude["veta"] ?? ""))
            let conditioning = try #require(Double(row.conditioning))
            guard expected.isFinite, magnitude.isFinite else {
                #expect(!veta.isNaN, "\(row)")
                #expect(expected.isFinite || veta == expected || abs(veta) > 1.79e308, "\(veta) of \(row)")
                continue
            }
            let bound = min(1, 4e-15 * conditioning) * magnitude + 4 * Double.leastNonzeroMagnitude
            #expect(abs(veta - expected) <= bound, "\(veta) for \(expected) of \(row)")
        }
    }

    @Test("all values", arguments: groups)
    func values(group: String) throws {
        for row in try Self.rows(group) {
            let price = try #require(Double(row.expected["price"] ?? ""))
            guard price.isFinite else {
                #expect(throws: PricingError.notRepresentable(.price)) { _ = try row.sample.values() }
                continue
            }
            let values = try row.sample.values()
            let conditioning = try #require(Double(row.conditioning))
            let vega = try #require(Double(row.expected["vega"] ?? ""))
            // Below this limit e^{-qT} φ(d1) has fewer digits, or none.
            let least = 1e-305 * max(1, row.sample.spot) * max(1, row.sample.time.squareRoot())
            let isPrecise = group == "apart" || vega >= least
            for (index, name) in ReferenceOption.names.enumerated() {
                let expected = try #require(Double(row.expected[name] ?? ""))
                let magnitude = try #require(Double(row.magnitude[name] ?? ""))
                let value = values[index]
                #expect(!value.isNaN, "\(name) of \(row)")
                guard expected.isFinite else {
                    #expect(value == expected || abs(value) > 1.79e308, "\(name) \(value) of \(row)")
                    continue
                }
                let bound = (isPrecise ? min(1, 4e-15 * conditioning) : 2) * magnitude
                let unit = group == "apart" ? 1 : max(1, row.sample.spot)
                #expect(
                    abs(value - expected) <= bound + 4 * .leastNonzeroMagnitude * unit,
                    "\(name) \(value) for \(expected) of \(row)")
            }
        }
    }
}
