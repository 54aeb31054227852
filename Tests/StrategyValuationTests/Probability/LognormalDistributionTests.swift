import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@Suite("Lognormal distribution")
struct LognormalDistributionTests {
    @Test(
        "without volatility or time the price is certain",
        arguments: [(0.0, 0.5), (0.2, 0.0), (0.0, 0.0), (1e-200, 1e-300)])
    func certain(volatility: Double, time: Double) throws {
        let prices = try LognormalDistribution(spot: 100, volatility: volatility, timeToExpiration: time)
        #expect(prices.mean == 100)
        #expect(prices.expectedMove == PriceInterval(lower: 100, upper: 100))
        #expect(try prices.quantile(0.01) == 100)
        #expect(try prices.probability(below: 100) == 0)
        #expect(try prices.probability(below: 100.0.nextUp) == 1)
        #expect(try prices.probability(above: 100) == 0)
        #expect(try prices.probability(above: 100.0.nextDown) == 1)
        #expect(try prices.probability(of: PriceInterval(lower: 100, upper: 100)) == 1)
        #expect(try prices.probability(of: PriceInterval(lower: 101, upper: .infinity)) == 0)
        #expect(try prices.partialMean(over: PriceInterval(lower: 0, upper: 100)) == 100)
        #expect(try prices.partialMean(over: PriceInterval(lower: 0, upper: 99)) == 0)
        #expect(try prices.probabilityOfTouching(100) == 1)
        #expect(try prices.probabilityOfTouching(100.0.nextUp) == 0)
    }

    @Test("a certain price moves monotonically to its end and touches levels between", arguments: [0.05, -0.05])
    func certainDrift(rate: Double) throws {
        let prices = try LognormalDistribution(
            spot: 100, volatility: 0, timeToExpiration: 2, riskFreeRate: rate, dividendYield: 0)
        // e^±0.1
        #expect(ulps(prices.mean, rate > 0 ? 110.51709180756476 : 90.48374180359595) <= 1)
        #expect(try prices.probabilityOfTouching(105) == (rate > 0 ? 1 : 0))
        #expect(try prices.probabilityOfTouching(95) == (rate > 0 ? 0 : 1))
        #expect(try prices.probabilityOfTouching(111) == 0)
        #expect(try prices.probabilityOfTouching(prices.mean) == 1)
    }

    @Test("prices 0 and infinity")
    func ends() throws {
        let prices = try LognormalDistribution(spot: 100, volatility: 0.3, timeToExpiration: 1, riskFreeRate: 0.05)
        #expect(try prices.probability(below: 0) == 0)
        #expect(try prices.probability(below: .infinity) == 1)
        #expect(try prices.probability(above: 0) == 1)
        #expect(try prices.probability(above: .infinity) == 0)
        #expect(try prices.probability(of: PriceInterval(lower: 0, upper: .infinity)) == 1)
        #expect(try prices.probability(of: PriceInterval(lower: 110, upper: 90)) == 0)
        #expect(try prices.probability(of: PriceInterval(lower: 90, upper: 90)) == 0)
        #expect(try prices.partialMean(over: PriceInterval(lower: 0, upper: .infinity)) == prices.mean)
        #expect(try prices.partialMean(over: PriceInterval(lower: 110, upper: 90)) == 0)
        #expect(try prices.probabilityOfTouching(0) == 0)
        #expect(try prices.probabilityOfTouching(.infinity) == 0)
        #expect(try prices.probabilityOfTouching(100) == 1)
    }

    @Test("enormous volatility leaves the mean unchanged and prices almost surely 0", arguments: [1e3, 1e10, 1e300])
    func enormousVolatility(volatility: Double) throws {
        let prices = try LognormalDistribution(spot: 100, volatility: volatility, timeToExpiration: 1e6)
        #expect(prices.mean == 100)
        #expect(try prices.probability(below: 1e-300) == 1)
        #expect(try prices.probability(above: 1e-300) == 0)
        #expect(try prices.partialMean(over: PriceInterval(lower: 1e300, upper: .infinity)) == 100)
        #expect(prices.expectedMove == PriceInterval(lower: 0, upper: 0))
    }

