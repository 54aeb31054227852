import ExactPayoff
import OptionPricing
import StrategyRequests
import StrategySearch
import StrategyValuation
import Testing

@Suite struct ListedExpirationTests {
    private static let times = [0.1, 0.3], yields = [0.02, 0.05]
    private static let days = [CalendarDate("2026-01-16"), CalendarDate("2026-03-20")].compactMap(\.self)

    /// Quotes of both expirations, or of one.
    private static func quotes(_ indices: ClosedRange<Int>) throws -> [FindQuote] {
        try indices.flatMap { index in
            try [95.0, 100, 105].flatMap { strike in
                try [OptionKind.call, .put].map { kind in
                    let price = try ModelledOption(
                        kind, spot: 100, strike: strike, timeToExpiration: times[index], riskFreeRate: 0.04,
                        dividendYield: yields[index]
                    ).price(volatility: 0.25)
                    return FindQuote(
                        kind, strikePrice: strike, bid: price - 0.02, ask: price + 0.02, impliedVolatility: 0.25,
                        expiration: .years(times[index]))
                }
            }
        }
    }

    private static func request(_ indices: ClosedRange<Int>, yield: Double) throws -> FindRequest {
        var request = FindRequest(currentPrice: 100, options: try quotes(indices), objectives: [.expectedProfit])
        (request.riskFreeRate, request.dividendYield) = (0.04, yield)
        request.belief.volatility = 0.3
        (request.limit, request.search.legs) = (1000, 1...2)
        return request
    }

    private static var listed: [LegExpiration: FindRequest.ListedExpiration] {
        [
            .years(times[0]): .init(date: days[0], dividendYield: yields[0]),
            .years(times[1]): .init(date: days[1], dividendYield: yields[1]),
        ]
    }

    @Test func `each expiration is valued with its own yield`() throws {
        var both = try Self.request(0...1, yield: 0)
        both.listedExpirations = Self.listed
        let found = try StrategyFinder().find(both).strategies
        for index in 0...1 {
            let alone = try StrategyFinder().find(Self.request(index...index, yield: Self.yields[index])).strategies
            let own = found.filter { $0.legs[0].expiration == .years(Self.times[index]) }
            #expect(own.map(\.title) == alone.map(\.title))
            #expect(own.map(\.probability) == alone.map(\.probability))
            #expect(own.map(\.greeks) == alone.map(\.greeks))
        }
    }

    /// Dividends of both expirations, of which the first one counts for the first.
    private static let dividends = [
        [RequestDividend(.years(0.04), .amount(0.8))],
        [RequestDividend(.years(0.04), .amount(0.8)), RequestDividend(.years(0.2), .amount(1.1))],
    ]

    private static var listedWithDividends: [LegExpiration: FindRequest.ListedExpiration] {
        [
            .years(times[0]): .init(date: days[0], dividendYield: yields[0], dividends: dividends[0]),
            .years(times[1]): .init(date: days[1], dividendYield: yields[1], dividends: dividends[1]),
        ]
    }

    @Test func `each expiration is valued with its own dividends`() throws {
        var both = try Self.request(0...1, yield: 0)
        (both.listedExpirations, both.exercise) = (Self.listedWithDividends, .american)
        let answer = try StrategyFinder().find(both)
        #expect(answer.conventions.hasDividends)
        for index in 0...1 {
            var alone = try Self.request(index...index, yield: Self.yields[index])
            (alone.dividends, alone.exercise) = (Self.dividends[index], .american)
            let expected = try StrategyFinder().find(alone).strategies
            let own = answer.strategies.filter { $0.legs[0].expiration == .years(Self.times[index]) }
            #expect(own.map(\.title) == expected.map(\.title))
            #expect(own.map(\.probability) == expected.map(\.probability))
            #expect(own.map(\.greeks) == expected.map(\.greeks))
        }
    }

