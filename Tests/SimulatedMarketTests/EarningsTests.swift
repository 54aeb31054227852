import MarketData
import OptionPricing
import Testing
import _TestSupport

@testable import SimulatedMarket

@Suite struct EarningsTests {
    /// The price jumps on the days that were named, one in each quarter: the mean square of overnight returns is many times that of others.
    @Test(arguments: ["COIN", "AAPL", "MSFT"]) func pricesMoveOnTheDaysAhead(symbol: String) throws {
        let market = try market()
        let ticker = try ticker(symbol)
        var (named, others): ([Double], [Double]) = ([], [])
        var ahead: CalendarDate?
        for date in market.calendar.sessions(from: try day("2022-01-03"), through: try day("2025-12-31")) {
            let close = try #require(market.calendar.session(on: date)?.close)
            let quote = try #require(market.quote(of: ticker, at: close))
            let next = try #require(quote.nextEarnings)
            #expect(date < next)
            if let ahead {
                let before = try #require(quote.previousClose).doubleValue
                let open = try #require(quote.open).doubleValue
                let square = (open / before - 1) * (open / before - 1)
                if date == ahead { named.append(square) } else { others.append(square) }
                // A date stays until it comes.
                #expect(next == ahead || date == ahead)
            }
            ahead = next
        }
        #expect((15...17).contains(named.count))
        #expect(mean(named) > 4 * mean(others))
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    @Test func fundsHaveNone() throws {
        let market = try market()
        #expect(try #require(market.quote(of: try ticker("SPY"), at: market.now())).nextEarnings == nil)
    }
}
