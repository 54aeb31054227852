import ExactPayoff
import OptionPricing
import StrategyValuation
import _TestSupport

/// Positions of random legs: shares, and options out of a few contracts.
struct BookSample {
    let market: OptionMarket
    let positions: [[PricedLeg]]
    let grid: ScenarioGrid

    init(
        seed: UInt64, positions count: Int, legCounts: ClosedRange<Int>, contracts contractCount: Int, stockPrices: Int
    ) throws {
        var generator = SeededGenerator(seed: seed)
        market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01)
        let contracts = (0..<contractCount).map { _ in
            (
                isPut: Bool.random(using: &generator), strike: generator.uniform(70, 130),
                time: generator.uniform(0.1, 1), volatility: generator.uniform(0.1, 0.6)
            )
        }
        positions = try (0..<count).map { _ in
            try (0..<Int.random(in: legCounts, using: &generator)).map { _ in
                let position: Leg.Side = Bool.random(using: &generator) ? .long : .short
                let quantity = Int.random(in: 1...20, using: &generator)
                let premium = generator.uniform(0, 30)
                let index = Int.random(in: 0...contractCount, using: &generator)
                guard index < contractCount else {
                    return PricedLeg(shares: try .stock(position, entryPrice: premium * 5, quantity: quantity))
                }
                let contract = contracts[index]
                let leg = try Leg(
                    contract.isPut ? .put(strikePrice: contract.strike) : .call(strikePrice: contract.strike), position,
                    premium: premium, quantity: quantity, sharesPerContract: 100)
                return try PricedLeg(leg, timeToExpiration: contract.time, volatility: contract.volatility)
            }
        }
        grid = try ScenarioGrid(
            stockPrices: (0..<stockPrices).map { 60 + 80 * Double($0) / Double(stockPrices) },
            volatilityShifts: [-0.2, 0, 0.1], elapsedTimes: [0, 0.1])
    }

    var book: PositionBook {
        get throws { try PositionBook(positions, in: market) }
    }

    /// In each scenario, the sum of the magnitudes of a position's legs: shares · (value + premium).
    func magnitudes(_ position: Int) throws -> [Double] {
        var magnitudes = [Double](repeating: 0, count: grid.count)
        for leg in positions[position] {
            // With a premium of 0, the profit of a long leg is its value.
            let free = try Leg(
                leg.leg.instrument, .long, premium: 0, quantity: leg.leg.quantity,
                sharesPerContract: leg.leg.sharesPerContract)
            let priced =
                try leg.contract.map {
                    try PricedLeg(free, timeToExpiration: $0.terms.timeToExpiration, volatility: $0.volatility)
                } ?? PricedLeg(shares: free)
            let values = try PricedStrategy([priced], in: market).profits(in: grid)
            let premium = Double(leg.leg.quantity * leg.leg.sharesPerContract) * leg.leg.premium
            for scenario in values.indices { magnitudes[scenario] += values[scenario] + premium }
        }
        return magnitudes
    }

    /// The permitted difference between two ways to add up a position, in each scenario: the documented bound of each
    /// way, and one more rounding for a strategy, which first subtracts premiums from values.
    func bounds(_ position: Int) throws -> [Double] {
        let legs = Double(positions[position].count)
        return try magnitudes(position).map { (4 * legs + 5) * 0x1p-53 * $0 }
    }
}
