internal import DecimalNumbers

/// The round prices of a curve and the current price in 64-bit integers, in units of 10^−`decimals`.
///
/// Every price and profit is below 10^15 units, so its digits are those of the nearest double.
struct NarrowGrid {
    /// Below this price, decimals of ten places are doubles that differ.
    private static let highestPrice = 500_000.0
    /// The number of decimals of money.
    private static let moneyDecimals = 8

    private let scale, decimals: Int
    private let first, last, step: Int64
    private let count: Int
    private let currentPrice: Int64

    /// Creates the grid; `nil` if an integer might have too many digits.
    init?(_ grid: CurveGrid, scale: Int, _ current: DecimalNumber, shares: Double, highestPrice: Double) {
        self.scale = scale
        decimals = max(max(scale, -current.exponent), -grid.stepExponent)
        guard decimals <= Self.moneyDecimals, grid.stepExponent <= 6 else { return nil }
        step = grid.stepSignificand * PowersOfTen.small(decimals + grid.stepExponent)
        let (last, isTooLarge) = grid.multiples.upperBound.multipliedReportingOverflow(by: step)
        let highest = max(highestPrice, Double(last) / Double(PowersOfTen.small(decimals)))
        guard !isTooLarge, highest < Self.highestPrice,
            PayoffProfile.fitsNarrow(highestPrice: highest, shares: shares, scale: decimals)
        else { return nil }
        self.last = last
        first = grid.multiples.lowerBound * step
        count = grid.multiples.count
        currentPrice = Int64(current, scale: decimals)
    }

    /// Replaces `curve` by the distinct points, ascending: the grid's and, between them, the strikes, the current price
    /// and the break-evens. Returns false, with `curve` in an unspecified state, if a break-even has too many digits.
    func append(
        _ knots: Span<PiecewiseLinear<Int64>.Knot>, _ breakEvens: [ResultNumber], to curve: inout PayoffCurve
    ) -> Bool {
        for root in breakEvens where root.decimals < 0 || root.value >= Self.highestPrice { return false }
        curve.replace(decimals: decimals, capacity: count + knots.count + breakEvens.count + 1) {
            fill(&$0, &$1, &$2, knots, breakEvens.span)
        }
        return true
    }

    /// A break-even among prices in whole units: the lowest whole price that is not below it.
    private struct Crossing {
        static let never = Crossing(price: .max, isBetween: false)
        let price: Int64
        /// Whether the break-even is lower than that price.
        let isBetween: Bool
    }

    private func crossing(_ root: ResultNumber) -> Crossing {
        if root.decimals <= decimals {
            return Crossing(price: root.digits &* PowersOfTen.small(decimals - root.decimals), isBetween: false)
        }
        let (whole, rest) = root.digits.quotientAndRemainder(dividingBy: PowersOfTen.small(root.decimals - decimals))
        return Crossing(price: rest == 0 ? whole : whole + 1, isBetween: rest != 0)
    }

    /// Writes the points and returns their number.
    private func fill(
        _ prices: inout [Int64], _ profits: inout [Int64], _ roots: inout [PayoffCurve.Root],
        _ knots: Span<PiecewiseLinear<Int64>.Knot>, _ breakEvens: Span<ResultNumber>
    ) -> Int {
        var prices = prices.mutableSpan
        var profits = profits.mutableSpan
        /// From the units of the knots to those of the curve.
        let factor = PowersOfTen.small(decimals - scale)
        let never = Int64.max
        var (knotIndex, rootIndex) = (1, 0)
        var knotPrice = knots.count > 1 ? knots[1].price * factor : never
        var root = breakEvens.isEmpty ? Crossing.never : crossing(breakEvens[0])
        var currentPrice = self.currentPrice
        var price = first
        var (start, value, slope) = (Int64(0), knots[0].value * factor, knots[0].slope)
        /// The index of the next point.
        var place = 0
        while true {
            // Finds the next price that is not necessarily round, and writes the round prices below it.
            let next = min(min(knotPrice, currentPrice), root.price)
            let limit = min(last, next - 1)
            if price <= limit {
                var profit = value + (price - start) * slope
                let rise = step * slope
                // Four points at once, while there are four.
                if price + 3 * step <= limit {
                    let multiples = SIMD4<Int64>(0, 1, 2, 3)
                    var (four, fourProfits) = (price &+ multiples &* step, profit &+ multiples &* rise)
                    let (stride, fourRise) = (SIMD4(repeating: 4 * step), SIMD4(repeating: 4 * rise))
                    repeat {
                        // SAFETY: as below.
                        unsafe prices.store(four, at: place)
                        unsafe profits.store(fourProfits, at: place)
                        place &+= 4
                        four &+= stride
                        fourProfits &+= fourRise
                    } while four[3] <= limit
                    (price, profit) = (four[0], fourProfits[0])
                }
                while price <= limit {
                    // SAFETY: there is a place for each round price, knot and break-even, and for the current price.
                    unsafe prices[unchecked: place] = price
                    unsafe profits[unchecked: place] = profit
                    place &+= 1
                    price &+= step
                    profit &+= rise
                }
            }
            if next == never { return place }
            var point = (price: next, profit: value + (next - start) * slope)
            let isRoot = root.price == next
            if isRoot, root.isBetween {
                point = (0, 0)
                roots.append(PayoffCurve.Root(index: place, price: breakEvens[rootIndex]))
            } else {
                let isRound = price == next && price <= last
                // A separate break-even, which rounding may have moved to this price.
                if isRoot, !isRound, knotPrice != next, currentPrice != next { point.profit = 0 }
                if isRound { price += step }
                if currentPrice == next { currentPrice = never }
                if knotPrice == next {
                    (start, value, slope) = (next, knots[knotIndex].value * factor, knots[knotIndex].slope)
                    knotIndex += 1
                    knotPrice = knotIndex < knots.count ? knots[knotIndex].price * factor : never
                }
            }
            if isRoot {
                rootIndex += 1
                root = rootIndex < breakEvens.count ? crossing(breakEvens[rootIndex]) : .never
            }
            prices[place] = point.price
            profits[place] = point.profit
            place += 1
        }
    }
}

extension MutableSpan<Int64> {
    /// Stores four elements from `index` on, which the caller guarantees to exist.
    @unsafe @inline(__always)
    fileprivate mutating func store(_ four: SIMD4<Int64>, at index: Int) {
        unsafe withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + index).storeBytes(of: four, as: SIMD4<Int64>.self)
        }
    }
}
