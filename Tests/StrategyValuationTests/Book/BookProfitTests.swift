import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@testable import StrategyValuation

@Suite("Profits of a book")
struct BookProfitTests {
    /// The largest difference as a multiple of its bound.
    private static func excess(_ profits: ArraySlice<Double>, _ expected: [Double], _ bounds: [Double]) -> Double {
        guard profits.count == expected.count else { return .infinity }
        return zip(profits, zip(expected, bounds)).map { abs($0 - $1.0) / $1.1 }.max() ?? .infinity
    }

    @Test("are those of the 50-digit reference", arguments: try ValuationTable.cases(), BookValuation.combinations)
    func reference(_ row: ValuationTable.Case, combination: BookValuation.Combination) throws {
        let grid = try ScenarioGrid(
            stockPrices: row.stockPrices, volatilityShifts: row.volatilityShifts, elapsedTimes: row.elapsedTimes)
        let strategy = try row.strategy()
        // Together with a position that holds one of the contracts.
        let book = try PositionBook([[strategy.legs[0]], strategy.legs], in: strategy.market)
        let profits = try BookValuation(book, in: grid).profits(combination)
        for (index, expected) in row.profits.enumerated() {
            #expect(abs(profits[1, index] - expected.value) <= 4e-15 * expected.measure)
        }
    }

    @Test("equal those of each position alone, however they are combined", arguments: [1...6, 20...60])
    func strategies(legCounts: ClosedRange<Int>) throws {
        let sample = try BookSample(seed: 1, positions: 150, legCounts: legCounts, contracts: 40, stockPrices: 7)
        let valuation = try BookValuation(sample.book, in: sample.grid)
        let sums = try valuation.profits(.addition)
        let products = try valuation.profits(.product)
        for (position, legs) in sample.positions.enumerated() {
            let expected = try PricedStrategy(legs, in: sample.market).profits(in: sample.grid)
            let bounds = try sample.bounds(position)
            #expect(Self.excess(sums[position], expected, bounds) <= 1)
            #expect(Self.excess(products[position], expected, bounds) <= 1)
            #expect(Self.excess(products[position], Array(sums[position]), bounds) <= 1)
        }
    }

    @Test("are products if positions hold many instruments, and sums otherwise")
    func choice() throws {
        for (legCounts, combination) in [(1...3, BookValuation.Combination.addition), (90...120, .product)] {
            let sample = try BookSample(seed: 2, positions: 64, legCounts: legCounts, contracts: 60, stockPrices: 7)
            let valuation = try BookValuation(sample.book, in: sample.grid)
            #expect(try sample.book.profits(in: sample.grid) == valuation.profits(combination))
            let other: BookValuation.Combination = combination == .addition ? .product : .addition
            #expect(try valuation.profits(combination) != valuation.profits(other))
        }
    }

    @Test("are products in parts if there are many scenarios")
    func manyScenarios() throws {
        let sample = try BookSample(seed: 3, positions: 20, legCounts: 1...20, contracts: 12, stockPrices: 700)
        #expect(sample.grid.count > BookValuation.productWidth)
        let valuation = try BookValuation(sample.book, in: sample.grid)
        let sums = try valuation.profits(.addition)
        let products = try valuation.profits(.product)
        for position in sample.positions.indices {
            #expect(try Self.excess(products[position], Array(sums[position]), sample.bounds(position)) <= 1)
        }
    }

    @Test("add up to those of the book")
    func total() throws {
        let sample = try BookSample(seed: 4, positions: 80, legCounts: 1...9, contracts: 30, stockPrices: 5)
        let profits = try sample.book.profits(in: sample.grid)
        let totals = try BookValuation(sample.book, in: sample.grid).totalProfits()
        let magnitudes = try sample.positions.indices.map { try sample.magnitudes($0) }
        let legs = Double(sample.positions.joined().count)
        #expect(totals.count == sample.grid.count)
        for scenario in totals.indices {
            let sum = sample.positions.indices.reduce(0) { $0 + profits[$1, scenario] }
            let magnitude = magnitudes.reduce(0) { $0 + $1[scenario] }
            #expect(abs(totals[scenario] - sum) <= 4 * (legs + 1) * 0x1p-53 * magnitude)
        }
    }

    @Test("are whole numbers at expiration, to the last digit", arguments: BookValuation.combinations)
    func expiration(combination: BookValuation.Combination) throws {
        var generator = SeededGenerator(seed: 5)
        let prices = Array(0...60) + [1000]
        var positions: [[PricedLeg]] = []
        var expected: [[Int]] = []
        for _ in 0..<100 {
            var position: [PricedLeg] = []
            var profits = [Int](repeating: 0, count: prices.count)
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let sign = Bool.random(using: &generator) ? 1 : -1
                let quantity = Int.random(in: 1...1_000_000, using: &generator)
                let premium = Int.random(in: 0...40, using: &generator)
                let strike = Int.random(in: 1...60, using: &generator)
                let type = Int.random(in: 0...2, using: &generator)
                let instrument: Leg.Instrument =
                    [.call(strikePrice: Double(strike)), .put(strikePrice: Double(strike)), .stock][type]
                let leg = try Leg(
                    instrument, sign > 0 ? .long : .short, premium: Double(premium), quantity: quantity,
                    sharesPerContract: 10)
                position.append(
                    type == 2
                        ? PricedLeg(shares: leg) : try PricedLeg(leg, timeToExpiration: 0.25, volatility: 0.3))
                for (index, price) in prices.enumerated() {
                    let value = [max(price - strike, 0), max(strike - price, 0), price][type]
                    profits[index] += sign * quantity * 10 * (value - premium)
                }
            }
            positions.append(position)
            expected.append(profits)
        }
        let book = try PositionBook(positions, in: OptionMarket(spot: 50, riskFreeRate: 0.05))
        let grid = try ScenarioGrid(
            stockPrices: prices.map { Double($0) }, volatilityShifts: [0], elapsedTimes: [0.25])
        let valuation = try BookValuation(book, in: grid)
        #expect(try valuation.profits(combination).values == expected.joined().map { Double($0) })
        let totals = prices.indices.map { index in expected.reduce(0) { $0 + $1[index] } }
        #expect(try valuation.totalProfits() == totals.map { Double($0) })
    }
}
