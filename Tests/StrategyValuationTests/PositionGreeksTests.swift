import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@Suite("All greeks of strategies")
struct PositionGreeksTests {
    @Test("greeks are the derivatives of the price at 50 digits", arguments: try PositionGreeksTable.cases())
    func table(_ row: PositionGreeksTable.Case) throws {
        let greeks = try row.strategy().allGreeks()
        #expect(greeks.legs.count == row.legGreeks.count)
        for (leg, expected) in zip(greeks.legs, row.legGreeks) {
            #expect(expected.count == 17)
            #expect(Set(leg.named.keys) == Set(expected.keys))
            for (name, number) in expected { #expect(number.isNear(leg.named[name]), "\(name)") }
        }
        #expect(Set(greeks.net.named.keys) == Set(row.net.keys))
        #expect(row.net["lambda"] == nil)
        for (name, number) in row.net { #expect(number.isNear(greeks.net.named[name]), "\(name)") }
    }

    @Test("the first greeks equal those that are computed alone", arguments: try PositionGreeksTable.cases())
    func first(_ row: PositionGreeksTable.Case) throws {
        let strategy = try row.strategy()
        let (first, all) = (try strategy.greeks(), try strategy.allGreeks())
        func reduced(_ greeks: PositionGreeks) -> PositionGreeks {
            var greeks = greeks
            greeks.higher = nil
            return greeks
        }
        #expect(first.net == reduced(all.net))
        #expect(first.legs == all.legs.map(reduced))
    }

    @Test("half of the table has one or two legs")
    func tableHasPairs() throws {
        #expect(try PositionGreeksTable.cases().count { $0.legs.count <= 2 } == 15)
    }

    @Test(
        "the net of two legs is their sum, to the last digit",
        arguments: try PositionGreeksTable.cases().filter { $0.legs.count <= 2 })
    func sums(_ row: PositionGreeksTable.Case) throws {
        let greeks = try row.strategy().allGreeks()
        for (name, value) in greeks.net.named {
            #expect(value == greeks.legs.reduce(0) { $0 + ($1.named[name] ?? .nan) }, "\(name)")
        }
    }

    private static func leg(
        _ side: Leg.Side, quantity: Int = 1, time: Double = 0.5, volatility: Double = 0.3, strikePrice: Double = 95
    ) throws -> PricedLeg {
        try PricedLeg(
            .put(side, strikePrice: strikePrice, premium: 2, quantity: quantity), timeToExpiration: time,
            volatility: volatility)
    }

    @Test("the side of the trade changes the sign of every greek but lambda", arguments: [1, 3, 1000])
    func sides(quantity: Int) throws {
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01)
        let legs = try [Self.leg(.long, quantity: quantity), Self.leg(.short, quantity: quantity), Self.leg(.long)]
        let greeks = try PricedStrategy(legs, in: market).allGreeks().legs
        for (name, value) in greeks[0].named {
            let (short, one) = (try #require(greeks[1].named[name]), try #require(greeks[2].named[name]))
            #expect(short == (name == "lambda" ? value : -value), "\(name)")
            let factor = name == "lambda" ? 1 : Double(quantity)
            #expect((value - factor * one).magnitude <= 2 * value.ulp, "\(name)")
        }
        // A put loses value as the stock rises, whether it is long or short.
        #expect(try #require(greeks[0].higher?.lambda) < -1)
    }

    @Test("shares have a delta and a lambda of 1")
    func shares() throws {
        let shares = try PricedLeg(shares: .stock(.short, entryPrice: 90, quantity: 30))
        let greeks = try PricedStrategy([shares], in: OptionMarket(spot: 100)).allGreeks()
        let leg = try #require(greeks.legs.first)
        #expect(leg.named.filter { $0.value != 0 } == ["delta": -30, "lambda": 1])
        #expect(greeks.net.named.filter { $0.value != 0 } == ["delta": -30])
        #expect(greeks.net.higher?.lambda == nil)
    }

    @Test("legs that cancel have no net greeks")
    func cancelling() throws {
        let greeks = try PricedStrategy([Self.leg(.long), Self.leg(.short)], in: OptionMarket(spot: 100)).allGreeks()
        var none = PositionGreeks()
        none.higher = HigherPositionGreeks()
        #expect(greeks.net == none)
    }

    @Test("units change theta, vega and rho alone")
    func units() throws {
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01)
        let greeks = try PricedStrategy([Self.leg(.short, quantity: 7)], in: market).allGreeks()
        let converted = greeks.converted(to: .market)
        for (before, after) in [(greeks.net, converted.net), (greeks.legs[0], converted.legs[0])] {
            for (name, value) in before.named {
                let divisor: Double = name == "theta" ? 365 : name == "vega" || name == "rho" ? 100 : 1
                #expect(after.named[name] == value / divisor, "\(name)")
            }
        }
    }

    @Test("without volatility, greeks are limits, which can be infinite at the money")
    func withoutVolatility() throws {
        let market = try OptionMarket(spot: 100)
        let out = try PricedStrategy([Self.leg(.long, volatility: 0)], in: market).allGreeks().legs[0]
        #expect(out.higher?.veta == 0)
        // A worthless option has no elasticity.
        #expect(out.higher?.lambda?.isNaN == true)
        let money = try PricedStrategy([Self.leg(.long, volatility: 0, strikePrice: 100)], in: market).allGreeks()
            .legs[0]
        #expect(money.gamma == .infinity)
        // −∂vega/∂T, where vega is S √(T/2π).
        let veta = try #require(money.higher?.veta)
        let expected = -100 * 100 * 0.3989422804014327 / (2 * 0.5.squareRoot())
        #expect(abs(veta - expected) < 1e-9)
        #expect(money.higher?.lambda == -.infinity)
        let expired = try PricedStrategy([Self.leg(.long, time: 0, strikePrice: 100)], in: market).allGreeks().legs[0]
        #expect(expired.higher?.veta == -.infinity)
    }

    @Test("the cost is known before the work begins")
    func work() throws {
        let strategy = try PricedStrategy(
            [PricedLeg](repeating: Self.leg(.long), count: 100), in: OptionMarket(spot: 1))
        var limits = WorkLimits.generous
        limits.valuations = 100_000
        let budget = WorkBudget(limits)
        #expect(throws: StrategyError("", .withinLimit(.valuations, 100_000))) {
            try strategy.allGreeks(budget: budget)
        }
        #expect(budget.valuations == 100_000)
        let calls = Calls(stopAt: 1)
        #expect(throws: StrategyError("", .notCancelled)) {
            try strategy.allGreeks(budget: WorkBudget(.generous) { calls.next() })
        }
    }
}
