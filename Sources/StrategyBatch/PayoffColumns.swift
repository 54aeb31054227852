internal import StrategyAnalytics
internal import StrategyContract

/// The payoffs of ordinary strategies in columns: exact as `PayoffProfile`'s, in 64-bit integers, which are multiples of
/// a power of ten, and without its allocations.
///
/// Where an integer might not fit, ``append(_:legs:withGrid:)`` says so and `PayoffProfile` has to do it.
@safe struct PayoffColumns: ~Copyable {
    /// Break-evens are whole numbers of 10^-10.
    static let breakEvenDecimals = 10
    /// What is left of money.
    private static let moneyDecimals = 8
    /// Every price and profit stays below this many units, so that its decimal digits are those of the nearest double: no
    /// two decimals of 15 digits share one.
    private static let bound = 1e15
    /// Below this price, decimals of ten places are doubles that differ.
    private static let highestPrice = 500_000.0
    /// Below this many shares a remainder times 10^10 fits.
    private static let mostShares = 900_000_000.0

    /// A price, the profit there, and its slope from there on.
    struct Knot: BitwiseCopyable {
        var price: Int64
        var value: Int64
        var slope: Int64
    }

    struct Payoff: BitwiseCopyable {
        /// The decimals of money and of the knots.
        var decimals = 0
        var netCost: Int64 = 0
        /// Where there is none, it is not meant.
        var minimum: Int64 = 0
        var maximum: Int64 = 0
        var hasMinimum = false
        var hasMaximum = false
        var firstKnot = 0
        var knotCount = 0
        var firstBreakEven = 0
        var breakEvenCount = 0
        var grid = Grid()

        fileprivate var totalShares = 0.0
        /// Of all strike prices and premiums.
        fileprivate var highest = 0.0
        fileprivate var lowestStrike = Double.infinity
        fileprivate var highestStrike = 0.0

        fileprivate init() {}
    }

    /// The curve's round prices and the current price, in units of 10^-`decimals`.
    struct Grid: BitwiseCopyable {
        var decimals = 0
        var first: Int64 = 0
        var last: Int64 = 0
        var step: Int64 = 0
        var count = 0
        var currentPrice: Int64 = 0
    }

    let payoffs: UnsafeMutablePointer<Payoff>
    /// Of each payoff, ascending, the first at price 0.
    let knots: UnsafeMutablePointer<Knot>
    /// Of each payoff, ascending, with ``breakEvenDecimals``.
    let breakEvens: UnsafeMutablePointer<Int64>
    private(set) var count = 0
    private var knotCount = 0
    private var breakEvenCount = 0

    init() {
        let knotCapacity = RequestColumns.legCapacity + RequestColumns.requestCapacity
        unsafe payoffs = .allocate(capacity: RequestColumns.requestCapacity)
        unsafe knots = .allocate(capacity: knotCapacity)
        // An interval has two ends, and each knot begins at most one.
        unsafe breakEvens = .allocate(capacity: 2 * knotCapacity)
    }

    deinit {
        unsafe payoffs.deallocate()
        unsafe knots.deallocate()
        unsafe breakEvens.deallocate()
    }

    mutating func removeAll() {
        count = 0
        knotCount = 0
        breakEvenCount = 0
    }

    /// Adds up the legs, finds extrema and break-evens and, if asked for, the curve's grid.
    ///
    /// - Returns: Whether everything fits. If not, the payoff that is there now means nothing.
    mutating func append(
        _ request: RequestColumns.Request, legs: UnsafePointer<RequestColumns.Leg>, withGrid: Bool
    ) -> Bool {
        precondition(count < RequestColumns.requestCapacity)
        var payoff = Payoff()
        let legCount = Int(request.legCount)
        var isAnswered = unsafe measure(&payoff, legs, legCount)
        if isAnswered {
            unsafe addUp(&payoff, legs, legCount)
            isAnswered = findBreakEvens(&payoff) && (!withGrid || findGrid(&payoff, around: request))
        }
        unsafe payoffs[count] = payoff
        count += 1
        return isAnswered
    }

