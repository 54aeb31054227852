package import DecimalNumbers

/// The profit of a strategy at expiration as a function of the underlying's price: exact, without a grid.
///
/// ```swift
/// let profile = try PayoffProfile([
///     .call(.long, strikePrice: 165, premium: 9.25, quantity: 1)
/// ])
/// profile.breakEvenPoints          // [174.25]
/// profile.minimumProfit            // -925.0
/// profile.maximumProfit            // nil: unlimited
/// try profile.profit(at: 200)      // 2575.0
/// ```
///
/// Profit is a piecewise-linear function of the price S ≥ 0, with knots at the strikes and slopes that are whole
/// numbers of shares. It is computed in integers, in units of a power of ten, without rounding: premiums of 1.1 and 2.2
/// paid and 3.3 received cancel.
///
/// ## Units
/// Prices are per share; profits and costs are for the whole position, in currency.
///
/// ## Accuracy
/// A `Double` price denotes the shortest decimal that reads back as it. If that decimal has 16 or 17 digits, and
/// rounding it to 15 leaves 12 or fewer, the price denotes the rounded decimal (`0.1 + 0.2` is 0.3). Every comparison
/// of these decimals is exact. Every result is the double nearest to the exact value, or to the exact value rounded to
/// the requested places. Results beyond the range of `Double` are infinite.
///
/// > Source: `docs/decisions/0001-exact-decimal-payoff.md`, with the alternatives.
public struct PayoffProfile: Sendable {
    /// The allowed number of legs.
    public static let legCountRange = 1...10_000

    package private(set) var cost = ResultNumber(0)
    /// The shares of all legs, long and short alike: |profit| at a price is at most these times (premium + price).
    package private(set) var totalShares = 0.0
    /// The highest strike price or premium, plus the fees per share.
    package private(set) var highestPrice = 0.0
    /// The lowest and the highest strike price; `nil` without options.
    private(set) var strikeRange: ClosedRange<Double>?
    /// The function, if it fits 64-bit integers.
    private var narrow = PiecewiseLinear<Int64>()
    /// The function, if it does not.
    private var large: ExactFunction?

    /// A strike price or 0, the profit there, and the slope from there to the next knot.
    package struct Knot {
        package let price: Double
        package let value: Double
        package let slope: Int128
    }

    /// A function in the smallest sufficient integer type.
    indirect enum ExactFunction: Sendable {
        case narrow(PiecewiseLinear<Int64>)
        case native(PiecewiseLinear<Int128>)
        case wide(PiecewiseLinear<WideInteger>)

        /// The function, whatever its integers.
        var payoff: any IntegerPayoff {
            switch self {
            case .narrow(let function): function
            case .native(let function): function
            case .wide(let function): function
            }
        }
    }

    var function: ExactFunction { large ?? .narrow(narrow) }

    /// Whether the function fits 64-bit integers, so that all results are finite.
    var isNarrow: Bool { large == nil }

    /// Whether the function needs wide integers, which are slow.
    package var isWide: Bool {
        if case .wide = large { true } else { false }
    }

    /// Creates an empty profile for ``replace(expiring:surviving:_:_:)``.
    package init() {}

    /// Creates the profile of the legs.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in ``legCountRange``.
    ///   - rounding: The decimal places to which results are rounded; `nil` for no rounding.
    /// - Throws: ``StrategyError`` unless the number of legs is in ``legCountRange``.
    /// - Complexity: O(*n* log *n*) in the number of legs.
    public init(_ legs: [Leg], rounding: ResultRounding? = nil) throws(StrategyError) {
        try self.init(expiring: legs, surviving: [], rounding, WorkBudget())
    }

    /// Creates the payoff of the `expiring` legs minus the cost of all legs. The strikes of the `surviving` legs, which
    /// pay nothing, are also knots.
    package init(
        expiring: [Leg], surviving: [Leg], _ rounding: ResultRounding?, _ budget: WorkBudget
    ) throws(StrategyError) {
        try StrategyError.require(expiring.count + surviving.count, "legs", .count(Self.legCountRange, .legs))
        for (index, leg) in expiring.enumerated() { try leg.requirePremium(StrategyError.leg(index)) }
        try replace(expiring: expiring.span, surviving: surviving.span, rounding, budget)
    }

