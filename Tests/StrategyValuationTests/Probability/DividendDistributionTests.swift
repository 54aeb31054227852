import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@Suite("Distribution after dividends")
struct DividendDistributionTests {
    struct Table: Decodable {
        struct Dividend: Decodable {
            let timeToExDate: Double
            let amount, proportion: Double?
        }
        struct Row: Decodable, Sendable {
            let volatility, riskFreeRate, dividendYield, timeToExpiration: Double
            let dividends: [Dividend]
            let strikes, below, meanBelow, scaledDensity: [Double]
            let zero: Double

            func market() throws -> DividendMarket {
                try DividendMarket(
                    volatility: volatility, rate: riskFreeRate, yield: dividendYield, time: timeToExpiration,
                    dividends.map { row in
                        (row.timeToExDate, row.amount.map { .amount($0) } ?? .proportion(row.proportion ?? .nan))
                    })
            }
        }
        let cases: [Row]
    }

    @Test("the table of backward integrals")
    func table() throws {
        let rows = try Fixture.decode(Table.self, "Fixtures/reference/dividend_distribution.json").cases
        #expect(rows.count >= 30)
        for row in rows {
            let prices = try row.market().distribution()
            #expect((prices.probabilityOfZero - row.zero).magnitude < 1e-11, "\(row)")
            let deviation = row.volatility * row.timeToExpiration.squareRoot()
            for (index, strike) in row.strikes.enumerated() {
                let below = try prices.probability(below: strike)
                #expect((below - row.below[index]).magnitude < 1e-11, "\(below) at \(strike) of \(row)")
                let density = try prices.density(at: strike) * strike * deviation
                #expect((density - row.scaledDensity[index]).magnitude < 1e-11, "\(density) at \(strike) of \(row)")
                let payoff = try DividendMarket.mean(.put, strike: strike, prices)
                let expected = strike * row.below[index] - 100 * row.meanBelow[index]
                #expect((payoff - expected).magnitude < 1e-11 * (100 + strike), "\(payoff) at \(strike) of \(row)")
            }
        }
    }

    @Test("means of payoffs are the prices of European options", arguments: 0..<4)
    func europeanPrices(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var worst = 0.0
        for _ in 0..<40 {
            let market = try DividendMarket(&generator)
            let prices = try market.distribution()
            let forward = max(prices.mean, 10.5)
            for strike in [0.7, 1, 1.4].map({ min(forward * $0, 999) }) where strike > 10 {
                for kind in [OptionKind.call, .put] {
                    let expected = try market.undiscountedPrice(kind, strike: strike)
                    let mean = try DividendMarket.mean(kind, strike: strike, prices)
                    worst = max(worst, (mean - expected).magnitude / max(100, strike))
                }
            }
        }
        #expect(worst < 1.5e-7, "\(worst)")
    }

    @Test("the mean: S less the dividends that are paid, where none can exceed the price")
    func mean() throws {
        // At this volatility, a price below the dividends has a probability below 10⁻¹⁰⁰.
        let market = try DividendMarket(
            volatility: 0.1, time: 1,
            [(0.25, .amount(2)), (0.5, .proportion(0.03)), (0.75, .amount(3)), (1, .amount(1))])
        #expect(try (market.distribution().mean - market.market.carry(to: 1).forward).magnitude < 1e-12)
    }

    @Test("proportions only: a lognormal price from a smaller spot")
    func proportions() throws {
        let prices = try DividendMarket(
            volatility: 0.3, time: 2, [(0.3, .proportion(0.1)), (0.3, .proportion(0.2)), (1.7, .proportion(0.05))]
        ).distribution()
        let plain = try LognormalDistribution(
            spot: 100 * 0.9 * 0.8 * 0.95, volatility: 0.3, timeToExpiration: 2, riskFreeRate: 0.04, dividendYield: 0.01)
        #expect(prices.probabilityOfZero == 0)
        #expect((prices.mean / plain.mean - 1).magnitude < 1e-14)
        for price in [20, 50, 70, 90, 200.0] {
            #expect(try (prices.probability(below: price) - plain.probability(below: price)).magnitude < 1e-15)
            #expect(try (prices.density(at: price) - plain.density(at: price)).magnitude < 1e-16)
        }
        for distance in [0.5, 1.0, 3, 8] {
            let (found, expected) = (
                try prices.expectedMove(standardDeviations: distance),
                try plain.expectedMove(standardDeviations: distance)
            )
            #expect((found.lower / expected.lower - 1).magnitude < 1e-13)
            #expect((found.upper / expected.upper - 1).magnitude < 1e-13)
        }
    }

