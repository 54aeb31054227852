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
/// Profit is a piecewise-linear function of the price S ≥ 0: knots at the strikes, between them a slope that is a whole
/// number of shares. All of it is computed in integers, multiples of a power of ten, so nothing is lost and nothing
/// appears that is not there: premiums of 1.1 and 2.2 paid and 3.3 received cancel.
///
/// ## Units
/// Prices are per share; profits and costs are for the whole position, in currency.
///
/// ## Accuracy
/// A `Double` price denotes the shortest decimal that reads back as it; where that has 16 or 17 digits while 12 or
/// fewer agree with it to 15, those 12 (`0.1 + 0.2` is 0.3). From these decimals on every comparison is exact and every
/// result is the double nearest to the exact value, or to that value rounded as asked for. Results beyond the range of
/// `Double` are infinite.
///
/// > Source: `docs/decisions/0001-exact-decimal-payoff.md`, with the alternatives.
public struct PayoffProfile: Sendable {
    /// The number of legs that a strategy may have.
    public static let legCountRange = 1...10_000

    /// What the position costs to open: positive for a debit, negative for a credit.
    public let netCost: Double

    /// The shares of all legs, long and short alike: |profit| at a price is at most these times (premium + price).
    let totalShares: Double
    /// The highest strike price or premium.
    let highestPrice: Double
    /// The lowest and the highest strike price; `nil` without options.
    let strikeRange: ClosedRange<Double>?
    private(set) var function: ExactFunction

    /// The function in the smallest integers that hold it.
    enum ExactFunction: Sendable {
        case native(PiecewiseLinear<Int128>)
        case wide(PiecewiseLinear<WideInteger>)

        /// The number of decimals that the integers carry.
        var scale: Int {
            switch self {
            case .native(let function): function.scale
            case .wide(let function): function.scale
            }
        }

        /// The same function, whose results are not rounded.
        var unrounded: ExactFunction {
            switch self {
            case .native(let function): .native(function.unrounded)
            case .wide(let function): .wide(function.unrounded)
            }
        }
    }

    /// The same profile, with break-evens and profits that are not rounded.
    var unrounded: PayoffProfile {
        var profile = self
        profile.function = function.unrounded
        return profile
    }

    /// Adds up the legs.
    ///
    /// - Parameters:
    ///   - legs: As many as ``legCountRange`` says.
    ///   - rounding: To how many decimal places results are rounded; absent, they are not.
    /// - Throws: ``StrategyError/outOfRange(_:_:allowed:)`` unless the number of legs is in ``legCountRange``.
    /// - Complexity: O(*n* log *n*) in the number of legs.
    public init(_ legs: [Leg], rounding: ResultRounding? = nil) throws(StrategyError) {
        try self.init(expiring: legs, surviving: [], rounding)
    }

    /// The payoff of the `expiring` legs less the cost of all. The strikes of the `surviving` ones, which pay nothing, are
    /// knots as well.
    init(expiring: [Leg], surviving: [Leg], _ rounding: ResultRounding?) throws(StrategyError) {
        let legs = expiring + surviving
        try StrategyError.require(.legs, legs.count, in: Self.legCountRange)
        let decimals = expiring.map { DecimalLeg($0, pays: true) } + surviving.map { DecimalLeg($0, pays: false) }
        let scale = decimals.reduce(0) { max($0, -$1.premium.exponent, -$1.strikePrice.exponent) }
        var strikeRange: ClosedRange<Double>?
        var highestPrice = 0.0
        var totalShares = 0.0
        for leg in legs {
            totalShares += Double(leg.signedShares.magnitude)
            highestPrice = max(highestPrice, leg.premium)
            guard let strike = leg.strikePrice else { continue }
            strikeRange = min(strikeRange?.lowerBound ?? strike, strike)...max(strikeRange?.upperBound ?? 0, strike)
        }
        highestPrice = max(highestPrice, strikeRange?.upperBound ?? 0)
        self.strikeRange = strikeRange
        self.highestPrice = highestPrice
        self.totalShares = totalShares

        if Self.fitsNative(highestPrice: highestPrice, shares: totalShares, scale: scale) {
            let (function, cost) = Self.sum(decimals, scale: scale, rounding, Int128.self)
            self.function = .native(function)
            netCost = function.money(cost)
        } else {
            let (function, cost) = Self.sum(decimals, scale: scale, rounding, WideInteger.self)
            self.function = .wide(function)
            netCost = function.money(cost)
        }
    }