    /// Replaces the profile by that of other legs, and reuses its memory. The cost of the payoff and its curve is spent
    /// before work begins.
    package mutating func replace(
        expiring: Span<Leg>, surviving: Span<Leg>, _ rounding: ResultRounding?, _ budget: WorkBudget
    ) throws(StrategyError) {
        var sizes = Sizes()
        sizes.add(expiring)
        sizes.add(surviving)
        totalShares = sizes.shares
        if sizes.fees > 0 { sizes.addFees(of: expiring, surviving) }
        highestPrice = sizes.highestPrice
        strikeRange = sizes.highestStrike > 0 ? sizes.lowestStrike...sizes.highestStrike : nil
        let legCount = expiring.count + surviving.count
        guard Self.fitsNarrow(highestPrice: highestPrice, shares: totalShares, scale: sizes.scale) else {
            return try replaceLarge(expiring: expiring, surviving: surviving, sizes, rounding, budget)
        }
        try budget.spend(legCount * (sizes.fees > 0 ? 2 * WorkCost.leg : WorkCost.leg))
        cost = try narrow.replace(
            expiring: expiring, surviving: surviving, scale: sizes.scale, hasFees: sizes.fees > 0,
            rounding: rounding, budget)
        if large != nil { large = nil }
    }

    @inline(never)
    private mutating func replaceLarge(
        expiring: Span<Leg>, surviving: Span<Leg>, _ sizes: Sizes, _ rounding: ResultRounding?, _ budget: WorkBudget
    ) throws(StrategyError) {
        let isNative = Self.fitsNative(highestPrice: highestPrice, shares: totalShares, scale: sizes.scale)
        let legCost = isNative ? WorkCost.leg : WorkCost.wideLeg
        try budget.spend((expiring.count + surviving.count) * (sizes.fees > 0 ? 2 * legCost : legCost))
        if isNative {
            var sum = PiecewiseLinear<Int128>()
            cost = try sum.replace(
                expiring: expiring, surviving: surviving, scale: sizes.scale, hasFees: sizes.fees > 0,
                rounding: rounding, budget)
            large = .native(sum)
        } else {
            var sum = PiecewiseLinear<WideInteger>()
            cost = try sum.replace(
                expiring: expiring, surviving: surviving, scale: sizes.scale, hasFees: sizes.fees > 0,
                rounding: rounding, budget)
            large = .wide(sum)
        }
    }

    /// The quantities that determine which integers can hold a function.
    private struct Sizes {
        var scale = 0
        var shares = 0.0
        var highestPrice = 0.0
        var lowestStrike = Double.infinity
        var fees = 0.0
        var highestStrike = 0.0

        @inline(__always)
        mutating func add(_ legs: Span<Leg>) {
            for index in legs.indices {
                let leg = legs[index]
                scale = max(scale, max(-leg.entry.decimal.exponent, -leg.strike.decimal.exponent))
                shares += Double(leg.signedShares.magnitude)
                fees += leg.fee
                // Unlike `max`, comparisons are single instructions.
                let price = leg.entry.value > leg.strike.value ? leg.entry.value : leg.strike.value
                highestPrice = price > highestPrice ? price : highestPrice
                guard leg.kind != .stock else { continue }
                lowestStrike = leg.strike.value < lowestStrike ? leg.strike.value : lowestStrike
                highestStrike = leg.strike.value > highestStrike ? leg.strike.value : highestStrike
            }
        }

        /// Includes the decimals of the fees, and their amount: no profit exceeds shares × (premium + price) + fees.
        @inline(never)
        mutating func addFees(of expiring: Span<Leg>, _ surviving: Span<Leg>) {
            for index in expiring.indices { scale = max(scale, -DecimalNumber(expiring[index].fee).exponent) }
            for index in surviving.indices { scale = max(scale, -DecimalNumber(surviving[index].fee).exponent) }
            highestPrice += fees / shares
        }
    }

    /// The scales up to the contract's decimals of money: amounts with more decimals must be rounded.
    private static let narrowScales = 0...8

    /// Returns whether every intermediate integer is below 10^15, so that its digits are those of the nearest double.
    ///
    /// A value is at most shares × (premium + price), and so is a difference of prices times a slope, and so is their sum.
    @inline(__always)
    static func fitsNarrow(highestPrice: Double, shares: Double, scale: Int) -> Bool {
        guard narrowScales.contains(scale) else { return false }
        return 2.5 * shares * max(highestPrice, 1) * Double(PowersOfTen.small(scale)) < Double(ResultNumber.bound)
    }

