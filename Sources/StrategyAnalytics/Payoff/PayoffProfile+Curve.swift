extension PayoffProfile {
    /// Returns the payoff at round prices around the current price, and at the current price, every strike and every
    /// break-even.
    ///
    /// The round prices cover 0.7 to 1.3 times the current price in about 100 steps, more if strikes or break-evens lie
    /// outside. The range and the step are described in `docs/contract.md`.
    ///
    /// - Parameter currentPrice: The current price of the underlying; finite and greater than 0.
    /// - Returns: The curve; a profit beyond the range of `Double` is infinite.
    /// - Throws: ``StrategyError`` naming ``StrategyError/Parameter/currentPrice``.
    public func curve(around currentPrice: Double) throws(StrategyError) -> PayoffCurve {
        try StrategyError.requirePositive(.currentPrice, currentPrice)
        var metrics = StrategyMetrics()
        self.metrics(into: &metrics)
        var curve = PayoffCurve()
        self.curve(around: DecimalPrice(currentPrice), breakEvens: metrics.breakEvens, into: &curve)
        return curve
    }

    /// Replaces `curve` by the default curve with the given break-evens, reusing its memory.
    func curve(around currentPrice: DecimalPrice, breakEvens: [ResultNumber], into curve: inout PayoffCurve) {
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
        curve = points(at: grid.prices, current, withStrikes: true)
            .adding(breakEvenPoints: breakEvens.map(\.value).filter(\.isFinite))
    }

    /// Returns the payoff at exactly the given prices.
    ///
    /// - Parameter stockPrices: Prices, ascending and without duplicates; finite, 0 or greater; at least one.
    /// - Returns: The curve; a profit beyond the range of `Double` is infinite.
    /// - Throws: ``StrategyError`` naming ``StrategyError/Parameter/stockPrice``.
    /// - Precondition: The prices ascend.
    public func curve(at stockPrices: [Double]) throws(StrategyError) -> PayoffCurve {
        for price in stockPrices { try StrategyError.requireNonNegative(.stockPrice, price) }
        precondition(
            zip(stockPrices, stockPrices.dropFirst()).allSatisfy { $0 < $1 }, "prices must ascend, each once")
        guard let last = stockPrices.last else { return PayoffCurve() }
        let grid = stockPrices.dropLast().map { DecimalNumber($0) }
        return points(at: grid, DecimalNumber(last), withStrikes: false)
    }

    /// Evaluates the payoff at one price.
    ///
    /// - Parameter price: The underlying's price at expiration, per share; finite, 0 or greater.
    /// - Returns: The profit of the whole position; infinite beyond the range of `Double`.
    /// - Throws: ``StrategyError`` naming ``StrategyError/Parameter/stockPrice`` otherwise.
    public func profit(at price: Double) throws(StrategyError) -> Double {
        try StrategyError.requireNonNegative(.stockPrice, price)
        return points(at: [], DecimalNumber(price), withStrikes: false)[0].profitLoss
    }

    /// Returns the payoff at the ascending prices of a grid, at one more price and, optionally, at the strikes.
    private func points(
        at grid: [DecimalNumber], _ price: DecimalNumber, withStrikes: Bool
    ) -> PayoffCurve {
        let scale = grid.reduce(max(function.scale, -price.exponent)) { max($0, -$1.exponent) }
        let highestPrice = max(self.highestPrice, price.nearestDouble, grid.last?.nearestDouble ?? 0)
        let shift = scale - function.scale
        switch function {
        case .narrow(let function) where Self.fitsNarrow(highestPrice: highestPrice, shares: totalShares, scale: scale):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { $0 * PowersOfTen.small(shift) }, grid, price, withStrikes)
        case .narrow(let function) where Self.fitsNative(highestPrice: highestPrice, shares: totalShares, scale: scale):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { Int128($0).multiplied(byTenTo: shift) }, grid, price, withStrikes)
        case .narrow(let function):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { WideInteger(Int128($0)).multiplied(byTenTo: shift) }, grid, price,
                withStrikes)
        case .native(let function) where Self.fitsNative(highestPrice: highestPrice, shares: totalShares, scale: scale):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { $0.multiplied(byTenTo: shift) }, grid, price, withStrikes)
        case .native(let function):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { WideInteger($0).multiplied(byTenTo: shift) }, grid, price,
                withStrikes)
        case .wide(let function):
            return Self.exactPoints(
                of: function.rescaled(to: scale) { $0.multiplied(byTenTo: shift) }, grid, price, withStrikes)
        }
    }

    private static func exactPoints<Number>(
        of function: PiecewiseLinear<Number>, _ grid: [DecimalNumber], _ price: DecimalNumber, _ withStrikes: Bool
    ) -> PayoffCurve {
        func scaled(_ decimal: DecimalNumber) -> Number { Number(decimal, scale: function.scale) }
        let strikes = withStrikes ? function.knots.dropFirst().map(\.price) : []
        let prices = merged(grid.map { scaled($0) }, strikes, adding: scaled(price))
        var profits: [Double] = []
        profits.reserveCapacity(prices.count)
        function.forEachPiece(of: prices) { knot, range in
            for price in prices[range] {
                profits.append(function.money(knot.value + (price - knot.price) * knot.slope).value)
            }
        }
        return PayoffCurve(stockPrices: prices.map { function.price($0) }, profitLosses: profits)
    }

    /// Merges two ascending lists and one more element, without duplicates.
    private static func merged<Element: Comparable>(
        _ first: [Element], _ second: [Element], adding element: Element
    ) -> [Element] {
        var second = second
        second.insert(element, at: second.firstIndex { $0 >= element } ?? second.count)
        var result: [Element] = []
        result.reserveCapacity(first.count + second.count)
        var index = 0
        for next in first {
            while index < second.count, second[index] <= next {
                if result.last != second[index] { result.append(second[index]) }
                index += 1
            }
            if result.last != next { result.append(next) }
        }
        for rest in second[index...] where result.last != rest { result.append(rest) }
        return result
    }
}
