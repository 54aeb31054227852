import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing

@testable import StrategyValuation

@Suite("A book of positions")
struct PositionBookTests {
    private static func call(
        _ position: Leg.Side = .long, _ strike: Double = 100, premium: Double = 1, quantity: Int = 1,
        time: Double = 0.5, volatility: Double = 0.2
    ) throws -> PricedLeg {
        try PricedLeg(
            .call(position, strikePrice: strike, premium: premium, quantity: quantity), timeToExpiration: time,
            volatility: volatility)
    }

    @Test("has each contract once, for any positions and premiums")
    func contracts() throws {
        let put = try PricedLeg(
            .put(.long, strikePrice: 100, premium: 4, quantity: 1), timeToExpiration: 0.5, volatility: 0.2)
        let shares = PricedLeg(shares: try .stock(.short, entryPrice: 100, quantity: 3))
        let market = try OptionMarket(spot: 100)
        let book = try PositionBook(
            [
                [Self.call(), put, Self.call(.short, premium: 7, quantity: 3)],
                [shares],
                [Self.call(.short), Self.call(time: 0.25), Self.call(volatility: 0.3), Self.call(.long, 101)],
            ], in: market)
        #expect(book.count == 3)
        #expect(book.market == market)
        let expected = try [
            Self.call(), put, Self.call(time: 0.25), Self.call(volatility: 0.3), Self.call(.long, 101),
        ]
        #expect(book.contracts == expected.compactMap(\.contract))
        #expect(book.netCosts == [-1600, -300, 200])
        #expect(book.firstExpiration == 0.25)
        // A position has one holding for each contract.
        #expect(book.holdings.starts == [0, 2, 3, 7])
        #expect(book.holdings.instruments == [1, 2, 0, 1, 3, 4, 5])
        #expect(book.holdings.shares == [-200, 100, -3, -100, 100, 100, 100])
    }

    @Test("of shares alone never expires")
    func shares() throws {
        let book = try PositionBook(
            [
                [PricedLeg(shares: .stock(.long, entryPrice: 90, quantity: 10))],
                [PricedLeg(shares: .stock(.short, entryPrice: 110, quantity: 4))],
            ], in: OptionMarket(spot: 100))
        #expect(book.contracts.isEmpty)
        #expect(book.firstExpiration == .infinity)
        let grid = try ScenarioGrid(stockPrices: [0, 100], volatilityShifts: [0, 1], elapsedTimes: [1e6])
        let profits = try book.profits(in: grid)
        #expect(profits.positionCount == 2)
        #expect(profits.scenarioCount == 4)
        #expect(profits.values == [-900, -900, 100, 100, 440, 440, 40, 40])
        #expect(profits[0, 2] == 100)
        #expect(Array(profits[1]) == [440, 440, 40, 40])
        #expect(try BookValuation(book, in: grid).totalProfits() == [-460, -460, 140, 140])
    }

    @Test("requires positions, and positions require legs")
    func empty() throws {
        let market = try OptionMarket(spot: 100)
        #expect(throws: StrategyError("positions", .count(PositionBook.countRange, .positions), .count(0))) {
            try PositionBook([], in: market)
        }
        #expect(throws: StrategyError("legs", .count(PayoffProfile.legCountRange, .legs), .count(0))) {
            try PositionBook([[Self.call()], []], in: market)
        }
    }

    @Test("an expired contract is named, and so is a value beyond the range of doubles")
    func errors() throws {
        let market = try OptionMarket(spot: 100)
        let book = try PositionBook([[Self.call()], [Self.call(time: 0.25)]], in: market)
        let late = try ScenarioGrid(stockPrices: [100], volatilityShifts: [0], elapsedTimes: [0.25, 0.375])
        #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(-0.125))) { try book.profits(in: late) }

        // Each position is out of range, the book is not.
        let stock = try Leg.Side.allCases.map {
            [PricedLeg(shares: try .stock($0, entryPrice: 1, quantity: 1000))]
        }
        let grid = try ScenarioGrid(stockPrices: [1, 1e307], volatilityShifts: [0], elapsedTimes: [0])
        let valuation = try BookValuation(PositionBook(stock, in: market), in: grid)
        for combination in [BookValuation.Combination.addition, .product] {
            #expect(throws: StrategyError("price", .representable)) {
                var profits = [Double](repeating: 0, count: 4)
                var target = profits.mutableSpan
                try valuation.evaluate(0..<2, into: &target) { _ in combination }
            }
        }
        #expect(try valuation.totalProfits() == [0, 0])
        #expect(throws: StrategyError("price", .representable)) {
            try BookValuation(PositionBook([stock[0], stock[0]], in: market), in: grid).totalProfits()
        }
    }
}
