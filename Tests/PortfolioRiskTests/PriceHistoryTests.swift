import Foundation
import PortfolioRisk
import Testing
import _TestSupport

@Suite("Price histories")
struct PriceHistoryTests {
    /// ln 2
    private static let doubling = 0.6931471805599453

    @Test("prices that double and halve have a known volatility")
    func volatility() throws {
        let history = try PriceHistory([100, 200, 100, 200, 100])
        #expect(history.count == 5 && history.varies)
        // Four returns of ±ln 2 with mean 0.
        let expected = (4 * Self.doubling * Self.doubling / 3 * 252).squareRoot()
        #expect(abs(history.volatility(periodsPerYear: 252) - expected) <= 1e-13)
    }

    @Test("correlations of a history with itself, its inverse, and another")
    func correlation() throws {
        let prices = [100.0, 110, 99, 120, 118, 131]
        let history = try PriceHistory(prices)
        #expect(abs(history.correlation(with: try PriceHistory(prices.map { 3 * $0 })) - 1) <= 1e-14)
        #expect(abs(history.correlation(with: try PriceHistory(prices.map { 1 / $0 })) + 1) <= 1e-14)
        #expect(history.correlation(with: history) == 1)
        // The returns +1, −1, 0 and 1, 1, −2 (in units of ln 2) are uncorrelated.
        let (one, other) = (try PriceHistory([1, 2, 1, 1]), try PriceHistory([1, 2, 4, 1]))
        #expect(abs(one.correlation(with: other)) <= 1e-15)
    }

    @Test("a constant rate has neither volatility nor correlations")
    func constant() throws {
        for prices in [[1, 2, 4, 8], [3, 2.7, 2.43, 2.187], [1e300, 1e200, 1e100]] {
            let history = try PriceHistory(prices)
            #expect(!history.varies && history.volatility(periodsPerYear: 252) <= 1e-11)
        }
        let constant = try PriceHistory([7, 7, 7])
        #expect(!constant.varies && constant.volatility(periodsPerYear: 252) == 0)
        #expect(constant.correlation(with: try PriceHistory([1, 2, 1])).isNaN)
        #expect(try PriceHistory([1, 1, 1.0.nextUp, 1]).varies)
    }

    @Test("correlations lie between -1 and 1, and any histories have a portfolio model", arguments: 1...30)
    func random(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let length = Int.random(in: 3...40, using: &generator)
        let histories = try (0..<count).map { _ in
            try PriceHistory((0..<length).map { _ in generator.uniform(50, 150) })
        }
        for one in histories {
            for other in histories { #expect(abs(one.correlation(with: other)) <= 1) }
        }
        #expect(throws: Never.self) { try Self.model(histories) }
    }

    private static func model(_ histories: [PriceHistory]) throws -> RiskModel {
        try RiskModel(
            underlyings: histories.map {
                try RiskUnderlying(price: 100, volatility: $0.volatility(periodsPerYear: 252))
            },
            correlations: PriceHistory.correlations(of: histories), riskFreeRate: 0)
    }

    @Test("errors name the parameter", arguments: [0, -1, .infinity] as [Double])
    func errors(price: Double) {
        #expect(throws: RiskError.outOfRange(.prices, 2, allowed: 3...Int.max)) { try PriceHistory([1, 2]) }
        let error = price == .infinity ? RiskError.notFinite(.price, price) : .notPositive(.price, price)
        #expect(throws: error) { try PriceHistory([1, 2, price]) }
    }
}
