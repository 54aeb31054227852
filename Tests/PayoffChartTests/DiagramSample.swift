import ExactPayoff
import PayoffChart
import StrategyRequests
import _TestSupport

/// Diagrams for tests.
enum DiagramSample {
    static func longCall() throws -> PayoffDiagram {
        try diagram([.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)], price: 165.12)
    }

    static func diagram(
        _ legs: [Leg], price: Double, extensions: RequestExtensions? = nil
    ) throws -> PayoffDiagram {
        let request = try CalculationRequest(currentPrice: price, legs: legs, extensions: extensions)
        return PayoffDiagram(request, try request.calculate())
    }

    /// One to eight random legs.
    static func random(_ random: inout SeededGenerator) throws -> PayoffDiagram {
        let price = (random.uniform(0.1, 1) * 1000).rounded()
        let legs = try (0..<Int.random(in: 1...8, using: &random)).map { _ in
            let side: Leg.Side = Bool.random(using: &random) ? .long : .short
            let strike = (price * random.uniform(0.5, 1.6)).rounded(.up)
            let premium = (price * random.uniform(0, 20)).rounded() / 100
            let quantity = Int.random(in: 1...50, using: &random)
            return switch Int.random(in: 0...4, using: &random) {
            case 0, 1: try Leg.call(side, strikePrice: strike, premium: premium, quantity: quantity)
            case 2, 3: try Leg.put(side, strikePrice: strike, premium: premium, quantity: quantity)
            default: try Leg.stock(side, entryPrice: price, quantity: quantity)
            }
        }
        return try diagram(legs, price: price)
    }

    /// Ten thousand legs at as many strikes, with many break-evens.
    static func manyLegs() throws -> PayoffDiagram {
        let legs = try (0..<10_000).map { index in
            try Leg.call(
                index.isMultiple(of: 2) ? .long : .short, strikePrice: 1000 + Double(index), premium: 5,
                quantity: index == 0 || index == 9_999 ? 1 : 2)
        }
        return try diagram(legs, price: 5000)
    }

    /// Diagrams with extreme curves.
    static func extremes() throws -> [PayoffDiagram] {
        let curves: [([Double], [Double], [Double])] = [
            ([], [], []), ([], [], [100]), ([100], [5], []), ([100, 200], [0, 0], [100, 200]),
            ([100, 200], [7, 7], []), ([100, 200], [-7, -7], []), ([0, 1, 2], [1e-9, -1e-9, 1e300], [0.5, 1.5]),
            ([0, 1e15], [-1e300, 1e300], [5e14]), ([0, 1e15], [-1.7e308, 1.7e308], [5e14]),
            ([0, .leastNonzeroMagnitude], [0, .leastNonzeroMagnitude], [0]), ([1e15, 1e15 + 0.125], [-1, 1], [1e15]),
            ([0, 1.7e308], [-5, 5], []), ([1, 1 + 1e-15, 2, 2 + 1e-15, 3], [5, -5, 5, -5, 5], []),
        ]
        return try [
            longCall(), manyLegs(),
            diagram(
                [.put(.short, strikePrice: .leastNonzeroMagnitude, premium: 0, quantity: 1)],
                price: .leastNonzeroMagnitude),
            diagram([.call(.long, strikePrice: 1e15, premium: 1e13, quantity: 1_000_000_000)], price: 1e15),
        ]
            + curves.flatMap { prices, profits, breakEvens in
                [1e-9, 100, 1e300].map { price in
                    PayoffDiagram(
                        strategyName: nil, currentPrice: price, stockPrices: prices, profitLosses: profits,
                        breakEvenPoints: breakEvens, maxProfit: profits.max(), maxLoss: nil)
                }
            }
    }
}
