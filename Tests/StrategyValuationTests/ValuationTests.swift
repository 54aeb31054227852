import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

/// `Fixtures/reference/valuation.json`: strategies before expiration, at 50 digits.
struct ValuationTable: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        struct MarketState: Decodable {
            let spot, riskFreeRate, dividendYield: Double
        }
        /// A sum, and the sum of its terms' magnitudes and conditions.
        struct Number: Decodable {
            let value, measure: Double
        }

        let name: String
        let market: MarketState
        let legs: [TableLeg]
        let elapsedTimes, stockPrices, volatilityShifts: [Double]
        let greeks: [String: Number]
        let profits: [Number]

        var testDescription: String { name }

        func strategy() throws -> PricedStrategy {
            let market = try OptionMarket(
                spot: market.spot, riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
            return try PricedStrategy(legs.map { try $0.priced() }, in: market)
        }
    }

    let cases: [Case]

    static func cases() throws -> [Case] {
        try Fixture.decode(ValuationTable.self, "Fixtures/reference/valuation.json").cases
    }
}

extension PricedStrategy {
    fileprivate func profits(at stockPrices: [Double], after elapsedTime: Double) throws -> [Double] {
        try profits(in: ScenarioGrid(stockPrices: stockPrices, volatilityShifts: [0], elapsedTimes: [elapsedTime]))
    }
}

@Suite("Strategies before expiration")
struct ValuationTests {
    private static let unit = 4e-15

    @Test("greeks are those of the legs, signed, scaled and added", arguments: try ValuationTable.cases())
    func greeks(_ row: ValuationTable.Case) throws {
        let greeks = try row.strategy().greeks()
        let fields: [(String, KeyPath<PositionGreeks, Double>)] = [
            ("delta", \.delta), ("gamma", \.gamma), ("theta", \.theta), ("vega", \.vega), ("rho", \.rho),
        ]
        for (name, field) in fields {
            let expected = try #require(row.greeks[name])
            #expect(abs(greeks.net[keyPath: field] - expected.value) <= Self.unit * expected.measure, "\(name)")
        }
        // With up to two legs, the sum is rounded once, so it is equal to the last digit.
        #expect(greeks.legs.count == row.legs.count)
        if row.legs.count <= 2 {
            for (_, field) in fields {
                #expect(greeks.net[keyPath: field] == greeks.legs.reduce(0) { $0 + $1[keyPath: field] })
            }
        }
    }

    @Test("profits over prices, volatilities and times", arguments: try ValuationTable.cases())
    func profits(_ row: ValuationTable.Case) throws {
        let grid = try ScenarioGrid(
            stockPrices: row.stockPrices, volatilityShifts: row.volatilityShifts, elapsedTimes: row.elapsedTimes)
        let strategy = try row.strategy()
        let profits = try strategy.profits(in: grid)
        #expect(profits.count == row.profits.count)
        for (profit, expected) in zip(profits, row.profits) {
            #expect(abs(profit - expected.value) <= Self.unit * expected.measure)
        }
        let index = grid.index(stockPrice: 2, volatilityShift: 0, elapsedTime: 1)
        #expect(try strategy.profits(at: [row.stockPrices[2]], after: row.elapsedTimes[1])[0] == profits[index])
    }

