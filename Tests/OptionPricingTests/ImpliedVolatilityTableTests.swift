import Foundation
import OptionPricing
import Testing
import _TestSupport

@Suite("Implied volatility: tables")
struct ImpliedVolatilityTableTests {
    @Test("exact inverses at 50 digits", arguments: [false, true])
    func exact(isPut: Bool) throws {
        let reference = try ReferenceVolatility.all()
        #expect(reference.count == 222)
        for row in reference {
            let result = try row.quote(isPut: isPut).impliedVolatility(price: row.price)
            guard case .volatility(let volatility) = result else {
                Issue.record("\(result) of \(row)")
                continue
            }
            #expect(abs(volatility - row.volatility) <= row.bound * row.volatility, "\(volatility) of \(row)")
        }
    }

    /// Spot, strike, price and volatility of calls worth less than 2⁻¹⁰⁰⁰ of their bound, from mpmath at 400 digits.
    static let faint: [(spot: Double, strike: Double, price: Double, volatility: Double)] = [
        (1.0, 2.0, 1e-305, 0.018652117585023064089),
        (1.0, 100000.0, 1e-307, 0.30697590582703301038),
        (1e+250, 1e+280, 1e-100, 1.6931238755459021143),
        (1e+100, 1e+101, 1e-300, 0.053948617906199356009),
        (1e+300, 1.5e+300, 1e-10, 0.010826376243929243893),
        (1e+200, 1e+300, 1e-250, 4.8194634017993832271),
    ]

    @Test("prices below 2^-1000 of the bound", arguments: faint)
    func farTail(spot: Double, strike: Double, price: Double, expected: Double) throws {
        for time in [1.0, 0.25] {
            let call = OptionSample(
                isPut: false, spot: spot, strike: strike, time: time, rate: 0, yield: 0, volatility: 0)
            let result = try call.impliedVolatility(price: price)
            guard case .volatility(let volatility) = result else {
                Issue.record("\(result)")
                continue
            }
            let error = abs(volatility * time.squareRoot() - expected) / expected
            #expect(error <= 8 * 0x1p-53, "\(volatility)")
        }
    }

    /// A row of the other groups: an option, its volatility, and its rounded exact price.
    struct Row: Decodable {
        let group: String
        let F, S: Double?
        let K, T, sigma: Double?
        let r, q_yield, q: Double?
        let type: String?
        let exact_black_price, exact_price: Double?
        let recoverable: Bool?

        var sample: OptionSample? {
            guard let spot = F ?? S, let K, let T, let sigma else { return nil }
            return OptionSample(
                isPut: type.map { $0 == "put" } ?? (q == -1), spot: spot, strike: K, time: T, rate: r ?? 0,
                yield: q_yield ?? 0, volatility: sigma)
        }
    }

    struct Table: Decodable {
        let cases: [Row]
    }

    @Test(
        "volatilities of exact prices",
        arguments: [
            ("lets_be_rational_testvalues", 198), ("unit_tests", 2), ("opengamma_strata", 32), ("py_vollib_deep", 50),
            ("extreme_dimensional", 10),
        ])
    func group(name: String, count: Int) throws {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/implied_vol.json").cases
            .filter { $0.group == name }
        #expect(rows.count == count)
        var determined = 0
        for row in rows {
            let sample = try #require(row.sample)
            let price = try #require(row.exact_black_price ?? row.exact_price)
            let vega = try sample.values()[Greek.vega.rawValue]
            let condition = price / (vega * sample.volatility)
            let result = try sample.impliedVolatility(price: price)
            switch result {
            case .volatility(let volatility):
                // The price was rounded by up to half a unit before it was inverted.
                let bound = (8 * max(1, condition) + condition) * 0x1p-53
                #expect(abs(volatility - sample.volatility) <= bound * sample.volatility, "\(row)")
                determined += 1
            case .notDeterminable:
                #expect(condition > 0x1p45, "\(row)")
            default:
                Issue.record("\(result) of \(row)")
            }
        }
        #expect(determined >= count * 8 / 10)
    }
}
