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
        #expect(chain.exercise == .american)
        let (model, years) = try chain.model(in: market)
        // Two quarters
        #expect(model.dividends.count == 1 || model.dividends.count == 2)
        for quote in chain.quotes {
            let terms = try OptionTerms(
                quote.contract.kind, strike: quote.contract.strike.doubleValue, timeToExpiration: years,
                exercise: .american)
            let option = try ModelledOption(terms, in: model)
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
            let smile = try #require(try snapshot.analysis(in: market).smile)
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
    /// The dividends until the expiration, as the server finds them: those that the market lists, and estimates.
    func dividends(in market: MarketSimulation) throws -> [Dividend] {
        let instrument = try #require(Instruments.share(underlying))
        let listing = try #require(market.dividends(of: underlying, since: MarketSimulation.firstDay, at: asOf))
        return listing.dividends(at: asOf, through: expiration, isFund: instrument.kind != .stock)
            .used(.estimated, after: NewYorkTime.date(at: asOf), through: expiration)
    }

    func analysis(in market: MarketSimulation) throws -> ChainAnalysis {
        ChainAnalysis(self, at: asOf, riskFreeRate: market.riskFreeRate, dividends: try dividends(in: market))
    }

    /// The market in which the simulation prices the options, and the years to their expiration.
    func model(in market: MarketSimulation) throws -> (market: OptionMarket, years: Double) {
        let close = try #require(market.calendar.session(on: expiration)?.close)
        let dividends = try dividends(in: market).map { dividend in
            let open = try #require(market.calendar.session(on: dividend.exDate)?.open)
            return try DiscreteDividend(
                timeToExDate: Double(asOf.seconds(to: open)) / (365 * 86_400), .amount(dividend.amount.doubleValue))
        }
        let spot = try #require(spot).doubleValue
        return (
            try OptionMarket(spot: spot, riskFreeRate: market.riskFreeRate, dividends: dividends),
            Double(asOf.seconds(to: close)) / (365 * 86_400)
        )
    }
}