    /// Whether every integer on the way stays below 2¹²⁷ ≈ 1.7 × 10³⁸.
    ///
    /// Each is a sum of at most four terms, each at most shares × price or shares × premium: the value at a knot, price
    /// times slope, and their sum in a root. The factor 10 covers that and the rounding of the bound itself.
    ///
    /// - Parameters:
    ///   - highestPrice: Of all strikes, premiums and prices at which the payoff is evaluated.
    ///   - shares: Of all legs, long and short alike.
    ///   - scale: The power of ten by which prices are multiplied.
    /// - Returns: Whether `Int128` holds them.
    static func fitsNative(highestPrice: Double, shares: Double, scale: Int) -> Bool {
        guard PowersOfTen.exact.indices.contains(scale) else { return false }
        return max(highestPrice, 1) * PowersOfTen.exact[scale] * shares * 10 < 1e38
    }

    private struct DecimalLeg {
        let instrument: Leg.Instrument
        let shares: Int128
        let premium: DecimalNumber
        /// 0 for shares.
        let strikePrice: DecimalNumber
        let pays: Bool

        init(_ leg: Leg, pays: Bool) {
            self.pays = pays
            instrument = leg.instrument
            shares = Int128(leg.signedShares)
            premium = DecimalNumber(leg.premium)
            strikePrice = DecimalNumber(leg.strikePrice ?? 0)
        }
    }

    private static func sum<Number: PayoffNumber>(
        _ legs: [DecimalLeg], scale: Int, _ rounding: ResultRounding?, _: Number.Type
    ) -> (PiecewiseLinear<Number>, netCost: Number) {
        var cost = Number.zero
        var valueAtZero = Number.zero
        var slopeAtZero: Int128 = 0
        var bends: [PiecewiseLinear<Number>.Bend] = []
        bends.reserveCapacity(legs.count)
        for leg in legs {
            cost += Number(leg.premium, scale: scale) * leg.shares
            switch leg.instrument {
            case _ where !leg.pays:
                bends.append(.init(price: Number(leg.strikePrice, scale: scale), slopeChange: 0))
            case .call:
                bends.append(.init(price: Number(leg.strikePrice, scale: scale), slopeChange: leg.shares))
            case .put:
                let strikePrice = Number(leg.strikePrice, scale: scale)
                bends.append(.init(price: strikePrice, slopeChange: leg.shares))
                valueAtZero += strikePrice * leg.shares
                slopeAtZero -= leg.shares
            case .stock:
                slopeAtZero += leg.shares
            }
        }
        let function = PiecewiseLinear(
            valueAtZero: valueAtZero - cost, slopeAtZero: slopeAtZero, bends: bends, scale: scale,
            rounding: rounding)
        return (function, cost)
    }
}

extension PayoffProfile {
    /// All strike prices, ascending, each once.
    public var strikePrices: [Double] {
        switch function {
        case .native(let function): function.knots.dropFirst().map { function.price($0.price) }
        case .wide(let function): function.knots.dropFirst().map { function.price($0.price) }
        }
    }

    /// The prices at which profit is zero, ascending. A price by itself is an interval of no width; a position that
    /// is worth nothing from some price on ends with an infinite one.
    public var zeroProfitIntervals: [PriceInterval] {
        switch function {
        case .native(let function): function.intervals(at: .zero)
        case .wide(let function): function.intervals(at: .zero)
        }
    }

    /// The prices at which profit is zero, ascending, each once: of a whole interval its ends, or its start only when
    /// it has no end. One beyond the range of `Double` is infinite.
    public var breakEvenPoints: [Double] {
        PriceInterval.ends(of: zeroProfitIntervals)
    }

    /// The greatest profit over all prices S ≥ 0; `nil` when unlimited.
    public var maximumProfit: Double? {
        switch function {
        case .native(let function): function.maximum.map(function.money)
        case .wide(let function): function.maximum.map(function.money)
        }
    }

    /// The least profit over all prices S ≥ 0, negative for a loss; `nil` when the loss is unlimited.
    public var minimumProfit: Double? {
        switch function {
        case .native(let function): function.minimum.map(function.money)
        case .wide(let function): function.minimum.map(function.money)
        }
    }

    /// The prices at which profit is ``maximumProfit``, ascending; none when it is unlimited.
    public var maximumProfitIntervals: [PriceInterval] {
        switch function {
        case .native(let function): function.maximum.map(function.intervals) ?? []
        case .wide(let function): function.maximum.map(function.intervals) ?? []
        }
    }

    /// The prices at which profit is ``minimumProfit``, ascending; none when the loss is unlimited.
    public var minimumProfitIntervals: [PriceInterval] {
        switch function {
        case .native(let function): function.minimum.map(function.intervals) ?? []
        case .wide(let function): function.minimum.map(function.intervals) ?? []
        }
    }
}
