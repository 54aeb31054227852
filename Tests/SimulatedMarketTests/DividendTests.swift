import MarketData
import OptionPricing
import Testing
import _TestSupport

@testable import SimulatedMarket

@Suite struct DividendTests {
    /// A dividend is declared 45 days before its ex-date, and then stays what it was declared to be.
    @Test func dividendsAreDeclaredAhead() throws {
        let market = try market()
        let (ko, first) = (try ticker("KO"), try day("2024-01-01"))
        var declared: [CalendarDate: ExactDecimal] = [:]
        var longest = 0
        for date in market.calendar.sessions(from: try day("2025-01-02"), through: try day("2026-06-30")) {
            let open = try #require(market.calendar.session(on: date)?.open)
            let listing = try #require(market.dividends(of: ko, since: first, at: open))
            for row in listing.rows where row.exDate > date {
                let ahead = date.days(to: row.exDate)
                #expect(ahead <= 45)
                longest = max(longest, ahead)
                #expect(declared.updateValue(row.amount, forKey: row.exDate) ?? row.amount == row.amount)
            }
        }
        #expect(longest >= 42 && declared.count >= 6)
        // The history has the same dividends.
        let history = try market.history(
            of: .share(ko), from: try day("2025-02-20"), through: try day("2026-06-30"),
            at: try utc("2026-07-01T15:00:00Z"))
        for dividend in history.dividends where declared[dividend.date] != nil {
            #expect(declared[dividend.date] == dividend.amount)
        }
        #expect(history.dividends.count { declared[$0.date] != nil } >= 5)
    }

    /// While the exchange is closed, nothing is declared, so that chains stand still.
    @Test func nothingIsDeclaredOnASunday() throws {
        let market = try market()
        for symbol in ["KO", "SPY", "AAPL", "T"] {
            let ticker = try ticker(symbol)
            let first = try day("2024-01-01")
            let friday = try #require(market.dividends(of: ticker, since: first, at: try utc("2026-03-06T21:00:00Z")))
            let sunday = try #require(market.dividends(of: ticker, since: first, at: try utc("2026-03-08T17:00:00Z")))
            #expect(friday == sunday && !friday.rows.isEmpty)
        }
        #expect(market.dividends(of: try ticker("NOPE"), since: try day("2024-01-01"), at: market.now()) == nil)
    }

    /// Amounts before a split are those of shares of the day.
    @Test func amountsAreOfTheSharesOfTheDay() throws {
        let market = try market()
        // AAPL was split four for one on 2020-08-31.
        let (ticker, first) = (try ticker("AAPL"), try day("2020-01-01"))
        let before = try #require(market.dividends(of: ticker, since: first, at: try utc("2020-08-28T15:00:00Z")))
        let after = try #require(market.dividends(of: ticker, since: first, at: try utc("2020-08-31T15:00:00Z")))
        let amounts = Dictionary(uniqueKeysWithValues: after.rows.map { ($0.exDate, $0.amount) })
        try #require(!before.rows.isEmpty)
        for row in before.rows {
            #expect(
                try #require(amounts[row.exDate]).multiplied(by: ExactDecimal(significand: 4, exponent: 0))
                    == row.amount)
        }
    }

    /// The prices of the market, from the chain's own inputs.
    @Test(arguments: ["AAPL", "KO", "SPY", "T"]) func chainsAgreeWithTheModel(symbol: String) throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        for text in ["2026-03-20", "2026-06-18", "2027-01-15"] {
            let snapshot = try #require(market.chain(of: try ticker(symbol), expiration: try day(text), at: instant))
            let analysis = try snapshot.analysis(in: market)
            let model = try #require(analysis.market)
            #expect(analysis.arbitrage.isEmpty)
            // The market that is left is the one in which the options were priced: without a yield.
            let accuracy = 0.02 / model.underlyingPrice / analysis.timeToExpiration
            #expect(abs(model.dividendYield) < accuracy, "\(symbol) \(text): \(model.dividendYield)")
            #expect(analysis.dividends.count == model.dividends.count)
            var compared = 0
            for index in stride(from: 0, to: analysis.strikes.count, by: 4) {
                let row = analysis.strikes[index]
                for kind in [OptionKind.call, .put] {
                    guard let option = row[kind], let volatility = option.volatility.value, let greeks = option.greeks,
                        let used = option.modelVolatility, 0.05...0.95 ~= abs(greeks.delta)
                    else { continue }
                    let quote = snapshot.quotes[option.quote]
                    let terms = try OptionTerms(
                        kind, strike: row.strike.doubleValue, timeToExpiration: analysis.timeToExpiration,
                        exercise: .american)
                    let alone = try ModelledOption(terms, in: model)
                    let mid = try #require(quote.midpoint).doubleValue
                    guard case .volatility(let found) = try alone.impliedVolatility(price: mid) else {
                        Issue.record("\(symbol) \(text) \(kind) \(row.strike) has no volatility")
                        continue
                    }
                    #expect(abs(found - volatility) < 1e-4, "\(symbol) \(text) \(kind) \(row.strike)")
                    let delta = try alone.greeks(volatility: used).delta
                    #expect(abs(delta - greeks.delta) < 2e-4, "\(symbol) \(text) \(kind) \(row.strike)")
                    compared += 1
                }
            }
            #expect(compared >= 5)
        }
    }
}

@Suite struct ListedPricesTests {
    /// Prices that are consistent stay as they are; others become so, and not below the payoff.
    @Test func pricesBecomeConsistent() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<300 {
            var strike = 50.0
            let strikes = (0..<30).map { _ in
                strike += [1, 2.5, 5].randomElement(using: &generator) ?? 1
                return strike
            }
            var calls = strikes.map { max(100 - $0, 0) + Double.random(in: 0...3, using: &generator) }
            var puts = strikes.map { max($0 - 100, 0) + Double.random(in: 0...3, using: &generator) }
            let (above, over) = (calls, puts)
            ListedPrices.makeConsistentCalls(&calls, strikes: strikes)
            ListedPrices.makeConsistentPuts(&puts, strikes: strikes)
            for index in strikes.indices {
                #expect(calls[index] <= above[index] && calls[index] >= max(100 - strikes[index], 0) - 1e-12)
                #expect(puts[index] <= over[index] && puts[index] >= max(strikes[index] - 100, 0) - 1e-12)
            }
            for prices in [calls, puts] {
                let slopes = (1..<30).map { index -> Double in
                    let rise = prices[index] - prices[index - 1]
                    return rise / (strikes[index] - strikes[index - 1])
                }
                #expect(zip(slopes, slopes.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
                #expect(slopes.allSatisfy { abs($0) <= 1 + 1e-12 })
            }
            let (first, second) = (calls, puts)
            ListedPrices.makeConsistentCalls(&calls, strikes: strikes)
            ListedPrices.makeConsistentPuts(&puts, strikes: strikes)
            #expect(zip(calls, first).allSatisfy { abs($0 - $1) < 1e-12 })
            #expect(zip(puts, second).allSatisfy { abs($0 - $1) < 1e-12 })
        }
    }
}
