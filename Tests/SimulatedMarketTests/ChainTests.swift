import MarketData
import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@testable import SimulatedMarket

@Suite struct ChainTests {
    @Test func quotesAreSound() throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        try #require(ListedTicker.someWithOptions.count >= ShippedUnderlyings.optionable.count / 6)
        for listed in ListedTicker.someWithOptions {
            for expiration in try #require(market.expirations(of: listed.ticker, at: instant)) {
                let chain = try #require(market.chain(of: listed.ticker, expiration: expiration, at: instant))
                #expect(chain.asOf == instant && chain.spot == market.quote(of: listed.ticker, at: instant)?.last)
                for quote in chain.quotes {
                    let (bid, ask, last) = (try #require(quote.bid), try #require(quote.ask), try #require(quote.last))
                    #expect(bid < ask && last > .zero && quote.vendorGreeks == nil)
                    #expect(try #require(quote.vendorVolatility) > 0.02)
                    #expect(try #require(quote.openInterest) >= 0 && #require(quote.volume) >= 0)
                }
            }
        }
    }

    @Test func pricesAreThoseOfTheModel() throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        let expiration = try day("2026-06-18")
        let chain = try #require(market.chain(of: try ticker("AAPL"), expiration: expiration, at: instant))
        let years = Double(instant.seconds(to: try utc("2026-06-18T20:00:00Z"))) / (365 * 86_400)
        for quote in chain.quotes {
            let option = try ModelledOption(
                quote.contract.kind, spot: try #require(chain.spot).doubleValue,
                strike: quote.contract.strike.doubleValue, timeToExpiration: years, riskFreeRate: market.riskFreeRate,
                dividendYield: try #require(Instruments.share(chain.underlying)?.dividendYield))
            let price = try option.price(volatility: try #require(quote.vendorVolatility))
            #expect(try #require(quote.bid).doubleValue < price && price < (try #require(quote.ask).doubleValue))
        }
    }

    @Test func ticks() throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        let chain = try #require(market.chain(of: try ticker("COIN"), expiration: day("2026-06-18"), at: instant))
        for price in chain.quotes.flatMap({ [$0.bid, $0.ask, $0.last] }) {
            let cents = try #require(price?.scaledInteger(decimals: 2))
            #expect(cents < 300 || cents.isMultiple(of: 5))
        }
    }

    /// At the expiration, options are worth their intrinsic value through the end of the day; shortly before, a little more.
    @Test func intrinsicValueAtTheExpiration() throws {
        let market = try market()
        let ticker = try ticker("COIN")
        let expiration = try day("2026-03-06")
        for text in ["2026-03-06T21:00:00Z", "2026-03-07T04:59:59Z"] {
            let chain = try #require(market.chain(of: ticker, expiration: expiration, at: try utc(text)))
            let spot = try #require(chain.spot)
            for quote in chain.quotes {
                let strike = quote.contract.strike
                let value = quote.contract.kind == .call ? spot.subtracting(strike) : strike.subtracting(spot)
                let intrinsic = max(try #require(value), .zero)
                #expect(quote.bid == intrinsic && quote.ask == intrinsic && quote.last == intrinsic)
                #expect(quote.vendorVolatility == nil)
            }
        }
        #expect(market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-07T05:00:00Z")) == nil)
        let before = try #require(
            market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-06T20:59:59Z")))
        #expect(try before.quotes.allSatisfy { try #require($0.bid) < #require($0.ask) })
    }

    @Test func chainsStandStillWhenTheExchangeIsClosed() throws {
        let market = try market()
        let ticker = try ticker("SPY")
        let expiration = try day("2026-03-20")
        let friday = try #require(
            market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-06T21:00:00Z")))
        let sunday = try #require(
            market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-08T17:00:00Z")))
        #expect(friday.asOf == sunday.asOf && friday.spot == sunday.spot)
        let quotes = Dictionary(uniqueKeysWithValues: sunday.quotes.map { ($0.contract, $0) })
        // Strikes are added on the day after a close.
        for quote in friday.quotes { #expect(quotes[quote.contract] == quote) }
    }

    /// A fitted smile has the volatilities of the model.
    @Test func smilesFit() throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        for symbol in ["SPY", "COIN", "AAPL"] {
            let snapshot = try #require(
                market.chain(of: try ticker(symbol), expiration: day("2026-06-18"), at: instant))
            let smile = try SVISmile(try snapshot.chain(in: market))
            #expect(smile.rootMeanSquare.volatility < 0.015, "\(symbol): \(smile.rootMeanSquare.volatility)")
        }
    }

    @Test func openInterestIsOfTheDay() throws {
        let market = try market()
        let ticker = try ticker("COIN")
        let expiration = try day("2026-03-20")
        let early = try #require(
            market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-04T15:00:00Z")))
        let late = try #require(
            market.chain(of: ticker, expiration: expiration, at: try utc("2026-03-04T20:00:00Z")))
        #expect(early.quotes.map(\.openInterest) == late.quotes.map(\.openInterest))
        for (before, after) in zip(early.quotes, late.quotes) {
            #expect(try #require(before.volume) <= #require(after.volume))
        }
        #expect(late.quotes.contains { ($0.openInterest ?? 0) > 500 })
    }
}

extension ChainSnapshot {
    /// The chain in the format of `VolatilitySmile`.
    func chain(in market: MarketSimulation) throws -> OptionChain {
        let close = try #require(market.calendar.session(on: expiration)?.close)
        return try OptionChain(
            spot: try #require(spot).doubleValue, timeToExpiration: Double(asOf.seconds(to: close)) / (365 * 86_400),
            riskFreeRate: market.riskFreeRate,
            dividendYield: try #require(Instruments.share(underlying)?.dividendYield),
            quotes: try quotes.map { quote in
                OptionQuote(
                    quote.contract.kind, strike: quote.contract.strike.doubleValue,
                    .bidAsk(bid: try #require(quote.bid).doubleValue, ask: try #require(quote.ask).doubleValue))
            })
    }
}
