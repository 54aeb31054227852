internal import DecimalNumbers

/// A continuous, piecewise-linear function of the price S ≥ 0, in exact integers: multiples of 10^−`scale`.
struct PiecewiseLinear<Number: PayoffNumber>: Sendable {
    /// A price, the function's value there, and its slope from there to the next knot.
    struct Knot: Sendable {
        var price: Number
        var value: Number
        var slope: Number.Shares
    }

    /// The knots, ascending by price, the first at 0. The slope of the last knot holds to infinity. The array may be longer
    /// than ``knotCount``.
    private(set) var storage: [Knot] = []
    private(set) var knotCount = 0
    /// The least and the greatest value at a knot.
    private var lowest = Number.zero
    private var highest = Number.zero
    /// The slope towards infinity.
    private var endSlope: Number.Shares = 0
    private(set) var scale = 0
    /// The rounding of results; `nil` for no rounding.
    private(set) var rounding: ResultRounding?

    /// The knots, without unused elements.
    var knots: ArraySlice<Knot> { storage[..<knotCount] }

    /// Replaces the function by the payoff of the `expiring` legs minus the cost of all legs, reuses its memory, and returns
    /// the cost. The strikes of the `surviving` legs, which pay nothing, are also knots.
    ///
    /// - Complexity: O(*n* log *n*) in the number of legs; O(*n*) if their strikes ascend.
    mutating func replace(
        expiring: Span<Leg>, surviving: Span<Leg>, scale: Int, hasFees: Bool, rounding: ResultRounding?,
        _ budget: WorkBudget
    ) throws(StrategyError) -> ResultNumber {
        self.scale = scale
        self.rounding = rounding
        let capacity = expiring.count + surviving.count + 1
        if storage.count < capacity {
            storage = [Knot](repeating: Knot(price: .zero, value: .zero, slope: 0), count: capacity)
        }
        var cost = Number.zero
        var origin = Knot(price: .zero, value: .zero, slope: 0)
        // The first pass stores the bends of the legs: each slope is a change of the slope.
        var bends = storage.mutableSpan
        var count = 1
        var isAscending = true
        for index in expiring.indices {
            if Number.isSlow, index % 256 == 255 { try budget.check() }
            let leg = expiring[index]
            let shares = Number.Shares(truncatingIfNeeded: leg.signedShares)
            cost += Number(leg.entry.decimal, scale: scale) * shares
            if leg.kind == .stock {
                origin.slope += shares
                continue
            }
            let strikePrice = Number(leg.strike.decimal, scale: scale)
            if leg.kind == .put {
                origin.value += strikePrice * shares
                origin.slope -= shares
            }
            var place = count
            if count > 1, strikePrice < bends[count - 1].price {
                if count <= Self.insertionLimit {
                    place = Self.makeRoom(for: strikePrice, in: &bends, count)
                } else {
                    isAscending = false
                }
            }
            bends[place] = Knot(price: strikePrice, value: .zero, slope: shares)
            count += 1
        }
        for index in surviving.indices {
            let leg = surviving[index]
            cost += Number(leg.entry.decimal, scale: scale) * Number.Shares(truncatingIfNeeded: leg.signedShares)
            bends[count] = Knot(price: Number(leg.strike.decimal, scale: scale), value: .zero, slope: 0)
            isAscending = false
            count += 1
        }
        if hasFees { cost += fees(of: expiring) + fees(of: surviving) }
        origin.value -= cost
        if !isAscending { storage[1..<count].sort { $0.price < $1.price } }
        try joinBends(count, after: origin, budget)
        return money(cost)
    }

    /// The maximum number of bends that are inserted directly; sorting, which more bends require, allocates memory.
    private static var insertionLimit: Int { 32 }

    /// Moves the bends above `price` up by one, and returns the index that is then free. The bends before the index `end`
    /// ascend.
    @inline(never)
    private static func makeRoom(for price: Number, in bends: inout MutableSpan<Knot>, _ end: Int) -> Int {
        var place = end
        while place > 1, price < bends[place - 1].price {
            bends[place] = bends[place - 1]
            place -= 1
        }
        return place
    }

    @inline(never)
    private func fees(of legs: Span<Leg>) -> Number {
        var fees = Number.zero
        for index in legs.indices { fees += Number(DecimalNumber(legs[index].fee), scale: scale) }
        return fees
    }

