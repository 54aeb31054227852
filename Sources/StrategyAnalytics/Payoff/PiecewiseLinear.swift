/// A continuous, piecewise-linear function of the price S ≥ 0, in exact integers: multiples of 10^−`scale`.
struct PiecewiseLinear<Number: PayoffNumber>: Sendable {
    /// A price, the function's value there, and its slope from there to the next knot.
    struct Knot: Sendable {
        var price: Number
        var value: Number
        var slope: Number.Shares
    }

    /// Ascending by price, the first at 0. The slope of the last one holds to infinity.
    private(set) var knots: [Knot] = []
    private(set) var scale = 0
    /// The rounding of results; `nil` for no rounding.
    private(set) var rounding: ResultRounding?

    /// Begins the function anew; its memory is kept.
    mutating func removeAll(scale: Int, rounding: ResultRounding?) {
        self.scale = scale
        self.rounding = rounding
        knots.removeAll(keepingCapacity: true)
        knots.append(Knot(price: .zero, value: .zero, slope: 0))
    }

    /// Adds a price above 0 at which the slope changes by `slopeChange`; a change of 0 makes a knot all the same.
    mutating func addBend(at price: Number, slopeChange: Number.Shares) {
        knots.append(Knot(price: price, value: .zero, slope: slopeChange))
    }

    /// Turns the bends, which may stand in any order, into knots.
    ///
    /// - Complexity: O(*n* log *n*) in the number of bends; O(*n*) if they ascend.
    mutating func finish(valueAtZero: Number, slopeAtZero: Number.Shares) {
        knots[0].value = valueAtZero
        knots[0].slope = slopeAtZero
        guard knots.count > 1 else { return }
        if !isAscending { knots[1...].sort { $0.price < $1.price } }
        var count = 1
        do {
            var knots = knots.mutableSpan
            var last = knots[0]
            for index in 1..<knots.count {
                let bend = knots[index]
                if bend.price == last.price {
                    last.slope += bend.slope
                    knots[count - 1] = last
                } else {
                    last = Knot(
                        price: bend.price, value: last.value + (bend.price - last.price) * last.slope,
                        slope: last.slope + bend.slope)
                    knots[count] = last
                    count += 1
                }
            }
        }
        if count < knots.count { knots.removeLast(knots.count - count) }
    }

    private var isAscending: Bool {
        let knots = knots.span
        for index in 2..<max(knots.count, 2) where knots[index].price < knots[index - 1].price { return false }
        return true
    }

    /// The same function in other units.
    func rescaled<Other>(
        to newScale: Int, _ convert: (Number) -> Other
    ) -> PiecewiseLinear<Other> {
        var other = PiecewiseLinear<Other>()
        other.scale = newScale
        other.rounding = rounding
        other.knots = knots.map {
            .init(price: convert($0.price), value: convert($0.value), slope: Other.Shares($0.slope))
        }
        return other
    }

    /// The same function with unrounded results.
    var unrounded: PiecewiseLinear {
        var function = self
        function.rounding = nil
        return function
    }

    /// The slope towards infinity.
    private var endSlope: Number.Shares { knots[knots.count - 1].slope }

    /// The minimum, attained at a knot; `nil` if there is none.
    var minimum: Number? {
        endSlope < 0 ? nil : extreme { $0 < $1 }
    }

    /// The maximum, attained at a knot; `nil` if there is none.
    var maximum: Number? {
        endSlope > 0 ? nil : extreme { $0 > $1 }
    }

    @inline(__always)
    private func extreme(_ isBetter: (Number, Number) -> Bool) -> Number {
        let knots = knots.span
        var extreme = knots[0].value
        for index in knots.indices where isBetter(knots[index].value, extreme) { extreme = knots[index].value }
        return extreme
    }

    /// A cost or profit as a result.
    func money(_ number: Number) -> ResultNumber {
        number.result(dividedBy: 1, scale: scale, places: rounding?.money)
    }

    /// A price that was given.
    func price(_ number: Number) -> Double { number.result(dividedBy: 1, scale: scale, places: nil).value }

    /// A price `number / divisor` as a result.
    private func resultingPrice(_ number: Number, dividedBy divisor: Number.Shares = 1) -> ResultNumber {
        number.result(dividedBy: divisor, scale: scale, places: rounding?.price)
    }

    /// Calls `body` with the lower and the upper end of each interval in which the function has the value `level`,
    /// ascending. A single price is an interval of no width; the upper end is `nil` where there is none.
    func forEachInterval(at level: Number, _ body: (ResultNumber, ResultNumber?) -> Void) {
        let knots = knots.span
        /// The start of the current flat stretch.
        var flatStart: ResultNumber?
        for index in knots.indices {
            let knot = knots[index]
            let isLast = index + 1 == knots.count
            let excess = (knot.value - level).sign
            if excess == 0 {
                let price = resultingPrice(knot.price)
                let start = flatStart ?? price
                if knot.slope != 0 {
                    body(start, price)
                    flatStart = nil
                } else if isLast {
                    body(start, nil)
                } else {
                    flatStart = start
                }
            } else if excess * (isLast ? Int(knot.slope.signum()) : (knots[index + 1].value - level).sign) < 0 {
                // price + (level − value)/slope, over the common denominator
                let numerator = knot.price * knot.slope + (level - knot.value)
                let root = resultingPrice(numerator, dividedBy: knot.slope)
                body(root, root)
            }
        }
    }

    /// Returns all prices at which the function has the value `level`, as ascending intervals; a single price is an
    /// interval of width 0.
    func intervals(at level: Number) -> [PriceInterval] {
        var intervals: [PriceInterval] = []
        forEachInterval(at: level) { lower, upper in
            intervals.append(PriceInterval(lower: lower.value, upper: upper?.value ?? .infinity))
        }
        return intervals
    }

    /// Calls `body` with each knot and the range of `prices` (ascending, none below 0) that its piece covers.
    func forEachPiece(of prices: [Number], _ body: (Knot, Range<Int>) -> Void) {
        var start = 0
        for (index, knot) in knots.enumerated() where start < prices.count {
            var end = start
            if index + 1 < knots.count {
                let limit = knots[index + 1].price
                while end < prices.count, prices[end] < limit { end += 1 }
            } else {
                end = prices.count
            }
            if end > start { body(knot, start..<end) }
            start = end
        }
    }
}
