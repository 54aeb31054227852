package import DecimalNumbers

extension PayoffProfile {
    /// Returns the payoff at round prices around the current price, and at the current price, every strike and every
    /// break-even.
    ///
    /// The round prices cover 0.7 to 1.3 times the current price in about 100 steps, more if strikes or break-evens lie
    /// outside. The range and the step are described in `docs/contract.md`.
    ///
    /// - Parameter currentPrice: The current price of the underlying; finite and greater than 0.
    /// - Returns: The curve; a profit beyond the range of `Double` is infinite.
    /// - Throws: ``StrategyError`` naming `currentPrice`.
    public func curve(around currentPrice: Double) throws(StrategyError) -> PayoffCurve {
        try StrategyError.require(currentPrice, "currentPrice", .positive)
        var (profile, metrics, curve) = (self, StrategyMetrics(), PayoffCurve())
        _ = try profile.metrics(into: &metrics, WorkBudget())
        try profile.curve(
            around: DecimalPrice(currentPrice), breakEvens: metrics.breakEvens, into: &curve, WorkBudget())
        return curve
    }

    /// Replaces `curve` by the default curve with the given break-evens, reusing its memory.
    package mutating func curve(
        around currentPrice: DecimalPrice, breakEvens: [ResultNumber], into curve: inout PayoffCurve,
        _ budget: WorkBudget
    ) throws(StrategyError) {
        var (lowest, highest) = (strikeRange?.lowerBound ?? .infinity, strikeRange?.upperBound ?? 0)
        for price in breakEvens {
            let price = price.value
            guard price.isFinite else { continue }
            lowest = min(lowest, price)
            highest = max(highest, price)
        }
        let current = currentPrice.decimal
        let grid = CurveGrid(currentPrice: current, marks: lowest <= highest ? lowest...highest : nil)
        if appendNarrowPoints(grid, current, breakEvens, to: &curve) { return }
        curve = try points(at: grid.prices, current, withStrikes: true, budget)
            .adding(breakEvenPoints: breakEvens.map(\.value).filter(\.isFinite))
    }

    /// Returns the payoff at exactly the given prices.
    ///
    /// - Parameters:
    ///   - stockPrices: Prices, ascending and without duplicates; finite, 0 or greater; at least one.
    ///   - budget: The cost is known before work begins.
    /// - Returns: The curve; a profit beyond the range of `Double` is infinite.
    /// - Throws: ``StrategyError`` naming `stockPrice`.
    /// - Precondition: The prices ascend.
    public func curve(
        at stockPrices: [Double], budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PayoffCurve {
        for price in stockPrices { try StrategyError.require(price, "stockPrice", .nonNegative) }
        precondition(zip(stockPrices, stockPrices.dropFirst()).allSatisfy { $0 < $1 }, "prices must ascend, each once")
        guard let last = stockPrices.last else { return PayoffCurve() }
        let grid = try stockPrices.dropLast().enumerated().map { (index, price) throws(StrategyError) in
            if index % 4096 == 0 { try budget.check() }
            return DecimalNumber(price)
        }
        return try points(at: grid, DecimalNumber(last), withStrikes: false, budget)
    }

    /// Evaluates the payoff at one price.
    ///
    /// - Parameter price: The underlying's price at expiration, per share; finite, 0 or greater.
    /// - Returns: The profit of the whole position; infinite beyond the range of `Double`.
    /// - Throws: ``StrategyError`` naming `stockPrice` otherwise.
    public func profit(at price: Double) throws(StrategyError) -> Double {
        try StrategyError.require(price, "stockPrice", .nonNegative)
        return try points(at: [], DecimalNumber(price), withStrikes: false, WorkBudget())[0].profitLoss
    }

    /// Returns the payoff at the ascending prices of a grid, at one more price and, optionally, at the strikes.
    private func points(
        at grid: [DecimalNumber], _ price: DecimalNumber, withStrikes: Bool, _ budget: WorkBudget
    ) throws(StrategyError) -> PayoffCurve {
        let payoff = function.payoff
        let scale = grid.reduce(max(payoff.scale, -price.exponent)) { max($0, -$1.exponent) }
        let highestPrice = max(self.highestPrice, price.nearestDouble, grid.last?.nearestDouble ?? 0)
        let shift = scale - payoff.scale
        let fitsNarrow = Self.fitsNarrow(highestPrice: highestPrice, shares: totalShares, scale: scale)
        let fitsNative = Self.fitsNative(highestPrice: highestPrice, shares: totalShares, scale: scale)
        // A price or a knot is converted into the units of the function, and its profit into a double.
        let conversion = (fitsNative ? WorkCost.point : WorkCost.wideLeg) / 2
        try budget.require((payoff.knotCount + grid.count + 1).saturatingProduct(2 * conversion))
        try budget.spend(payoff.knotCount.saturatingProduct(conversion))

        func exactPoints<Number>(_ function: PiecewiseLinear<Number>) throws(StrategyError) -> PayoffCurve {
            try Self.exactPoints(of: function, grid, price, withStrikes, conversion, budget)
        }
        switch function {
        case .narrow(let function) where fitsNarrow:
            return try exactPoints(function.rescaled(to: scale) { $0 * PowersOfTen.small(shift) })
        case .narrow(let function) where fitsNative:
            return try exactPoints(function.rescaled(to: scale) { Int128($0).multiplied(byTenTo: shift) })
        case .narrow(let function):
            return try exactPoints(function.rescaled(to: scale) { WideInteger(Int128($0)).multiplied(byTenTo: shift) })
        case .native(let function) where fitsNative:
            return try exactPoints(function.rescaled(to: scale) { $0.multiplied(byTenTo: shift) })
        case .native(let function):
            return try exactPoints(function.rescaled(to: scale) { WideInteger($0).multiplied(byTenTo: shift) })
        case .wide(let function):
            return try exactPoints(function.rescaled(to: scale) { $0.multiplied(byTenTo: shift) })
        }
    }

    private static func exactPoints<Number>(
        of function: PiecewiseLinear<Number>, _ grid: [DecimalNumber], _ price: DecimalNumber, _ withStrikes: Bool,
        _ conversion: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> PayoffCurve {
        let strikes = withStrikes ? function.knots.dropFirst().map(\.price) : []
        let scaled = try grid.map { (decimal) throws(StrategyError) in
            try budget.spend(conversion)
            return Number(decimal, scale: function.scale)
        }
        let prices = (scaled + strikes + [Number(price, scale: function.scale)]).sortedWithoutDuplicates()
        var rest = function.knots
        var (stockPrices, profits): ([Double], [Double]) = ([], [])
        stockPrices.reserveCapacity(prices.count)
        profits.reserveCapacity(prices.count)
        for price in prices {
            try budget.spend(conversion)
            while let next = rest.dropFirst().first, next.price <= price { rest = rest.dropFirst() }
            let knot = rest[rest.startIndex]
            stockPrices.append(function.price(price))
            profits.append(function.money(knot.value + (price - knot.price) * knot.slope).value)
        }
        return PayoffCurve(stockPrices: stockPrices, profitLosses: profits)
    }
}
