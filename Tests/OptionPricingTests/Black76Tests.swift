import OptionPricing
import Testing
import _TestSupport

@Suite("Black (1976)")
struct Black76Tests {
    @Test("all values at 50 digits")
    func highPrecision() throws {
        let rows = try ForwardReference.rows("black76")
        #expect(rows.count == 74)
        for row in rows {
            let option = try ModelledOption(
                row.kind, forward: #require(row.F), strike: row.K, timeToExpiration: row.T, riskFreeRate: row.r)
            let (greeks, higher) = try option.allGreeks(volatility: row.sigma)
            for (name, value) in ForwardReference.values(greeks, higher) {
                #expect(row.error(of: name, value) <= 0x1p-49, "\(name) \(value) of \(row)")
            }
            #expect(try option.greeks(volatility: row.sigma) == greeks)
            #expect(try option.price(volatility: row.sigma) == greeks.price)
        }
    }

    struct Published: Decodable {
        let type: String
        let S, K, r, q, T, sigma, value, tolerance: Double
    }

    struct Table: Decodable {
        let cases: [Published]
    }

    @Test("published prices: Haug, Hull and Strata")
    func published() throws {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/european_prices.json").cases
            .filter { $0.q == $0.r }
        #expect(rows.count >= 40)
        for row in rows {
            let option = try ModelledOption(
                row.type == "put" ? .put : .call, forward: row.S, strike: row.K, timeToExpiration: row.T,
                riskFreeRate: row.r)
            let price = try option.price(volatility: row.sigma)
            #expect(abs(price - row.value) <= row.tolerance, "\(row)")
        }
    }

    @Test("the implied volatility of a price gives the price")
    func impliedVolatility() throws {
        for row in try ForwardReference.rows("black76") {
            let option = try ModelledOption(
                row.kind, forward: #require(row.F), strike: row.K, timeToExpiration: row.T, riskFreeRate: row.r)
            let price = try #require(row.values["price"])
            let condition = try price / (#require(row.values["vega"]) * row.sigma)
            guard case .volatility(let volatility) = try option.impliedVolatility(price: price) else {
                #expect(condition > 0x1p45, "\(row)")
                continue
            }
            // The price was rounded by up to half a unit before it was inverted.
            let bound = (8 * max(1, condition) + condition) * 0x1p-53
            #expect(abs(volatility - row.sigma) <= bound * row.sigma, "\(volatility) of \(row)")
        }
    }

    @Test("a forward and a strike outside the domain are named")
    func domain() {
        #expect(throws: PricingError.notPositive(.forward, -1)) {
            try ModelledOption(.call, forward: -1, strike: 1, timeToExpiration: 1)
        }
        #expect(throws: PricingError.notPositive(.strike, 0)) {
            try ModelledOption(.call, forward: 1, strike: 0, timeToExpiration: 1)
        }
        #expect(throws: PricingError.negative(.timeToExpiration, -1)) {
            try ModelledOption(.call, forward: 1, strike: 1, timeToExpiration: -1)
        }
    }

    @Test("without time, values are limits")
    func limits() throws {
        for (strike, delta) in [(90.0, 1.0), (110, 0)] {
            let option = try ModelledOption(.call, forward: 100, strike: strike, timeToExpiration: 0, riskFreeRate: 0.1)
            let greeks = try option.greeks(volatility: 0.2)
            let payoff = max(100 - strike, 0)
            #expect(greeks == Greeks(price: payoff, delta: delta, gamma: 0, theta: 0.1 * payoff, vega: 0, rho: 0))
        }
    }
}