    /// Whether prices up to `highest`, in units, can be multiplied and added up: a value is at most shares × (premium +
    /// price), and so is a difference of prices times a slope, and so is their sum.
    private func fits(_ payoff: Payoff, _ highest: Double) -> Bool {
        2.5 * payoff.totalShares * highest < Self.bound
    }

    private func measure(
        _ payoff: inout Payoff, _ legs: UnsafePointer<RequestColumns.Leg>, _ count: Int
    ) -> Bool {
        var decimals: Int32 = 0
        for index in 0..<count {
            let leg = unsafe legs[index]
            decimals = max(decimals, leg.strikePriceDecimals, leg.premiumDecimals)
            payoff.totalShares += Double(leg.shares.magnitude)
            payoff.highest = max(
                payoff.highest, Double(leg.premium) / Double(PowersOfTen.small(Int(leg.premiumDecimals))))
            guard leg.instrument != .stock else { continue }
            let strike = Double(leg.strikePrice) / Double(PowersOfTen.small(Int(leg.strikePriceDecimals)))
            payoff.lowestStrike = min(payoff.lowestStrike, strike)
            payoff.highestStrike = max(payoff.highestStrike, strike)
        }
        payoff.decimals = Int(decimals)
        payoff.highest = max(payoff.highest, payoff.highestStrike)
        return payoff.highest < Self.highestPrice && payoff.totalShares < Self.mostShares
            && fits(payoff, payoff.highest * Double(PowersOfTen.small(payoff.decimals)))
    }

    /// The knots, and the extrema, which knots have.
    private mutating func addUp(
        _ payoff: inout Payoff, _ legs: UnsafePointer<RequestColumns.Leg>, _ count: Int
    ) {
        let knots = unsafe self.knots + knotCount
        let decimals = payoff.decimals
        var (cost, valueAtZero, slopeAtZero) = (Int64(0), Int64(0), Int64(0))
        // First each knot's slope is what it changes by.
        var last = 0
        for index in 0..<count {
            let leg = unsafe legs[index]
            cost += leg.shares * leg.premium * PowersOfTen.small(decimals - Int(leg.premiumDecimals))
            if leg.instrument == .stock {
                slopeAtZero += leg.shares
                continue
            }
            let price = leg.strikePrice * PowersOfTen.small(decimals - Int(leg.strikePriceDecimals))
            if leg.instrument == .put {
                valueAtZero += leg.shares * price
                slopeAtZero -= leg.shares
            }
            var place = last
            while place > 0, unsafe knots[place].price > price { place -= 1 }
            if place > 0, unsafe knots[place].price == price {
                unsafe knots[place].slope += leg.shares
                continue
            }
            var moved = last
            while moved > place {
                unsafe knots[moved + 1] = knots[moved]
                moved -= 1
            }
            unsafe knots[place + 1] = Knot(price: price, value: 0, slope: leg.shares)
            last += 1
        }
        var knot = Knot(price: 0, value: valueAtZero - cost, slope: slopeAtZero)
        var (lowest, highest) = (knot.value, knot.value)
        unsafe knots[0] = knot
        for index in 0..<last {
            let next = unsafe knots[index + 1]
            knot.value += (next.price - knot.price) * knot.slope
            knot.slope += next.slope
            knot.price = next.price
            lowest = min(lowest, knot.value)
            highest = max(highest, knot.value)
            unsafe knots[index + 1] = knot
        }
        payoff.netCost = cost
        (payoff.minimum, payoff.hasMinimum) = (lowest, knot.slope >= 0)
        (payoff.maximum, payoff.hasMaximum) = (highest, knot.slope <= 0)
        (payoff.firstKnot, payoff.knotCount) = (knotCount, last + 1)
        knotCount += last + 1
    }