    @Test("interest beyond the range of doubles")
    func enormousRates() throws {
        let up = try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: 1e3, riskFreeRate: 1e300)
        #expect(up.mean == .infinity)
        #expect(try up.probability(above: 1e308) == 1)
        let down = try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: 1e3, dividendYield: 1e300)
        #expect(down.mean == 0)
        #expect(try down.probability(below: 1e-300) == 1)
        #expect(try down.probabilityOfTouching(0.5) == 1)
        #expect(try down.probabilityOfTouching(1.5) == 0)
    }

    @Test("a carry gives the distribution of its market")
    func carry() throws {
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.05, dividendYield: 0.02)
        let found = try LognormalDistribution(market.carry(to: 0.7), volatility: 0.3)
        let expected = try LognormalDistribution(
            spot: 100, volatility: 0.3, timeToExpiration: 0.7, riskFreeRate: 0.05, dividendYield: 0.02)
        #expect(found.mean == expected.mean && found.expectedMove == expected.expectedMove)
        #expect(try found.probability(below: 80) == expected.probability(below: 80))
        let paying = try OptionMarket(spot: 100, dividends: [DiscreteDividend(timeToExDate: 0.5, .amount(1))])
        #expect(try LognormalDistribution(paying.carry(to: 0.4), volatility: 0.3).mean == 100)
        #expect(throws: StrategyError("dividends", .supported)) {
            try LognormalDistribution(paying.carry(to: 0.5), volatility: 0.3)
        }
        #expect(throws: StrategyError("forwardPrice", .supported)) {
            try LognormalDistribution(OptionMarket(forward: 100).carry(to: 1), volatility: 0.3)
        }
        #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(-1))) {
            try LognormalDistribution(market.carry(to: -1), volatility: 0.3)
        }
    }

    @Test("parameters outside their domain are named")
    func errors() throws {
        #expect(throws: StrategyError("currentPrice", .positive, .number(0))) {
            try LognormalDistribution(spot: 0, volatility: 0.2, timeToExpiration: 1)
        }
        #expect(throws: StrategyError("volatility", .nonNegative, .number(-0.1))) {
            try LognormalDistribution(spot: 1, volatility: -0.1, timeToExpiration: 1)
        }
        #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(.infinity))) {
            try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: .infinity)
        }
        #expect(throws: StrategyError("riskFreeRate", .finite, .number(-.infinity))) {
            try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: 1, riskFreeRate: -.infinity)
        }
        #expect(throws: StrategyError("dividendYield", .finite, .number(.infinity))) {
            try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: 1, dividendYield: .infinity)
        }
        let prices = try LognormalDistribution(spot: 1, volatility: 0.2, timeToExpiration: 1)
        #expect(throws: StrategyError("stockPrice", .nonNegative, .number(-1))) { try prices.probability(below: -1) }
        #expect(throws: StrategyError.self) { try prices.probability(above: .nan) }
        #expect(throws: StrategyError("stockPrice", .nonNegative, .number(-1))) {
            try prices.probability(of: PriceInterval(lower: -1, upper: 1))
        }
        #expect(throws: StrategyError.self) { try prices.partialMean(over: PriceInterval(lower: 0, upper: .nan)) }
        #expect(throws: StrategyError("stockPrice", .nonNegative, .number(-.infinity))) {
            try prices.probabilityOfTouching(-.infinity)
        }
        for probability in [0.0, 1, -0.5, 1.5, .infinity] {
            #expect(throws: StrategyError("probability", .betweenZeroAndOne, .number(probability))) {
                try prices.quantile(probability)
            }
        }
        #expect(throws: StrategyError.self) { try prices.quantile(.nan) }
    }

    @Test("probabilities and means add up, tails are symmetric, and quantiles invert probabilities")
    func laws() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<2_000 {
            let spot = random.logUniform(1e-3, 1e5)
            let deviation = random.logUniform(1e-4, 4)
            let time = random.logUniform(1e-3, 10)
            let prices = try LognormalDistribution(
                spot: spot, volatility: deviation / time.squareRoot(), timeToExpiration: time,
                riskFreeRate: random.uniform(-0.1, 0.2), dividendYield: random.uniform(-0.1, 0.1))
            let p = random.uniform(0, 1)
            let q = random.logUniform(1e-12, 1e-2)
            let (a, b) = (try prices.quantile(min(p, q)), try prices.quantile(max(p, q)))
            let whole =
                try prices.probability(below: a) + prices.probability(of: .init(lower: a, upper: b))
                + prices.probability(above: b)
            #expect(abs(whole - 1) <= 4e-16)
            let mean =
                try prices.partialMean(over: .init(lower: 0, upper: a))
                + prices.partialMean(over: .init(lower: a, upper: b))
                + prices.partialMean(over: .init(lower: b, upper: .infinity))
            #expect(relativeError(mean, prices.mean) <= 1e-15)
            // The quantile is a double, and its rounding moves the probability by the density.
            let below = try prices.probability(below: a)
            let slack = 1e-15 * (1 + 40 / deviation)
            #expect(relativeError(below, min(p, q)) <= slack, "\(below) \(min(p, q))")
            // A price that is passed is touched.
            let passed = b > spot ? try prices.probability(above: b) : try prices.probability(below: b)
            #expect(try prices.probabilityOfTouching(b) >= passed)
        }
    }
}
