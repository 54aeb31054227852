import Foundation
import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Option chains")
struct ChainTests {
    private static let call = OptionQuote(.call, strike: 100, .price(5))

    private static func chain(
        spot: Double = 100, time: Double = 1, rate: Double = 0, yield: Double = 0, _ quotes: [OptionQuote]
    ) throws(ChainError) -> OptionChain {
        try OptionChain(
            spot: spot, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield, quotes: quotes)
    }

    @Test("name the rejected quote and parameter")
    func quotes() {
        let cases: [(OptionQuote, ChainError)] = [
            (OptionQuote(.put, strike: 0, .price(1)), .notPositive(quote: 1, .strike, 0)),
            (OptionQuote(.put, strike: -5, .price(1)), .notPositive(quote: 1, .strike, -5)),
            (OptionQuote(.put, strike: .infinity, .price(1)), .notFinite(quote: 1, .strike, .infinity)),
            (OptionQuote(.put, strike: 90, .price(-1)), .negative(quote: 1, .price, -1)),
            (OptionQuote(.put, strike: 90, .price(.infinity)), .notFinite(quote: 1, .price, .infinity)),
            (OptionQuote(.put, strike: 90, .bidAsk(bid: -1, ask: 1)), .negative(quote: 1, .bid, -1)),
            (OptionQuote(.put, strike: 90, .bidAsk(bid: 1, ask: -2)), .negative(quote: 1, .ask, -2)),
            (OptionQuote(.put, strike: 90, .bidAsk(bid: 1, ask: .infinity)), .notFinite(quote: 1, .ask, .infinity)),
            (OptionQuote(.call, strike: 100, .price(6)), .duplicate(quote: 1, of: 0)),
        ]
        for (quote, error) in cases { #expect(throws: error) { try Self.chain([Self.call, quote]) } }
        #expect(throws: ChainError.self) { try Self.chain([OptionQuote(.put, strike: .nan, .price(1))]) }
        #expect(throws: ChainError.self) { try Self.chain([OptionQuote(.put, strike: 90, .price(.nan))]) }
    }

    @Test("name the rejected parameter of the market")
    func market() {
        #expect(throws: ChainError.market(.notPositive(.spot, 0))) { try Self.chain(spot: 0, []) }
        #expect(throws: ChainError.market(.notPositive(.timeToExpiration, 0))) { try Self.chain(time: 0, []) }
        #expect(throws: ChainError.market(.notFinite(.riskFreeRate, .infinity))) { try Self.chain(rate: .infinity, []) }
        #expect(throws: ChainError.market(.notFinite(.dividendYield, -.infinity))) {
            try Self.chain(yield: -.infinity, [])
        }
        #expect(throws: ChainError.notRepresentable) { try Self.chain(rate: 1000, []) }
    }

    @Test("take the market, and refuse what the evaluator does not value")
    func givenMarket() throws {
        let dividend = try DiscreteDividend(timeToExDate: 0.5, .amount(1))
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01, dividends: [dividend])
        let quotes = [OptionQuote(.call, strike: 100, .price(4))]
        let found = try OptionChain(in: market, timeToExpiration: 0.4, quotes: quotes)
        let expected = try Self.chain(time: 0.4, rate: 0.03, yield: 0.01, quotes)
        #expect(found.forward == expected.forward)
        #expect(found.impliedVolatilities() == expected.impliedVolatilities())
        #expect(throws: ChainError.market(.notSupported(.dividends))) {
            try OptionChain(in: market, timeToExpiration: 0.5, quotes: quotes)
        }
        #expect(throws: ChainError.market(.notSupported(.forward))) {
            try OptionChain(in: OptionMarket(forward: 100), timeToExpiration: 0.5, quotes: quotes)
        }
        #expect(throws: ChainError.market(.notPositive(.spot, -1))) {
            try OptionChain(in: OptionMarket(spot: -1), timeToExpiration: 0.5, quotes: quotes)
        }
    }

    @Test("give the volatilities of prices and of mids")
    func volatilities() throws {
        let option = try ModelledOption(.call, spot: 100, strike: 100, timeToExpiration: 1)
        let expected = try option.impliedVolatility(price: 5)
        #expect(try Self.chain([Self.call]).impliedVolatilities() == [expected])
        let mid = OptionQuote(.call, strike: 100, .bidAsk(bid: 4, ask: 6))
        #expect(try Self.chain([mid]).impliedVolatilities() == [expected])
        #expect(try Self.chain([]).impliedVolatilities().isEmpty)
    }

    @Test("imply the forward at which they are priced", arguments: 0..<100)
    func parity(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (spot, time) = (generator.logUniform(1, 5000), generator.logUniform(0.01, 3))
        let (rate, yield) = (generator.uniform(-0.01, 0.06), generator.uniform(-0.01, 0.05))
        let volatility = generator.uniform(0.1, 0.6)
        var quotes = try (-6...6).flatMap { step in
            try [OptionKind.call, .put].map { kind in
                let option = try ModelledOption(
                    kind, spot: spot, strike: spot * (1 + 0.02 * Double(step)), timeToExpiration: time,
                    riskFreeRate: rate, dividendYield: yield)
                let price = try option.price(volatility: volatility)
                return OptionQuote(kind, strike: option.strike, .price(price))
            }
        }
        func check(_ chain: OptionChain) throws {
            let parity = try chain.parityForward()
            #expect(abs(parity.forward / (spot * exp((rate - yield) * time)) - 1) <= 1e-13)
            #expect(abs(parity.dividendYield - yield) <= 1e-13 / time)
            #expect(parity.strikes.count == 5 && parity.strikes == parity.strikes.sorted())
            let implied = try chain.withDividendYield(parity.dividendYield)
            #expect(abs(implied.forward / parity.forward - 1) <= 1e-15 * (8 + abs(rate) * time))
        }
        // Independent of the yield of the chain.
        try check(Self.chain(spot: spot, time: time, rate: rate, yield: generator.uniform(-0.05, 0.1), quotes))
        // One stale quote, even at the strike nearest to the forward, does not change the result.
        let stale = quotes.indices.filter { quotes[$0].kind == .call }.randomElement(using: &generator) ?? 0
        quotes[stale] = OptionQuote(.call, strike: quotes[stale].strike, .price(quotes[stale].mid * 1.2 + 0.01 * spot))
        try check(Self.chain(spot: spot, time: time, rate: rate, quotes))
    }

    @Test("imply no forward without pairs")
    func noPairs() throws {
        let put = OptionQuote(.put, strike: 95, .price(3))
        #expect(throws: ChainError.noPairs) { try Self.chain([Self.call, put]).parityForward() }
        let noBid = OptionQuote(.put, strike: 100, .bidAsk(bid: 0, ask: 3))
        #expect(throws: ChainError.noPairs) { try Self.chain([Self.call, noBid]).parityForward() }
        let crossed = OptionQuote(.put, strike: 100, .bidAsk(bid: 4, ask: 3))
        #expect(throws: ChainError.noPairs) { try Self.chain([Self.call, crossed]).parityForward() }
    }
}
