/// The round prices of a curve and the current price in 64-bit integers, in units of 10^−`decimals`.
///
/// Every price and profit is below 10^15 units, so its digits are those of the nearest double.
struct NarrowGrid {
    /// Below this price, decimals of ten places are doubles that differ, and 64 bits hold them.
    private static let highestPrice = 500_000.0
    /// The places of money and of break-evens.
    private static let (moneyDecimals, rootDecimals) = (8, 10)

    private let decimals: Int
    private let first, last, step: Int64
    private let count: Int
    private let currentPrice: Int64

    /// - Returns: `nil` if an integer might have too many digits.
    init?(
        _ grid: CurveGrid, _ function: PiecewiseLinear<Int64>, _ current: DecimalNumber, shares: Double,
        highestPrice: Double
    ) {
        decimals = max(function.scale, -current.exponent, -grid.stepExponent)
        guard decimals <= Self.moneyDecimals, grid.stepExponent <= 6 else { return nil }
        step = grid.stepSignificand * PowersOfTen.small(decimals + grid.stepExponent)
        let (last, isTooLarge) = grid.multiples.upperBound.multipliedReportingOverflow(by: step)
        let scale = Double(PowersOfTen.small(decimals))
        let highest = max(highestPrice, Double(last) / scale)
        guard !isTooLarge, highest < Self.highestPrice,
            PayoffProfile.fitsNarrow(highestPrice: highest, shares: shares, scale: decimals)
        else { return nil }
        self.last = last
        first = grid.multiples.lowerBound * step
        count = grid.multiples.count
        currentPrice = Int64(current, scale: decimals)
    }

    /// Replaces `curve` by the points, ascending, each price once: the grid's and, between them, the strikes, the current
    /// price and the break-evens.
    ///
    /// - Returns: False, with `curve` in any state, if a break-even has too many digits.
    func append(
        _ function: PiecewiseLinear<Int64>, _ breakEvens: [ResultNumber], to curve: inout PayoffCurve
    ) -> Bool {
        guard breakEvens.allSatisfy({ $0.decimals >= 0 && $0.value < Self.highestPrice }) else { return false }
        curve.replace(decimals: decimals, capacity: count + function.knotCount + breakEvens.count + 1) {
            fill(&$0, &$1, function, breakEvens)
        }
        return true
    }

    private func fill(
        _ points: inout MutableSpan<Int64>, _ roots: inout [PayoffCurve.Root], _ function: PiecewiseLinear<Int64>,
        _ breakEvens: [ResultNumber]
    ) -> Int {
        let knots = function.storage.span.extracting(first: function.knotCount)
        /// From the function's units to the curve's, and from those to the break-evens'.
        let factor = PowersOfTen.small(decimals - function.scale)
        let fine = PowersOfTen.small(Self.rootDecimals - decimals)
        let never = Int64.max
        func breakEven(_ index: Int) -> Int64 {
            guard index < breakEvens.count else { return never }
            return breakEvens[index].digits * PowersOfTen.small(Self.rootDecimals - breakEvens[index].decimals)
        }
        var (knotIndex, rootIndex) = (1, 0)
        var nextRoot = breakEven(0)
        var currentPrice = self.currentPrice
        var price = first
        var (start, value, slope) = (Int64(0), knots[0].value * factor, knots[0].slope)
        /// Where the next point goes.
        var place = 0
        while true {
            // The next price that need not be round.
            let knotPrice = knotIndex < knots.count ? knots[knotIndex].price * factor : never
            let coarse = min(knotPrice, currentPrice)
            let next = coarse == never ? nextRoot : min(coarse * fine, nextRoot)
            let limit = next == never ? last : next == 0 ? -1 : min(last, (next - 1) / fine)
            if price <= limit {
                var profit = value + (price - start) * slope
                let rise = step * slope
                repeat {
                    points[place] = price
                    points[place &+ 1] = profit
                    place &+= 2
                    price &+= step
                    profit &+= rise
                } while price <= limit
            }
            if next == never { break }
            let isCoarse = coarse != never && coarse * fine == next
            if isCoarse, knotPrice == coarse {
                (start, value, slope) = (knotPrice, knots[knotIndex].value * factor, knots[knotIndex].slope)
                knotIndex += 1
            }
            if isCoarse, currentPrice == coarse { currentPrice = never }
            let root = rootIndex
            if nextRoot == next {
                rootIndex += 1
                nextRoot = breakEven(rootIndex)
            }
            var point: (price: Int64, profit: Int64) = (0, 0)
            if price <= last, price * fine == next {
                point = (price, value + (price - start) * slope)
                price += step
            } else if isCoarse {
                point = (coarse, value + (coarse - start) * slope)
            } else {
                roots.append(PayoffCurve.Root(index: place / 2, price: breakEvens[root]))
            }
            points[place] = point.price
            points[place + 1] = point.profit
            place += 2
        }
        return place / 2
    }
}
