internal import StrategyContract

extension AnswerText {
    /// Appends an answer in JSON, byte for byte as `CalculationResponse.json()` writes it.
    ///
    /// - Parameters:
    ///   - columns: The payoffs.
    ///   - index: Which of them.
    ///   - withCurve: Whether the curve is written, not the metrics alone.
    ///   - identifier: The text of the member `id`; empty when there is none.
    mutating func append(
        _ columns: borrowing PayoffColumns, _ index: Int, withCurve: Bool, identifier: UnsafeBufferPointer<UInt8>
    ) {
        let payoff = unsafe columns.payoffs[index]
        // The longest point: two names, two numbers of 16 digits with sign and point, brackets.
        let points = withCurve ? payoff.grid.count + payoff.knotCount + payoff.breakEvenCount + 1 : 0
        let size = identifier.count + 72 * points + 24 * payoff.breakEvenCount + 256
        // SAFETY: that is what is written at most.
        unsafe write(atMost: size) { end in
            unsafe end.put("{")
            if let source = identifier.baseAddress, identifier.count > 0 {
                unsafe end.put(#""id":"#)
                unsafe end.update(from: source, count: identifier.count)
                unsafe end += identifier.count
                unsafe end.put(",")
            }
            if withCurve {
                unsafe end.put(#""curve":["#)
                unsafe end.putCurve(columns, payoff)
                unsafe end.put("],")
            }
            unsafe end.put(#""metrics":{"netCost":"#)
            unsafe end.put(payoff.netCost, decimals: payoff.decimals)
            unsafe end.put(#","maxProfit":"#)
            unsafe end.put(payoff.maximum, decimals: payoff.decimals, orNull: !payoff.hasMaximum)
            unsafe end.put(#","maxLoss":"#)
            unsafe end.put(payoff.minimum, decimals: payoff.decimals, orNull: !payoff.hasMinimum)
            unsafe end.put(#","breakEvenPoints":["#)
            unsafe end.putBreakEvens(columns, payoff, separator: UInt8(ascii: ","))
            unsafe end.put("]}}\n")
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    @inline(__always)
    mutating func put(_ value: Int64, decimals: Int, orNull isNull: Bool) {
        if isNull { unsafe put("null") } else { unsafe put(value, decimals: decimals) }
    }

    @inline(__always)
    mutating func putBreakEvens(
        _ columns: borrowing PayoffColumns, _ payoff: PayoffColumns.Payoff, separator: UInt8
    ) {
        for index in 0..<payoff.breakEvenCount {
            if index > 0 {
                unsafe pointee = separator
                unsafe self += 1
            }
            unsafe put(breakEven: columns.breakEvens[payoff.firstBreakEven + index])
        }
    }

    /// Most have no more than four decimals.
    @inline(__always)
    private mutating func put(breakEven price: Int64) {
        let (short, rest) = price.quotientAndRemainder(dividingBy: 1_000_000)
        if rest == 0 {
            unsafe put(short, decimals: PayoffColumns.breakEvenDecimals - 6)
        } else {
            unsafe put(price, decimals: PayoffColumns.breakEvenDecimals)
        }
    }

    /// The points, ascending, each price once: the grid's, and among them the strikes, the current price and the break-evens.
    mutating func putCurve(_ columns: borrowing PayoffColumns, _ payoff: PayoffColumns.Payoff) {
        let grid = payoff.grid
        let decimals = grid.decimals
        /// From the payoff's units to the grid's, and from those to the break-evens'.
        let factor = PowersOfTen.small(decimals - payoff.decimals)
        let fine = PowersOfTen.small(PayoffColumns.breakEvenDecimals - decimals)
        let knots = unsafe columns.knots + payoff.firstKnot
        let breakEvens = unsafe columns.breakEvens + payoff.firstBreakEven
        let never = Int64.max
        var knotIndex = 1
        var breakEvenIndex = 0
        var currentPrice = grid.currentPrice
        var price = grid.first
        var piece = unsafe knots[0]
        piece.price *= factor
        piece.value *= factor
        while true {
            // The next price that need not be round.
            let knotPrice = knotIndex < payoff.knotCount ? unsafe knots[knotIndex].price * factor : never
            let breakEven = breakEvenIndex < payoff.breakEvenCount ? unsafe breakEvens[breakEvenIndex] : never
            let coarse = Swift.min(knotPrice, currentPrice)
            let next = coarse == never ? breakEven : Swift.min(coarse * fine, breakEven)
            let limit = next == never ? grid.last : next == 0 ? -1 : Swift.min(grid.last, (next - 1) / fine)
            if price <= limit {
                var profit = piece.value + (price - piece.price) * piece.slope
                let rise = grid.step * piece.slope
                repeat {
                    unsafe putPoint(price, profit, decimals)
                    price += grid.step
                    profit += rise
                } while price <= limit
            }
            if next == never { break }
            let isCoarse = coarse != never && coarse * fine == next
            if isCoarse, knotPrice == coarse {
                piece = unsafe knots[knotIndex]
                piece.price *= factor
                piece.value *= factor
                knotIndex += 1
            }
            if isCoarse, currentPrice == coarse { currentPrice = never }
            if breakEven == next { breakEvenIndex += 1 }
            if price <= grid.last, price * fine == next {
                unsafe putPoint(price, piece.value + (price - piece.price) * piece.slope, decimals)
                price += grid.step
            } else if isCoarse {
                unsafe putPoint(coarse, piece.value + (coarse - piece.price) * piece.slope, decimals)
            } else {
                unsafe putPriceName()
                unsafe put(breakEven: next)
                unsafe put(#","profitLoss":0},"#)
            }
        }
        // The comma behind the last point.
        unsafe self -= 1
    }

    @inline(__always)
    private mutating func putPoint(_ price: Int64, _ profit: Int64, _ decimals: Int) {
        unsafe putPriceName()
        unsafe put(price, decimals: decimals)
        // ,"profitLoss":
        unsafe store(0x7469_666f_7270_222c, at: 0)
        unsafe store(0x3a22_7373_6f4c, at: 8)
        unsafe self += 14
        unsafe put(profit, decimals: decimals)
        unsafe self[0] = UInt8(ascii: "}")
        unsafe self[1] = UInt8(ascii: ",")
        unsafe self += 2
    }

    /// `{"stockPrice":`
    @inline(__always)
    private mutating func putPriceName() {
        unsafe store(0x506b_636f_7473_227b, at: 0)
        unsafe store(0x3a22_6563_6972, at: 8)
        unsafe self += 14
    }
}