    @Test("small dividends: nearly the lognormal price", arguments: [0.02, 0.3, 3])
    func smallDividends(volatility: Double) throws {
        let prices = try DividendMarket(
            volatility: volatility, time: 1, (1...9).map { (0.1 * Double($0), .amount(1e-13)) }
        ).distribution()
        let plain = try LognormalDistribution(
            spot: 100, volatility: volatility, timeToExpiration: 1, riskFreeRate: 0.04, dividendYield: 0.01)
        for distance in [-5.0, -2, -0.5, 0.5, 2, 5] {
            let price = plain.mean * exp(distance * volatility - volatility * volatility / 2)
            let (found, expected) = (try prices.probability(below: price), try plain.probability(below: price))
            #expect((found - expected).magnitude < 1e-12, "\(found) for \(expected)")
        }
        #expect((prices.mean / plain.mean - 1).magnitude < 1e-12)
    }

    @Test("dividends that are close to each other become one", arguments: [1e-9, 1e-12])
    func closeExDates(gap: Double) throws {
        let near = try DividendMarket(
            volatility: 0.4, time: 1, (0..<20).map { (0.3 + gap * Double($0), .amount(2)) }
        ).distribution()
        let one = try DividendMarket(volatility: 0.4, time: 1, [(0.3, .amount(40))]).distribution()
        #expect((near.probabilityOfZero - one.probabilityOfZero).magnitude < 100 * gap + 1e-12)
        for price in [5, 20, 50, 60, 100, 150.0] {
            let (found, expected) = (try near.probability(below: price), try one.probability(below: price))
            #expect((found - expected).magnitude < 100 * gap + 1e-12, "\(found) for \(expected) at \(price)")
        }
        #expect((near.mean - one.mean).magnitude < 1e4 * gap + 1e-10)
    }

    /// An interval of 1/4096 of the time before it changes the method.
    @Test("both methods for an interval agree", arguments: [0.05, 0.4, 3], [0.5, 5e-4])
    func methods(volatility: Double, time: Double) throws {
        func distribution(_ factor: Double) throws -> DividendDistribution {
            let first = 0.6 * time
            let gap = first / 4096 * factor
            return try DividendMarket(
                volatility: volatility, time: time,
                [
                    (first, .amount(20)), (first + gap, .amount(30)), (first + 2 * gap, .amount(10)),
                    (0.9 * time, .amount(9)),
                ]
            ).distribution()
        }
        let (short, long) = (try distribution(0.999_999_999_9), try distribution(1.000_000_000_1))
        #expect((short.probabilityOfZero - long.probabilityOfZero).magnitude < 2e-12)
        #expect((short.mean - long.mean).magnitude < 2e-10)
        for distance in [-4.0, -2, -1, 0, 1, 2, 4] {
            let price = 31 * exp(distance * volatility * time.squareRoot())
            let (found, expected) = (try short.probability(below: price), try long.probability(below: price))
            #expect((found - expected).magnitude < 2e-12, "\(found) for \(expected) at \(price)")
        }
    }

    @Test("an expiration just after an ex-date, and on it")
    func lastInterval() throws {
        let after = try DividendMarket(volatility: 0.4, time: 1, [(1 - 1e-12, .amount(40))]).distribution()
        let on = try DividendMarket(volatility: 0.4, time: 1, [(1, .amount(40))]).distribution()
        #expect((after.probabilityOfZero - on.probabilityOfZero).magnitude < 1e-10)
        #expect((after.mean - on.mean).magnitude < 1e-9)
        for price in [1, 20, 60, 100.0] {
            #expect(try (after.probability(below: price) - on.probability(below: price)).magnitude < 1e-10)
            #expect(try (after.density(at: price) - on.density(at: price)).magnitude < 1e-10)
        }
    }