    /// Converts the ascending bends before the index `end` into knots after `origin`.
    @inline(__always)
    private mutating func joinBends(_ end: Int, after origin: Knot, _ budget: WorkBudget) throws(StrategyError) {
        var knots = storage.mutableSpan
        var last = origin
        knots[0] = last
        var count = 1
        var (lowest, highest) = (last.value, last.value)
        for index in 1..<end {
            if Number.isSlow, index % 256 == 255 { try budget.check() }
            let bend = knots[index]
            if bend.price == last.price {
                last.slope += bend.slope
            } else {
                last = Knot(
                    price: bend.price, value: last.value + (bend.price - last.price) * last.slope,
                    slope: last.slope + bend.slope)
                lowest = min(lowest, last.value)
                highest = max(highest, last.value)
                count += 1
            }
            knots[count - 1] = last
        }
        knotCount = count
        endSlope = last.slope
        (self.lowest, self.highest) = (lowest, highest)
    }

    /// The same function in other units.
    func rescaled<Other>(to newScale: Int, _ convert: (Number) -> Other) -> PiecewiseLinear<Other> {
        var other = PiecewiseLinear<Other>()
        other.scale = newScale
        other.rounding = rounding
        other.storage = knots.map {
            .init(price: convert($0.price), value: convert($0.value), slope: Other.Shares($0.slope))
        }
        other.knotCount = knotCount
        (other.lowest, other.highest) = (convert(lowest), convert(highest))
        other.endSlope = Other.Shares(endSlope)
        return other
    }

    /// The minimum, attained at a knot; `nil` if there is none.
    var minimum: Number? { endSlope < 0 ? nil : lowest }

    /// The maximum, attained at a knot; `nil` if there is none.
    var maximum: Number? { endSlope > 0 ? nil : highest }

    /// Returns a cost or profit as a rounded result.
    @inline(__always)
    func money(_ number: Number) -> ResultNumber {
        number.result(dividedBy: 1, scale: scale, places: rounding?.money)
    }

    /// Returns a price of the input.
    func price(_ number: Number) -> Double { number.result(dividedBy: 1, scale: scale, places: nil).value }

    /// The end of an interval that a price marks.
    enum End {
        case lower, upper, both
    }

    /// Calls `body` with the ends of the intervals in which the function has the value `level`, ascending and rounded to
    /// `places` decimals. A single price is both ends; the last interval may have no upper one.
    @inline(__always)
    func forEachEnd(
        at level: Number, places: Int?, _ budget: WorkBudget, _ body: (ResultNumber, End) -> Void
    ) throws(StrategyError) {
        let knots = storage.span.extracting(first: knotCount)
        var isInside = false
        var next = knots[0].value - level
        for index in knots.indices {
            if Number.isSlow, index % 64 == 63 { try budget.check() }
            let knot = knots[index]
            let excess = next
            let isLast = index + 1 == knots.count
            if !isLast { next = knots[index + 1].value - level }
            let price: ResultNumber
            var end = End.both
            if excess == .zero {
                let (wasInside, isFlat) = (isInside, knot.slope == 0)
                isInside = isFlat
                if wasInside, isFlat { continue }
                if wasInside != isFlat { end = isFlat ? .lower : .upper }
                price = knot.price.result(dividedBy: 1, scale: scale, places: places)
            } else {
                // The last piece crosses the level if it leads towards it.
                let isCrossing =
                    excess < .zero
                    ? (isLast ? knot.slope > 0 : next > .zero) : (isLast ? knot.slope < 0 : next < .zero)
                guard isCrossing else { continue }
                // price + (level − value)/slope, over the common denominator
                let numerator = knot.price * knot.slope - excess
                price = numerator.result(dividedBy: knot.slope, scale: scale, places: places)
            }
            body(price, end)
        }
    }

    /// Returns all prices at which the function is 0, least or greatest, as ascending intervals; a single price is an
    /// interval of width 0.
    func intervals(
        at level: PayoffProfile.Level, rounded: Bool, _ budget: WorkBudget
    ) throws(StrategyError) -> [PriceInterval] {
        let value: Number? =
            switch level {
            case .zero: .zero
            case .minimum: minimum
            case .maximum: maximum
            }
        guard let value else { return [] }
        var intervals: [PriceInterval] = []
        try forEachEnd(at: value, places: rounded ? rounding?.price : nil, budget) { price, end in
            if end != .upper {
                let upper = end == .both ? price.value : .infinity
                intervals.append(PriceInterval(lower: price.value, upper: upper))
            } else if let last = intervals.popLast() {
                intervals.append(PriceInterval(lower: last.lower, upper: price.value))
            }
        }
        return intervals
    }
}
