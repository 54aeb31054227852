import Foundation
import OptionPricing
import Testing

@Suite("Markets and carries")
struct CarryTests {
    @Test("the forward grows at the rate less the yield")
    func yield() throws {
        let carry = try OptionMarket(spot: 100, riskFreeRate: 0.05, dividendYield: 0.02).carry(to: 2)
        #expect(carry.forward == 100 * exp((0.05 - 0.02) * 2))
        #expect(carry.discountFactor == exp(-0.1))
        #expect(carry.prepaidForward == 100 * exp(-0.04))
        #expect(carry.dividends.isEmpty)
    }

    @Test("a forward is its own forward at every expiration")
    func forward() throws {
        let market = try OptionMarket(forward: -3, riskFreeRate: 0.05)
        #expect(market.carry(to: 0).forward == -3 && market.carry(to: 7).forward == -3)
        #expect(market.carry(to: 7).prepaidForward == -3 * exp(-0.05 * 7))
    }

    @Test("dividends count after the valuation and up to the expiration, proportions first")
    func dividends() throws {
        let given = try [
            DiscreteDividend(timeToExDate: 1, .amount(4)), DiscreteDividend(timeToExDate: 0.5, .amount(2)),
            DiscreteDividend(timeToExDate: 1, .proportion(0.1)), DiscreteDividend(timeToExDate: 0, .amount(50)),
            DiscreteDividend(timeToExDate: 1.5, .amount(50)),
        ]
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividends: given)
        #expect(try market == OptionMarket(spot: 100, riskFreeRate: 0.04, dividends: given.reversed()))
        let carry = market.carry(to: 1)
        #expect(carry.dividends == [given[1], given[2], given[0]])
        let expected = ((100 * exp(0.02) - 2) * exp(0.02)) * 0.9 - 4
        #expect(abs(carry.forward - expected) <= 1e-13)
        #expect(abs(carry.prepaidForward - expected * exp(-0.04)) <= 1e-13)
        // The price of the underlying does not become negative.
        #expect(market.carry(to: 0.4).dividends.isEmpty)
        #expect(try OptionMarket(spot: 1, dividends: given).carry(to: 0.5).forward == 0)
        // Before the ex-date, a dividend changes no digit.
        let plain = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividendYield: 0.017).carry(to: 0.4)
        let early = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividendYield: 0.017, dividends: given).carry(
            to: 0.4)
        #expect(early.forward == plain.forward)
        #expect(early.prepaidForward == plain.prepaidForward)
    }

    @Test("of extreme rates are infinite or 0, and not NaN")
    func extremeRates() throws {
        let dividend = try DiscreteDividend(timeToExDate: 0.5, .amount(1))
        let high = try OptionMarket(spot: 100, riskFreeRate: 2000, dividends: [dividend]).carry(to: 1)
        #expect(high.forward == .infinity)
        // The amount is worth nothing now.
        #expect(high.prepaidForward == 100)
        let low = try OptionMarket(spot: 1, riskFreeRate: -2000, dividends: [dividend]).carry(to: 1)
        #expect(low.forward == 0)
        #expect(low.prepaidForward == 0)
        // The dividend takes the whole price, which then grows at an infinite rate.
        let special = try DiscreteDividend(timeToExDate: 1e-9, .amount(2))
        let taken = try OptionMarket(spot: 1, riskFreeRate: 2000, dividends: [special]).carry(to: 1)
        #expect(taken.forward == 0)
        #expect(taken.prepaidForward == 0)
    }

    @Test("name the first parameter outside its domain")
    func domains() throws {
        #expect(throws: PricingError.notFinite(.spot, .infinity)) { try OptionMarket(spot: .infinity) }
        #expect(throws: PricingError.notFinite(.forward, -.infinity)) { try OptionMarket(forward: -.infinity) }
        #expect(throws: PricingError.notFinite(.dividendYield, .infinity)) {
            try OptionMarket(spot: 1, dividendYield: .infinity)
        }
        #expect(throws: PricingError.notFinite(.riskFreeRate, .infinity)) {
            try OptionMarket(forward: 1, riskFreeRate: .infinity)
        }
        #expect(throws: PricingError.notFinite(.timeToExDate, .infinity)) {
            try DiscreteDividend(timeToExDate: .infinity, .amount(1))
        }
        #expect(throws: PricingError.negative(.amount, -1)) { try DiscreteDividend(timeToExDate: 1, .amount(-1)) }
        #expect(throws: PricingError.negative(.proportion, -0.1)) {
            try DiscreteDividend(timeToExDate: 1, .proportion(-0.1))
        }
        #expect(throws: PricingError.greaterThanOne(.proportion, 1.5)) {
            try DiscreteDividend(timeToExDate: 1, .proportion(1.5))
        }
        #expect(throws: PricingError.notFinite(.strike, .infinity)) {
            try OptionTerms(.call, strike: .infinity, timeToExpiration: 1)
        }
        #expect(throws: PricingError.negative(.timeToExpiration, -1)) {
            try OptionTerms(.call, strike: 1, timeToExpiration: -1)
        }
        let terms = try OptionTerms(.call, strike: -1, timeToExpiration: 1)
        #expect(throws: PricingError.notPositive(.strike, -1)) { try ModelledOption(terms, in: OptionMarket(spot: 1)) }
        #expect(throws: PricingError.notPositive(.forward, -1)) {
            try ModelledOption(terms, in: OptionMarket(forward: -1))
        }
        #expect(try ModelledOption(terms, in: OptionMarket(spot: -1), model: .bachelier).strike == -1)
    }
}