    @Test("a short position has the opposite greeks of a long one, and both scale", arguments: [1, 7, 1000])
    func signs(quantity: Int) throws {
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01)
        func greeks(_ position: Leg.Side, _ quantity: Int) throws -> PositionGreeks {
            let leg = try Leg.put(position, strikePrice: 95, premium: 2, quantity: quantity)
            return try PricedStrategy([PricedLeg(leg, timeToExpiration: 0.5, volatility: 0.3)], in: market).greeks().net
        }
        let (long, short) = (try greeks(.long, quantity), try greeks(.short, quantity))
        #expect(short.gamma == -long.gamma && short.vega == -long.vega && short.delta == -long.delta)
        #expect(long.gamma > 0 && long.vega > 0 && long.delta < 0 && long.theta < 0)
        let one = try greeks(.long, 1)
        #expect(abs(long.vega - Double(quantity) * one.vega) <= 2 * long.vega.ulp)
    }

    @Test("legs that cancel have no net greeks")
    func cancelling() throws {
        let market = try OptionMarket(spot: 100)
        let legs = try Leg.Side.allCases.map {
            try PricedLeg(
                .call($0, strikePrice: 103, premium: 3, quantity: 3), timeToExpiration: 0.1, volatility: 0.4)
        }
        #expect(try PricedStrategy(legs, in: market).greeks().net == PositionGreeks())
    }

    @Test("at expiration options are worth their exercise value, also at a price of 0")
    func expiration() throws {
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.05)
        let legs = try [
            PricedLeg(.call(.short, strikePrice: 90, premium: 12, quantity: 2), timeToExpiration: 0.5, volatility: 0.3),
            PricedLeg(.put(.long, strikePrice: 120, premium: 21, quantity: 1), timeToExpiration: 0.5, volatility: 0.3),
            PricedLeg(shares: .stock(.long, entryPrice: 100, quantity: 50)),
        ]
        let strategy = try PricedStrategy(legs, in: market)
        #expect(strategy.firstExpiration == 0.5)
        let profile = try PayoffProfile(legs.map(\.leg))
        let prices = [0, 0.01, 89.5, 90, 100, 120, 120.25, 1e6]
        #expect(try strategy.profits(at: prices, after: 0.5) == prices.map { try profile.profit(at: $0) })
        // At a price of 0, a put is worth the discounted strike, and a call is worthless.
        let atZero = try strategy.profits(at: [0], after: 0)[0]
        #expect(abs(atZero - (2400 + 100 * (120 * 0.975309912028333 - 21) - 5000)) < 1e-9)
    }

    @Test("a shift of volatility stops at 0, where an option is worth its discounted intrinsic value")
    func volatilityFloor() throws {
        let leg = try Leg.call(.long, strikePrice: 90, premium: 0, quantity: 1, sharesPerContract: 1)
        let strategy = try PricedStrategy(
            [PricedLeg(leg, timeToExpiration: 1, volatility: 0.2)], in: OptionMarket(spot: 100))
        let grid = try ScenarioGrid(stockPrices: [100, 80], volatilityShifts: [-0.2, -0.5], elapsedTimes: [0])
        #expect(try strategy.profits(in: grid) == [10, 10, 0, 0])
    }

    @Test("a dividend counts until its ex-date has passed, and those after the expiration do not count")
    func dividends() throws {
        let leg = try PricedLeg(
            .put(.long, strikePrice: 95, premium: 2, quantity: 1), timeToExpiration: 0.5, volatility: 0.3)
        func strategy(exDate: Double) throws -> PricedStrategy {
            let dividend = try DiscreteDividend(timeToExDate: exDate, .amount(1))
            return try PricedStrategy([leg], in: OptionMarket(spot: 100, dividends: [dividend]))
        }
        let plainValue = try PricedStrategy([leg], in: OptionMarket(spot: 100)).value().net.value
        for exDate in [0.1, 0.3, 0.5] {
            let paying = try strategy(exDate: exDate)
            // The price falls by 1 %, and the delta of the put is about −0.35.
            let value = try paying.value().net.value
            #expect(value > plainValue + 20 && value < plainValue + 60)
            #expect(try paying.greeks().net.delta < 0)
            let higher = try #require(try paying.allGreeks().net.higher)
            #expect(higher.vanna.isFinite && higher.dualDelta > 0 && higher.speed.isNaN)
            for elapsed in [0, 0.2, 0.4, 0.5] {
                for price in [0.0, 100] {
                    let grid = try ScenarioGrid(
                        stockPrices: [price], volatilityShifts: [0], elapsedTimes: [elapsed])
                    let without = try PricedStrategy([leg], in: OptionMarket(spot: 100)).profits(in: grid)
                    let found = try paying.profits(in: grid)
                    #expect(try PositionBook([[leg]], in: paying.market).profits(in: grid)[0, 0] == found[0])
                    if elapsed >= exDate || price == 0 {
                        // The ex-date has passed, or nothing is left to pay.
                        #expect(found == without)
                    } else {
                        #expect(found[0] > without[0] + 10)
                    }
                }
            }
        }
        let plain = try PricedStrategy([leg], in: OptionMarket(spot: 100))
        let later = try strategy(exDate: 0.51)
        #expect(try later.profits(at: [0, 90, 110], after: 0.2) == plain.profits(at: [0, 90, 110], after: 0.2))
        #expect(try later.greeks() == plain.greeks())
    }

    @Test("errors name the value outside its domain")
    func errors() throws {
        for spot in [0.0, -1] {
            #expect(throws: StrategyError("currentPrice", .positive, .number(spot))) {
                try PricedStrategy([], in: OptionMarket(spot: spot))
            }
            #expect(throws: StrategyError("currentPrice", .positive, .number(spot))) {
                try PositionBook([], in: OptionMarket(spot: spot))
            }
        }
        #expect(throws: StrategyError("forwardPrice", .supported)) {
            try PricedStrategy([], in: OptionMarket(forward: 100))
        }
        #expect(throws: StrategyError("forwardPrice", .supported)) {
            try PositionBook([], in: OptionMarket(forward: 100))
        }
        #expect(throws: StrategyError("type", .optionForLaterExpiration)) {
            try PricedLeg(.stock(.long, entryPrice: 90, quantity: 1), timeToExpiration: 1, volatility: 0.2)
        }
        #expect(throws: PricingError.notFinite(.riskFreeRate, .infinity)) {
            try OptionMarket(spot: 1, riskFreeRate: .infinity)
        }
        let leg = try Leg.call(.long, strikePrice: 90, premium: 0, quantity: 1)
        #expect(throws: StrategyError("volatility", .nonNegative, .number(-0.1))) {
            try PricedLeg(leg, timeToExpiration: 1, volatility: -0.1)
        }
        #expect(throws: StrategyError("stockPrice", .nonNegative, .number(-1))) {
            try ScenarioGrid(stockPrices: [-1], volatilityShifts: [0], elapsedTimes: [0])
        }
        #expect(throws: StrategyError("scenarios", .integer(ScenarioGrid.countRange), .count(0))) {
            try ScenarioGrid(stockPrices: [1], volatilityShifts: [], elapsedTimes: [0])
        }
        for price in [90.0, 0] {
            #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(-0.5))) {
                try PricedStrategy([PricedLeg(leg, timeToExpiration: 1, volatility: 0.2)], in: OptionMarket(spot: 1))
                    .profits(at: [price], after: 1.5)
            }
        }
        #expect(throws: StrategyError("legs", .count(PayoffProfile.legCountRange, .legs), .count(0))) {
            try PricedStrategy([], in: OptionMarket(spot: 1))
        }
    }
}
