internal import DecimalNumbers
public import ExactPayoff

extension HorizonProfile {
    /// The allowed number of evenly spaced points of a curve over a given range.
    public static let pointCountRange = 2...100_000

    /// Evaluates the profit at one price.
    ///
    /// - Parameter price: The underlying's price at the horizon, per share; finite, 0 or greater.
    /// - Returns: The profit of the whole position; infinite beyond the range of `Double`.
    /// - Throws: `StrategyError` naming `stockPrice` otherwise.
    public func profit(at price: Double) throws(StrategyError) -> Double {
        try profits(at: [price])[0]
    }

    /// Evaluates the profit at many prices, with the vector kernels.
    ///
    /// - Parameters:
    ///   - prices: Finite, 0 or greater, in any order.
    ///   - budget: The cost is known before work begins.
    /// - Returns: The profit at each price.
    /// - Throws: `StrategyError` naming `stockPrice` for the first price outside its domain.
    public func profits(at prices: [Double], budget: WorkBudget = WorkBudget()) throws(StrategyError) -> [Double] {
        for price in prices { try StrategyError.require(price, "stockPrice", .nonNegative) }
        return try values(at: prices, budget)
    }

    /// The least and the greatest profit over some prices.
    package func extremes(
        over range: ClosedRange<Double>, budget: WorkBudget
    ) throws(StrategyError) -> (minimum: Double, maximum: Double) {
        var values = try profits(at: [range.lowerBound, range.upperBound], budget: budget)
        for node in partition.nodes where range.lowerBound < node.price && node.price < range.upperBound {
            values.append(node.value * moneyUnit)
        }
        func rounded(_ value: Double?) -> Double { ResultRounding.rounded(value ?? 0, rounding?.money) }
        return (rounded(values.min()), rounded(values.max()))
    }

    /// Returns the profit at round prices around the current price, and at the current price, every strike and every
    /// break-even.
    ///
    /// The prices are those of `PayoffProfile/curve(around:)`.
    ///
    /// - Parameters:
    ///   - currentPrice: The current price of the underlying; finite and greater than 0.
    ///   - budget: The cost is known before work begins.
    /// - Returns: The curve; between its points the profit is curved.
    /// - Throws: `StrategyError` naming `currentPrice`.
    public func curve(
        around currentPrice: Double, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PayoffCurve {
        try StrategyError.require(currentPrice, "currentPrice", .positive)
        let breakEvenPoints = breakEvenPoints.filter(\.isFinite)
        let marks = strikePrices + breakEvenPoints
        let current = DecimalNumber(currentPrice)
        let grid = CurveGrid(
            currentPrice: current, marks: (marks.min() ?? currentPrice)...(marks.max() ?? currentPrice))
        return try curve(
            at: grid.prices.map(\.nearestDouble) + strikePrices + [current.nearestDouble], breakEvenPoints, budget)
    }

    /// Returns the profit at evenly spaced prices, and at the strikes and break-evens between them.
    ///
    /// - Parameters:
    ///   - range: The first and the last price; finite, 0 or greater.
    ///   - points: The number of evenly spaced prices, in ``pointCountRange``.
    ///   - budget: The cost is known before work begins.
    /// - Returns: The curve; between its points the profit is curved.
    /// - Throws: `StrategyError` naming `stockPrice` or `points`.
    public func curve(
        over range: ClosedRange<Double>, points: Int, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PayoffCurve {
        try StrategyError.require(range.lowerBound, "stockPrice", .nonNegative)
        try StrategyError.require(range.upperBound, "stockPrice", .nonNegative)
        try StrategyError.require(points, "points", .integer(Self.pointCountRange))
        let width = range.upperBound - range.lowerBound
        var prices = (0..<points - 1).map { range.lowerBound + width * (Double($0) / Double(points - 1)) }
        prices.append(range.upperBound)
        return try curve(
            at: prices + strikePrices.filter(range.contains), breakEvenPoints.filter(range.contains), budget)
    }

    private func curve(
        at prices: [Double], _ breakEvenPoints: [Double], _ budget: WorkBudget
    ) throws(StrategyError) -> PayoffCurve {
        let prices = prices.sortedWithoutDuplicates()
        return PayoffCurve(stockPrices: prices, profitLosses: try values(at: prices, budget))
            .adding(breakEvenPoints: breakEvenPoints)
    }

    private func values(at prices: [Double], _ budget: WorkBudget) throws(StrategyError) -> [Double] {
        try budget.require(2 * prices.count * WorkCost.point + function.surviving.cost(at: prices))
        var values = try prices.map { (price) throws(StrategyError) in
            try budget.spend(WorkCost.point)
            let piece = function.payoff.pieces[function.payoff.index(of: price)]
            return piece.value + piece.slope * (price - piece.price)
        }
        try function.surviving.add(at: prices, to: &values, budget)
        return try values.map { (value) throws(StrategyError) in
            try budget.spend(WorkCost.point)
            return ResultRounding.rounded(value * moneyUnit, rounding?.money)
        }
    }
}
