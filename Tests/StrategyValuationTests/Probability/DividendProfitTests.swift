import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing

@Suite("Profits under a price after dividends")
struct DividendProfitTests {
    /// A price that is 0 with a probability of about a third.
    private static func market() throws -> DividendMarket {
        try DividendMarket(
            volatility: 0.8, time: 2, [(0.5, .amount(30)), (1, .amount(30)), (1.5, .amount(20)), (2, .amount(1))])
    }

    private static func shares(_ position: Leg.Side) throws -> PayoffProfile {
        try PayoffProfile([.stock(position, entryPrice: 100, quantity: 1)])
    }

    @Test("a price of 0 counts in probabilities, means and extremes")
    func zero() throws {
        let prices = try Self.market().distribution()
        let zero = prices.probabilityOfZero
        #expect(zero > 0.3 && zero < 0.6)
        let long = try ProfitProbabilities(of: Self.shares(.long), under: .afterDividends(prices))
        #expect(try (long.ofLoss - prices.probability(below: 100)).magnitude < 1e-15)
        #expect((long.ofLoss + long.ofProfit - 1).magnitude < 1e-15)
        #expect((long.ofMaximumLoss - zero).magnitude < 1e-15 && long.ofMaximumProfit == 0)
        #expect((long.expectedProfitLoss - (prices.mean - 100)).magnitude < 1e-11)
        let short = try ProfitProbabilities(of: Self.shares(.short), under: .afterDividends(prices))
        #expect(short.ofProfit == long.ofLoss && short.ofLoss == long.ofProfit)
        #expect((short.ofMaximumProfit - zero).magnitude < 1e-15 && short.ofMaximumLoss == 0)
        #expect((short.expectedProfitLoss + long.expectedProfitLoss).magnitude < 1e-11)
        let (profit, loss) = (try #require(long.expectedProfit), try #require(long.expectedLoss))
        #expect((long.ofProfit * profit + long.ofLoss * loss - long.expectedProfitLoss).magnitude < 1e-11)
        #expect(long.ofTouching.map(\.stockPrice) == [100] && long.ofTouching[0].probability == nil)
        #expect(long.expectedMove == prices.expectedMove)
    }

    @Test("levels of profit on both sides of the profit at 0")
    func levels() throws {
        let prices = try Self.market().distribution()
        let levels = [-101, -100, -99.999_999, -50, 100]
        let long = try ProfitProbabilities(
            of: Self.shares(.long), under: .afterDividends(prices), profitLevels: levels
        ).ofProfitAtLeast.map(\.probability)
        #expect(long[0] == 1 && long[1] == 1)
        #expect((long[2] - (1 - prices.probabilityOfZero)).magnitude < 1e-7)
        #expect(try (long[3] - (1 - prices.probability(below: 50))).magnitude < 1e-14)
        let short = try ProfitProbabilities(
            of: Self.shares(.short), under: .afterDividends(prices), profitLevels: [100, 50, 100.000_001]
        ).ofProfitAtLeast.map(\.probability)
        #expect((short[0] - prices.probabilityOfZero).magnitude < 1e-15)
        #expect(try (short[1] - prices.probability(below: 50)).magnitude < 1e-14)
        #expect(short[2] == 0)
    }

    /// With q the quantile of the price at 1 − p, the value at risk of a share is 100 − q, and its expected shortfall
    /// 100 − q + E[(q − S)⁺]/(1 − p) (Rockafellar and Uryasev, 2002).
    @Test("risks", arguments: [0.3, 0.5, 0.55, 0.7, 0.95])
    func risks(level: Double) throws {
        let prices = try Self.market().distribution()
        let long = try ProfitProbabilities(
            of: Self.shares(.long), under: .afterDividends(prices), levels: [level])
        let (risk, shortfall) = (long.valueAtRisk[0].value, long.expectedShortfall[0].value)
        let quantile = 100 - risk
        if 1 - level <= prices.probabilityOfZero {
            #expect(quantile == 0 && shortfall == 100)
        } else {
            #expect(try (prices.probability(below: quantile) - (1 - level)).magnitude < 1e-13)
            let beyond = try DividendMarket.mean(.put, strike: quantile, prices)
            #expect((shortfall - (risk + beyond / (1 - level))).magnitude < 1e-9)
        }
    }

    @Test("a narrow interval of prices", arguments: [1, 30, 60.0])
    func narrow(price: Double) throws {
        let prices = try Self.market().distribution()
        let width = price * 1e-6
        let spread = try PayoffProfile([
            .call(.long, strikePrice: price, premium: 0, quantity: 1, sharesPerContract: 1),
            .call(.short, strikePrice: price + width, premium: 0, quantity: 2, sharesPerContract: 1),
            .call(.long, strikePrice: price + 2 * width, premium: 0, quantity: 1, sharesPerContract: 1),
        ])
        // A triangle of the area width².
        let probabilities = try ProfitProbabilities(of: spread, under: .afterDividends(prices))
        let expected = try prices.density(at: price + width) * width * width
        #expect((probabilities.expectedProfitLoss / expected - 1).magnitude < 1e-7)
        #expect((try #require(probabilities.expectedProfit) / (width / 2) - 1).magnitude < 1e-5)
    }

    /// The mean of a far option's value at the horizon is its value now, with interest.
    @Test(
        "calendars", arguments: [OptionKind.call, .put],
        [[0.25], [0.5], [0.1, 0.4999, 0.7], [0.02, 0.2, 0.4, 0.6, 0.8]])
    func calendar(kind: OptionKind, exDates: [Double]) throws {
        let far = try DividendMarket(volatility: 0.35, time: 1, exDates.map { ($0, .amount(4)) })
        let near = try DividendMarket(volatility: 0.35, time: 0.5, exDates.map { ($0, .amount(4)) })
        func leg(_ position: Leg.Side) throws -> Leg {
            try kind == .call
                ? .call(position, strikePrice: 95, premium: 5, quantity: 1, sharesPerContract: 1)
                : .put(position, strikePrice: 95, premium: 5, quantity: 1, sharesPerContract: 1)
        }
        let profile = try HorizonProfile(
            expiring: [leg(.short)], surviving: [PricedLeg(leg(.long), timeToExpiration: 0.5, volatility: 0.35)],
            in: far.market.after(0.5))
        let prices = try near.distribution()
        let profit = try ProfitProbabilities(of: profile, under: .afterDividends(prices))
        let interest = near.market.carry(to: 0.5).discountFactor
        let expected =
            try far.undiscountedPrice(kind, strike: 95) * far.market.carry(to: 1).discountFactor / interest
            - near.undiscountedPrice(kind, strike: 95)
        #expect((profit.expectedProfitLoss - expected).magnitude < 1e-4, "\(profit.expectedProfitLoss) for \(expected)")
    }
}
