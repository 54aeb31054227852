import CReference
import Testing

/// Compares the reference with the table of prices and volatilities, including extremes.
@Suite("Reference: implied volatility")
struct ImpliedVolatilityTableTests {
    /// A row of any group. Each group has some of the fields.
    struct Row: Decodable {
        struct Normalised: Decodable {
            let x, s: Double
            let exact_beta: Double
        }
        let group: String
        let log_moneyness, total_vol, price, implied_total_vol_of_double_price, condition_number: Double?
        let price_str, exact_black_price_str, exact_price_str, type: String?
        let S, K, F, T, r, q, q_yield, sigma, exact_black_price, exact_price: Double?
        let normalised: Normalised?
    }

    static func rows(_ group: String) throws -> [Row] {
        let rows: [Row] = try ReferenceTable.cases("implied_vol")
        return rows.filter { $0.group == group }
    }

    /// exp(x/2) N(x/s + s/2) - exp(-x/2) N(x/s - s/2) is the price of an option on 1 struck at 1 in 1 year, with rate x/2
    /// and yield -x/2. All inputs are exact in doubles.
    static func normalisedPrice(put: Bool, _ x: Double, _ s: Double) -> reference_value {
        Reference.values(
            put: put, spot: 1, strike: 1, time: 1, rate: x / 2, yield: -x / 2, volatility: s)[REFERENCE_PRICE.index]
    }

    @Test("normalised prices, and the exact inverse of their doubles")
    func normalisedGrid() throws {
        let rows = try Self.rows("otm_normalised_grid")
        #expect(rows.count == 222)
        for row in rows {
            let x = abs(try #require(row.log_moneyness))
            let price = Self.normalisedPrice(put: false, -x, try #require(row.total_vol))
            #expect(price.value == row.price)
            // Below 1e-290 the rest is not a normal number.
            if price.value > 1e-290 {
                #expect(Reference.error(price, try #require(row.price_str), magnitude: price.value) < 1e-28)
            }
            let inverse = try #require(Reference.totalVolatility(logMoneyness: x, price: price.value))
            #expect(inverse.value == row.implied_total_vol_of_double_price, "\(row)")
            #expect(abs(inverse.condition / (try #require(row.condition_number)) - 1) < 1e-11)
        }
    }

    @Test(
        "undiscounted prices, and volatilities to the precision that the double determines",
        arguments: [("lets_be_rational_testvalues", 198), ("unit_tests", 2), ("opengamma_strata", 32)])
    func undiscounted(group: String, count: Int) throws {
        let rows = try Self.rows(group)
        #expect(rows.count == count)
        for row in rows {
            let put = row.q == -1
            let forward = try #require(row.F)
            let strike = try #require(row.K)
            let time = try #require(row.T)
            let sigma = try #require(row.sigma)
            let price = Reference.values(
                put: put, spot: forward, strike: strike, time: time, rate: 0, yield: 0, volatility: sigma
            )[REFERENCE_PRICE.index]
            #expect(price.value == row.exact_black_price)
            if let digits = row.exact_black_price_str {
                #expect(Reference.error(price, digits, magnitude: price.value) < 1e-28)
            }
            if let normalised = row.normalised {
                #expect(Self.normalisedPrice(put: put, normalised.x, normalised.s).value == normalised.exact_beta)
            }
            let inverse = Reference.volatility(
                put: put, price: price.value, spot: forward, strike: strike, time: time, rate: 0, yield: 0)
            Self.expect(inverse, sigma, "\(row)")
        }
    }

    @Test("discounted prices, including extremes", arguments: [("py_vollib_deep", 50), ("extreme_dimensional", 10)])
    func discounted(group: String, count: Int) throws {
        let rows = try Self.rows(group)
        #expect(rows.count == count)
        for row in rows {
            let put = row.type == "put"
            let spot = try #require(row.S)
            let strike = try #require(row.K)
            let time = try #require(row.T)
            let rate = try #require(row.r)
            let sigma = try #require(row.sigma)
            let yield = row.q_yield ?? 0
            let price = Reference.values(
                put: put, spot: spot, strike: strike, time: time, rate: rate, yield: yield, volatility: sigma
            )[REFERENCE_PRICE.index]
            #expect(price.value == row.exact_price)
            #expect(Reference.error(price, try #require(row.exact_price_str), magnitude: price.value) < 1e-28)
            let inverse = Reference.volatility(
                put: put, price: price.value, spot: spot, strike: strike, time: time, rate: rate, yield: yield)
            Self.expect(inverse, sigma, "\(row)")
        }
    }

    /// The price was rounded to a double with an error of at most 2^-53, which the condition number amplifies.
    static func expect(_ inverse: Reference.Volatility?, _ sigma: Double, _ row: String) {
        guard let inverse else {
            Issue.record("no volatility: \(row)")
            return
        }
        #expect(abs(inverse.value / sigma - 1) <= 0x1p-52 * max(1, inverse.condition), "\(row)")
    }

    @Test("a price without volatility is rejected")
    func refused() {
        #expect(
            Reference.volatility(put: false, price: 10, spot: 110, strike: 100, time: 1, rate: 0, yield: 0) == nil)
        #expect(
            Reference.volatility(put: false, price: 110, spot: 110, strike: 100, time: 1, rate: 0, yield: 0) == nil)
        #expect(Reference.volatility(put: true, price: 0, spot: 110, strike: 100, time: 1, rate: 0, yield: 0) == nil)
        #expect(
            Reference.volatility(put: true, price: 100, spot: 110, strike: 100, time: 1, rate: 0, yield: 0) == nil)
        #expect(Reference.totalVolatility(logMoneyness: 0, price: 1) == nil)
        #expect(Reference.totalVolatility(logMoneyness: 2, price: 0.5) == nil)
        #expect(Reference.totalVolatility(logMoneyness: 2, price: 0) == nil)
    }
}