    /// As `PiecewiseLinear.intervals(at:)` and `PayoffProfile.breakEvenPoints`.
    private mutating func findBreakEvens(_ payoff: inout Payoff) -> Bool {
        payoff.firstBreakEven = breakEvenCount
        let factor = PowersOfTen.small(Self.breakEvenDecimals - payoff.decimals)
        let end = payoff.firstKnot + payoff.knotCount
        /// Where the flat stretch that is being walked began.
        var flatStart: Int64?
        for index in payoff.firstKnot..<end {
            let knot = unsafe knots[index]
            let isLast = index + 1 == end
            if knot.value == 0 {
                let price = knot.price * factor
                let start = flatStart ?? price
                if knot.slope != 0 {
                    addBreakEven(&payoff, start)
                    addBreakEven(&payoff, price)
                    flatStart = nil
                } else if isLast {
                    addBreakEven(&payoff, start)
                } else {
                    flatStart = start
                }
            } else {
                let next = isLast ? knot.slope : unsafe knots[index + 1].value
                guard next != 0, (next < 0) != (knot.value < 0) else { continue }
                guard let root = root(of: knot, payoff.decimals) else { return false }
                addBreakEven(&payoff, root)
            }
        }
        for index in payoff.firstBreakEven..<breakEvenCount {
            // More than 15 digits need not be those of the nearest double.
            let price = unsafe breakEvens[index]
            if price >= Int64(Self.bound), price % 100_000 != 0 { return false }
        }
        return true
    }

    private mutating func addBreakEven(_ payoff: inout Payoff, _ price: Int64) {
        if payoff.breakEvenCount > 0, unsafe breakEvens[breakEvenCount - 1] == price { return }
        unsafe breakEvens[breakEvenCount] = price
        breakEvenCount += 1
        payoff.breakEvenCount += 1
    }

    /// Where the line through `knot` is 0, in units of 10^-10, ties to even; `nil` where that is too high.
    private func root(of knot: Knot, _ decimals: Int) -> Int64? {
        var numerator = knot.price * knot.slope - knot.value
        var slope = knot.slope
        if slope < 0 { (numerator, slope) = (-numerator, -slope) }
        let (whole, rest) = numerator.quotientAndRemainder(dividingBy: slope)
        guard whole < Int64(Self.highestPrice) * PowersOfTen.small(decimals) else { return nil }
        let factor = PowersOfTen.small(Self.breakEvenDecimals - decimals)
        if rest == 0 { return whole * factor }
        let (fraction, remainder) = (rest * factor).quotientAndRemainder(dividingBy: slope)
        let lower = whole * factor + fraction
        let excess = 2 * remainder - slope
        return excess > 0 || (excess == 0 && lower & 1 == 1) ? lower + 1 : lower
    }

    private func findGrid(_ payoff: inout Payoff, around request: RequestColumns.Request) -> Bool {
        var (lowest, highest) = (payoff.lowestStrike, payoff.highestStrike)
        if payoff.breakEvenCount > 0 {
            let scale = Double(PowersOfTen.small(Self.breakEvenDecimals))
            let first = payoff.firstBreakEven
            lowest = unsafe min(lowest, Double(breakEvens[first]) / scale)
            highest = unsafe max(highest, Double(breakEvens[first + payoff.breakEvenCount - 1]) / scale)
        }
        let grid = CurveGrid(
            currentPrice: DecimalNumber(
                significand: request.currentPrice, exponent: -Int(request.currentPriceDecimals)),
            marks: lowest <= highest ? lowest...highest : nil)
        let decimals = max(payoff.decimals, Int(request.currentPriceDecimals), -grid.stepExponent)
        guard decimals <= Self.moneyDecimals, grid.stepExponent <= 6 else { return false }
        let step = grid.stepSignificand * PowersOfTen.small(decimals + grid.stepExponent)
        let (last, isTooLarge) = grid.multiples.upperBound.multipliedReportingOverflow(by: step)
        let scale = Double(PowersOfTen.small(decimals))
        let bound = max(payoff.highest * scale, Double(last))
        guard !isTooLarge, bound < Self.highestPrice * scale, fits(payoff, bound) else { return false }
        payoff.grid = Grid(
            decimals: decimals, first: grid.multiples.lowerBound * step, last: last, step: step,
            count: grid.multiples.count,
            currentPrice: request.currentPrice * PowersOfTen.small(decimals - Int(request.currentPriceDecimals)))
        return true
    }
}
