/// A continuous, piecewise-linear function of the price S ≥ 0, in exact integers: multiples of 10^−`scale`.
struct PiecewiseLinear<Number: PayoffNumber>: Sendable {
    /// A price, the function's value there, and its slope from there to the next knot.
    struct Knot: Sendable {
        var price: Number
        var value: Number
        var slope: Int128
    }

    /// A price at which the slope changes by `slopeChange`; a change of 0 makes a knot all the same.
    struct Bend {
        var price: Number
        var slopeChange: Int128
    }

    /// Ascending by price, the first at 0. The slope of the last one holds to infinity.
    private(set) var knots: [Knot]
    let scale: Int
    /// How results are rounded; not at all when absent.
    let rounding: ResultRounding?

    /// Complexity: O(*n* log *n*) in the number of bends.
    init(valueAtZero: Number, slopeAtZero: Int128, bends: [Bend], scale: Int, rounding: ResultRounding?) {
        self.scale = scale
        self.rounding = rounding
        knots = [Knot(price: .zero, value: valueAtZero, slope: slopeAtZero)]
        knots.reserveCapacity(bends.count + 1)
        var last = knots[0]
        for bend in bends.sorted(by: { $0.price < $1.price }) {
            if bend.price == last.price {
                last.slope += bend.slopeChange
                knots[knots.count - 1] = last
            } else {
                last = Knot(
                    price: bend.price,
                    value: last.value + (bend.price - last.price) * last.slope,
                    slope: last.slope + bend.slopeChange)
                knots.append(last)
            }
        }
    }

    private init(knots: [Knot], scale: Int, rounding: ResultRounding?) {
        self.knots = knots
        self.scale = scale
        self.rounding = rounding
    }

    /// The same function in other units.
    func rescaled<Other>(to newScale: Int, _ convert: (Number) -> Other) -> PiecewiseLinear<Other> {
        PiecewiseLinear<Other>(
            knots: knots.map { .init(price: convert($0.price), value: convert($0.value), slope: $0.slope) },
            scale: newScale, rounding: rounding)
    }

    /// The same function, whose results are not rounded.
    var unrounded: PiecewiseLinear { PiecewiseLinear(knots: knots, scale: scale, rounding: nil) }

    /// The slope towards infinity.
    private var endSlope: Int128 { knots[knots.count - 1].slope }

    /// The least value, which a knot has; `nil` when there is none.
    var minimum: Number? {
        endSlope < 0 ? nil : knots.reduce(knots[0].value) { Swift.min($0, $1.value) }
    }

    /// The greatest value, which a knot has; `nil` when there is none.
    var maximum: Number? {
        endSlope > 0 ? nil : knots.reduce(knots[0].value) { Swift.max($0, $1.value) }
    }

    /// A cost or profit as a result.
    func money(_ number: Number) -> Double { number.quotient(by: 1, scale: scale, places: rounding?.money) }

    /// A price that was given.
    func price(_ number: Number) -> Double { number.quotient(by: 1, scale: scale, places: nil) }

    /// A price `number / divisor` as a result.
    private func resultingPrice(_ number: Number, dividedBy divisor: Int128 = 1) -> Double {
        number.quotient(by: divisor, scale: scale, places: rounding?.price)
    }

    /// All prices at which the function has the value `level`, ascending; single prices are intervals of no width.
    func intervals(at level: Number) -> [PriceInterval] {
        var intervals: [PriceInterval] = []
        /// Where the flat stretch that is being walked began.
        var flatStart: Double?
        for (index, knot) in knots.enumerated() {
            let excess = (knot.value - level).sign
            let next = index + 1 < knots.count ? knots[index + 1] : nil
            if excess == 0 {
                let start = flatStart ?? resultingPrice(knot.price)
                if knot.slope != 0 {
                    intervals.append(PriceInterval(lower: start, upper: resultingPrice(knot.price)))
                    flatStart = nil
                } else if next == nil {
                    intervals.append(PriceInterval(lower: start, upper: .infinity))
                } else {
                    flatStart = start
                }
            } else if excess * (next.map { ($0.value - level).sign } ?? knot.slope.sign) < 0 {
                // price + (level − value)/slope, over the common denominator
                let numerator = knot.price * knot.slope + (level - knot.value)
                let root = resultingPrice(numerator, dividedBy: knot.slope)
                intervals.append(PriceInterval(lower: root, upper: root))
            }
        }
        return intervals
    }

    /// Calls `body` with each knot and the range of `prices` (ascending, none below 0) that its piece covers.
    func forEachPiece<Price: Comparable>(
        of prices: [Price], _ price: (Number) -> Price, _ body: (Knot, Range<Int>) -> Void
    ) {
        var start = 0
        for (index, knot) in knots.enumerated() where start < prices.count {
            var end = start
            if index + 1 < knots.count {
                let limit = price(knots[index + 1].price)
                while end < prices.count, prices[end] < limit { end += 1 }
            } else {
                end = prices.count
            }
            if end > start { body(knot, start..<end) }
            start = end
        }
    }
}
