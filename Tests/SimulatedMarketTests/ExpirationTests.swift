import MarketData
import SimulatedMarket
import Testing
import _TestSupport

@Suite struct ExpirationTests {
    private func expirations(_ symbol: String, _ text: String) throws -> [String] {
        let expirations = try market().expirations(of: try ticker(symbol), at: try utc(text))
        return try #require(expirations).map(\.description)
    }

    @Test func weeklyAndMonthly() throws {
        #expect(
            try expirations("COIN", "2026-02-10T15:00:00Z") == [
                "2026-02-13", "2026-02-20", "2026-02-27", "2026-03-06", "2026-03-13", "2026-03-20", "2026-03-27",
                "2026-04-02", "2026-04-17", "2026-05-15", "2026-06-18", "2026-07-17", "2026-08-21", "2026-09-18",
                "2026-10-16", "2026-11-20", "2026-12-18", "2027-01-15", "2028-01-21",
            ])
        #expect(
            try expirations("AMC", "2026-02-10T15:00:00Z") == [
                "2026-02-20", "2026-03-20", "2026-04-17", "2026-05-15", "2026-06-18", "2026-07-17", "2026-08-21",
                "2026-09-18", "2026-10-16", "2026-11-20", "2026-12-18", "2027-01-15", "2028-01-21",
            ])
    }

    @Test func anExpirationIsListedThroughItsDayInNewYork() throws {
        #expect(try expirations("SPY", "2026-06-19T03:59:59Z").first == "2026-06-18")
        #expect(try expirations("SPY", "2026-06-19T04:00:00Z").first == "2026-06-26")
        #expect(try expirations("SPY", "2026-04-01T12:00:00Z").first == "2026-04-02")
        #expect(try expirations("SPY", "2026-04-03T12:00:00Z").first == "2026-04-10")
    }

    @Test func aboutHalfOfTheNamesHaveWeeklyExpirations() throws {
        let market = try market()
        let instant = try utc("2026-02-10T15:00:00Z")
        let counts = ShippedUnderlyings.optionable.map { market.expirations(of: $0.ticker, at: instant)?.count ?? 0 }
        let weekly = counts.count { $0 > 13 }
        #expect((70...150).contains(weekly), "\(weekly)")
    }

    @Test func withoutOptions() async throws {
        let market = try market()
        let expiration = try day("2026-03-20")
        for symbol in ["FXAIX", "SPAXX"] {
            let ticker = try ticker(symbol)
            #expect(try await market.expirations(of: ticker, kind: .call, priority: .interactive).isEmpty)
            #expect(try await market.contracts(of: ticker, expiration: expiration, priority: .interactive).isEmpty)
            #expect(try await market.chain(of: ticker, expiration: expiration, priority: .interactive) == nil)
        }
        let unknown = try ticker("NOSUCH")
        await #expect(throws: MarketDataError.unknownSymbol("NOSUCH")) {
            try await market.expirations(of: unknown, kind: .put, priority: .interactive)
        }
        await #expect(throws: MarketDataError.unknownSymbol("NOSUCH")) {
            try await market.contracts(of: unknown, expiration: expiration, priority: .interactive)
        }
        await #expect(throws: MarketDataError.unknownSymbol("NOSUCH")) {
            try await market.chain(of: unknown, expiration: expiration, priority: .interactive)
        }
        let coin = try ticker("COIN")
        #expect(try await market.chain(of: coin, expiration: day("2026-03-19"), priority: .interactive) == nil)
    }

    /// An expiration that is listed on a day is listed on all later days until it expires.
    @Test(arguments: ["COIN", "SPY", "AMC", "TQQQ"])
    func contractsStayListed(_ symbol: String) throws {
        let market = try market()
        let ticker = try ticker(symbol)
        var listed: [CalendarDate: Set<ListedContract>] = [:]
        var day = try day("2024-12-30")
        // Each day of two weeks, then each sixth day.
        for step in 0..<80 {
            let instant = NewYorkTime.instant(day, hour: 12)
            let expirations = try #require(market.expirations(of: ticker, at: instant))
            #expect(Set(expirations).isSuperset(of: listed.keys.filter { $0 >= day }))
            for expiration in expirations {
                let contracts = try #require(market.contracts(of: ticker, expiration: expiration, at: instant))
                let symbols = Set(contracts)
                #expect(symbols.count == contracts.count && contracts.count > 15)
                #expect(symbols.isSuperset(of: listed[expiration] ?? []), "\(expiration) on \(day)")
                listed[expiration] = symbols
            }
            listed = listed.filter { $0.key >= day }
            day = try #require(day.adding(days: step < 14 ? 1 : 6))
        }
    }

    @Test func gridsDoNotChangeWithinADay() throws {
        let market = try market()
        let ticker = try ticker("COIN")
        let expiration = try day("2026-03-20")
        let morning = market.contracts(of: ticker, expiration: expiration, at: try utc("2026-03-03T05:00:00Z"))
        #expect(
            morning == market.contracts(of: ticker, expiration: expiration, at: try utc("2026-03-03T18:00:00Z")))
        #expect(
            morning == market.contracts(of: ticker, expiration: expiration, at: try utc("2026-03-04T04:59:59Z")))
        let symbols = try #require(morning)
        #expect(symbols.contains { $0.symbol == "O:COIN260320C00165000" && $0.strike == ExactDecimal("165") })
        #expect(symbols.allSatisfy { OptionSymbol($0.symbol)?.strike == $0.strike && $0.isStandard })
        #expect(
            symbols == symbols.sorted { ($0.strike, $0.kind == .put ? 1 : 0) < ($1.strike, $1.kind == .put ? 1 : 0) })
    }
}