    /// Returns whether every intermediate integer is below 2¹²⁷ ≈ 1.7 × 10³⁸.
    ///
    /// Each is a sum of at most four terms, each at most shares × price or shares × premium: the value at a knot, price
    /// times slope, and their sum in a root. The factor 10 covers that and the rounding of the bound itself.
    static func fitsNative(highestPrice: Double, shares: Double, scale: Int) -> Bool {
        guard PowersOfTen.exact.indices.contains(scale) else { return false }
        return max(highestPrice, 1) * PowersOfTen.exact[scale] * shares * 10 < 1e38
    }

    /// The cost of opening the position: positive for a debit, negative for a credit.
    public var netCost: Double { cost.value }

    /// Replaces `metrics` by the cost, the extremes and the break-evens, and reuses its memory. Like the default curve,
    /// it is mutating only so that the profile of a calculator is used in place, without a copy. Returns whether the
    /// results are certainly finite.
    package mutating func metrics(
        into metrics: inout StrategyMetrics, _ budget: WorkBudget
    ) throws(StrategyError) -> Bool {
        if let large { try large.payoff.fill(&metrics, budget) } else { try narrow.fill(&metrics, budget) }
        metrics.cost = cost
        return isNarrow
    }

    /// Appends the points of the default curve in 64-bit integers; false if they do not fit.
    func appendNarrowPoints(
        _ grid: CurveGrid, _ current: DecimalNumber, _ breakEvens: [ResultNumber], to curve: inout PayoffCurve
    ) -> Bool {
        guard isNarrow,
            let prices = NarrowGrid(grid, scale: narrow.scale, current, shares: totalShares, highestPrice: highestPrice)
        else { return false }
        return prices.append(narrow.storage.span.extracting(first: narrow.knotCount), breakEvens, to: &curve)
    }

    /// The distinct strike prices, ascending.
    public var strikePrices: [Double] { function.payoff.strikePrices }

    /// The prices at which profit is zero, as ascending intervals. A single price is an interval of width 0. If profit
    /// is zero from some price on, the last interval is infinite.
    public var zeroProfitIntervals: [PriceInterval] { intervals(at: .zero) }

    /// The prices at which profit is zero, ascending and without duplicates. An interval contributes its ends, or only
    /// its start if it is infinite. A price beyond the range of `Double` is infinite.
    public var breakEvenPoints: [Double] { PriceInterval.ends(of: zeroProfitIntervals) }

    /// The maximum profit over all prices S ≥ 0; `nil` if unlimited.
    public var maximumProfit: Double? { function.payoff.maximumProfit }

    /// The minimum profit over all prices S ≥ 0, negative for a loss; `nil` if the loss is unlimited.
    public var minimumProfit: Double? { function.payoff.minimumProfit }

    /// The prices at which profit is ``maximumProfit``, ascending; empty if it is unlimited.
    public var maximumProfitIntervals: [PriceInterval] { intervals(at: .maximum) }

    /// The prices at which profit is ``minimumProfit``, ascending; empty if the loss is unlimited.
    public var minimumProfitIntervals: [PriceInterval] { intervals(at: .minimum) }

    package enum Level {
        case zero, minimum, maximum
    }

    private func intervals(at level: Level) -> [PriceInterval] {
        guard let intervals = try? intervals(at: level, rounded: true, WorkBudget()) else {
            preconditionFailure("a budget without limits refused work")
        }
        return intervals
    }

    /// The prices at which profit is 0, least or greatest.
    package func intervals(
        at level: Level, rounded: Bool, _ budget: WorkBudget
    ) throws(StrategyError) -> [PriceInterval] {
        // Through the protocol, the calls would not be specialised.
        switch function {
        case .narrow(let function): try function.intervals(at: level, rounded: rounded, budget)
        case .native(let function): try function.intervals(at: level, rounded: rounded, budget)
        case .wide(let function): try function.intervals(at: level, rounded: rounded, budget)
        }
    }
}

extension PayoffProfile {
    /// Returns the whole function as the nearest doubles. Profits are divided by 10^`exponent`; a knot spends `cost`.
    package func knots(
        inUnitsOf exponent: Int, cost: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> [Knot] {
        try function.payoff.knots(inUnitsOf: exponent, cost: cost, budget)
    }
}