    @Test("a hundred dividends: probabilities ascend, and the density is their slope", arguments: 0..<3)
    func ascending(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 100 + seed)
        for _ in 0..<4 {
            let count = Int.random(in: 60...100, using: &generator)
            let time = Double.random(in: 0.5...5, using: &generator)
            let prices = try DividendMarket(
                volatility: .random(in: 0.1...1, using: &generator), time: time,
                (0..<count).map { _ in (.random(in: 0...time, using: &generator), .amount(0.8)) }
            ).distribution()
            #expect(try prices.probability(below: .infinity) == 1 && prices.probability(below: 0) == 0)
            var last = prices.probabilityOfZero
            for step in 1...200 {
                let price = prices.mean * Double(step) / 50
                let below = try prices.probability(below: price)
                #expect(below >= last)
                last = below
                let width = price * 1e-4
                let slope = try (prices.probability(below: price + width) - prices.probability(below: price - width))
                let density = try prices.density(at: price)
                #expect((slope / (2 * width) - density).magnitude < 1e-5 * density + 1e-10)
            }
        }
    }

    @Test("expected moves are quantiles, 0 up to the probability of 0")
    func quantiles() throws {
        let prices = try DividendMarket(
            volatility: 0.8, time: 2, [(0.5, .amount(30)), (1, .amount(30)), (1.5, .amount(20))]
        ).distribution()
        #expect(prices.probabilityOfZero > 0.3)
        for distance in [0.5, 1, 2, 5, 9.0] {
            let move = try prices.expectedMove(standardDeviations: distance)
            let upper = 0.5 * erfc(distance / 2.0.squareRoot())
            #expect(try (1 - prices.probability(below: move.upper) - upper).magnitude < 1e-14)
            #expect(move.lower == 0 || upper > prices.probabilityOfZero)
            guard move.lower > 0 else { continue }
            #expect(try (prices.probability(below: move.lower) - upper).magnitude < 1e-14)
        }
        #expect(
            try prices.expectedMove
                == PriceInterval(
                    lower: prices.expectedMove(standardDeviations: 1).lower,
                    upper: prices.expectedMove(standardDeviations: 1).upper))
        #expect(throws: StrategyError("standardDeviations", .inPricingRange(0...9, .dividends), .number(9.5))) {
            try prices.expectedMove(standardDeviations: 9.5)
        }
    }

    @Test("without volatility, the price is that of the certain path")
    func certain() throws {
        let market = try DividendMarket(volatility: 0, time: 1, [(0.25, .amount(2)), (0.5, .proportion(0.03))])
        let prices = try market.distribution()
        let forward = market.market.carry(to: 1).forward
        #expect(prices.mean == forward && prices.probabilityOfZero == 0)
        #expect(prices.expectedMove == PriceInterval(lower: forward, upper: forward))
        #expect(try prices.probability(below: forward) == 0 && prices.probability(below: forward.nextUp) == 1)
        let gone = try DividendMarket(volatility: 0, time: 1, [(0.5, .amount(200))]).distribution()
        #expect(try gone.mean == 0 && gone.probability(below: 1e-300) == 1)
    }

    @Test("inputs outside the domain are named")
    func domain() throws {
        func expect(_ path: String, _ value: Double, _ range: ClosedRange<Double>, _ market: DividendMarket) {
            #expect(throws: StrategyError(path, .inPricingRange(range, .dividends), .number(value))) {
                try market.distribution()
            }
        }
        let dividends: [(time: Double, payment: DiscreteDividend.Payment)] = [(1e-5, .amount(5))]
        expect("volatility", 4, 0.02...3, try DividendMarket(volatility: 4, time: 1, dividends))
        expect("volatility", 0.01, 0.02...3, try DividendMarket(volatility: 0.01, time: 1, dividends))
        expect("timeToExpiration", 6, 1 / 8766...5, try DividendMarket(volatility: 0.2, time: 6, dividends))
        expect("riskFreeRate", 0.3, -0.02...0.2, try DividendMarket(volatility: 0.2, rate: 0.3, time: 1, dividends))
        expect("dividendYield", 0.3, -0.1...0.2, try DividendMarket(volatility: 0.2, yield: 0.3, time: 1, dividends))
        expect("dividends", 0.95, 0...0.9, try DividendMarket(volatility: 0.2, time: 1, [(0.5, .proportion(0.95))]))
        let forward = try OptionMarket(forward: 100)
        #expect(throws: StrategyError("forwardPrice", .supported)) {
            try DividendDistribution(forward.carry(to: 1), volatility: 0.2)
        }
    }
}