    /// The yields and dividends of expirations differ; a combination of both has the yield of the first and the dividends of the last.
    @Test(arguments: [FindObjective.expectedProfit, .profitAtTarget])
    func `combinations of two expirations are those of calculate`(_ objective: FindObjective) throws {
        var request = try Self.request(0...1, yield: 0)
        request.listedExpirations = Self.listedWithDividends
        request.objectives = [objective]
        request.belief.target = .price(102)
        request.belief.targetDate = CalendarDate("2025-12-20")
        request.valuation = Timestamp("2025-12-10T15:00:00Z")
        (request.search.expirations, request.search.legs, request.limit) = (2, 2...2, 3)
        request.search.mergesEquivalents = false
        let answer = try StrategyFinder().find(request)
        #expect(answer.conventions.hasDividends)
        var extensions = RequestExtensions()
        extensions.valuation = request.valuation
        (extensions.riskFreeRate, extensions.dividendYield) = (0.04, Self.yields[0])
        (extensions.dividends, extensions.volatility) = (Self.dividends[1], 0.3)
        extensions.include = [.probability, .greeks]
        for strategy in answer.strategies {
            let expected = try CalculationRequest(currentPrice: 100, legs: strategy.legs, extensions: extensions)
                .calculate()
            #expect(strategy.metrics == expected.metrics, "\(strategy.title)")
            #expect(strategy.probability.expectedProfitLoss == expected.probability?.expectedProfitLoss)
            #expect(strategy.greeks == expected.greeks?.net)
        }
        #expect(answer.strategies.count == 3)
    }

    /// The profit at a target is a sum over the legs, each valued in the market of the combination.
    @Test func `the best profit at a target of two expirations is found`() throws {
        var request = try Self.request(0...1, yield: 0)
        (request.listedExpirations, request.exercise) = (Self.listedWithDividends, .american)
        request.objectives = [.profitAtTarget]
        request.belief.target = .price(102)
        request.belief.targetDate = CalendarDate("2025-12-11")
        request.valuation = Timestamp("2025-12-11")
        (request.search.expirations, request.search.legs, request.limit) = (2, 2...2, 1)
        let best = try #require(try StrategyFinder().find(request).strategies.first)
        let market = try OptionMarket(
            spot: 102, riskFreeRate: 0.04, dividendYield: Self.yields[0],
            dividends: [
                try DiscreteDividend(timeToExDate: 0.04, .amount(0.8)),
                try DiscreteDividend(timeToExDate: 0.2, .amount(1.1)),
            ])
        // The best leg of each expiration.
        let profits = try Self.times.map { time in
            try request.options.filter { $0.expiration == .years(time) }.map { quote in
                let terms = try OptionTerms(
                    quote.kind, strike: quote.strikePrice, timeToExpiration: time, exercise: .american)
                let value = try ModelledOption(terms, in: market).price(volatility: 0.25)
                return 100 * max(value - (quote.ask ?? 0), (quote.bid ?? 0) - value)
            }.max() ?? 0
        }
        #expect(abs(best.objectives[0] - profits.reduce(0, +)) < 1e-3)
    }

    @Test func `titles of two expirations have their dates`() throws {
        var request = try Self.request(0...1, yield: 0)
        (request.search.expirations, request.limit) = (2, 10)
        request.listedExpirations = Self.listed
        for strategy in try StrategyFinder().find(request).strategies {
            #expect(Self.days.allSatisfy { strategy.title.contains($0.description) }, "\(strategy.title)")
            #expect(!strategy.title.contains("years"))
        }
    }

    @Test func `the day of the valuation is a target, at any instant`() throws {
        var request = try Self.request(0...0, yield: 0.02)
        request.valuation = Timestamp("2025-12-11T15:30:00Z")
        request.objectives = [.profitAtTarget]
        request.belief.target = .price(103)
        request.belief.targetDate = CalendarDate("2025-12-11")
        request.search.legs = 1...1
        let strategies = try StrategyFinder().find(request).strategies
        let call = try #require(strategies.first { $0.title == "long call 100" })
        let value = try ModelledOption(
            .call, spot: 103, strike: 100, timeToExpiration: 0.1, riskFreeRate: 0.04, dividendYield: 0.02
        ).price(volatility: 0.25)
        let profit = try #require(call.profitAtTarget)
        #expect(abs(profit - 100 * (value - call.legs[0].premium)) < 1e-7)
        request.belief.targetDate = CalendarDate("2025-12-10")
        #expect(
            throws: StrategyError(
                "belief.targetDate", .notBeforeValuation, .date(try #require(request.belief.targetDate)))
        ) {
            try StrategyFinder().find(request)
        }
    }
}
