public import DecimalNumbers
public import OptionPricing

/// A part of a strategy: a quantity of equal calls, puts or shares, bought or sold.
///
/// The initialiser and the factory methods validate every value, so an instance is always valid.
///
/// ```swift
/// let call = try Leg.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)
/// let shares = try Leg.stock(.long, entryPrice: 160, quantity: 100)
/// ```
///
/// ## Units
/// Prices are per share, in the currency of the underlying. Volatilities are decimals per year: 0.2 is 20 %.
///
/// ## Accuracy
/// A `Double` price denotes its shortest decimal representation; see ``PayoffProfile``.
public struct Leg: Hashable, Sendable {
    /// The instrument.
    public enum Instrument: Hashable, Sendable {
        /// The right to buy at the strike price.
        case call(strikePrice: Double)
        /// The right to sell at the strike price.
        case put(strikePrice: Double)
        /// The shares themselves.
        case stock
    }

    /// The side of the trade.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// Bought.
        case long
        /// Sold.
        case short
    }

    /// The source of a premium. Raw values are those of the JSON.
    public enum PremiumSource: String, Hashable, Sendable {
        /// The price that was paid or received.
        case given
        /// The value in the Black–Scholes–Merton model.
        case model
    }

    @usableFromInline
    package enum Kind: UInt8, CaseIterable, Sendable {
        case call, put, stock
    }

    /// The allowed number of contracts per leg.
    public static let quantityRange = 1...1_000_000_000
    /// The allowed number of shares per contract.
    public static let sharesPerContractRange = 1...1_000_000
    /// The shares of one option contract, unless stated otherwise.
    public static let defaultSharesPerContract = 100
    /// The shares of one unit of a stock leg, unless stated otherwise.
    public static let defaultSharesPerStockUnit = 1

    // The rules of the other numbers, which requests share.
    @inlinable package static var strikePriceRule: StrategyRule { .positive }
    @inlinable package static var timeRule: StrategyRule { .nonNegative }
    @inlinable package static var volatilityRule: StrategyRule { .nonNegative }
    @inlinable package static var premiumRule: StrategyRule { .nonNegative }
    @inlinable package static var feeRule: StrategyRule { .nonNegative }

    // The order of these properties avoids padding.

    /// The strike price; 0 for shares.
    @usableFromInline package let strike: DecimalPrice
    @usableFromInline let compactQuantity: Int32
    /// The price paid or received per share.
    @usableFromInline package private(set) var entry: DecimalPrice
    @usableFromInline let compactSharesPerContract: Int32
    /// The option's own volatility; `nil` for shares, and if the volatility is to be solved from the premium.
    public let impliedVolatility: Double?
    @usableFromInline package let kind: Kind
    /// Bought or sold.
    public let side: Side
    /// The source of the premium.
    public private(set) var premiumSource = PremiumSource.given
    /// Whether the premium is the value in the model and has not been computed.
    package private(set) var awaitsPremium = false
    /// When the holder of an option may exercise it; `nil` for shares, and if the request gives one style for all legs.
    public let exercise: ExerciseStyle?
    /// The option's own expiration; `nil` for shares, and if the request gives one expiration for all legs.
    public let expiration: LegExpiration?
    /// The money paid for the leg as a whole, in addition to its premium, whether it is bought or sold; 0 or greater.
    public let fee: Double

    // Inlinable, because loops over legs in other targets read them.

    /// The number of contracts.
    @inlinable public var quantity: Int { Int(compactQuantity) }
    /// The number of shares per contract.
    @inlinable public var sharesPerContract: Int { Int(compactSharesPerContract) }

    /// Creates a leg of any instrument.
    ///
    /// - Parameters:
    ///   - instrument: The instrument; a strike price must be finite and greater than 0.
    ///   - side: Bought or sold.
    ///   - premium: The price per share; finite, 0 or greater. `nil` for the value of an option in the model, if the request
    ///     gives its time and its volatility.
    ///   - quantity: The number of contracts; in ``quantityRange``.
    ///   - sharesPerContract: The shares of one contract; in ``sharesPerContractRange``.
    ///   - expiration: When an option expires; years are finite, 0 or greater. Ignored for shares.
    ///   - impliedVolatility: An option's own volatility; finite, 0 or greater. Ignored for shares.
    ///   - exercise: When the holder of an option may exercise it; `nil` for the style that the request gives. Ignored for shares.
    ///   - fee: The money paid for the leg as a whole, bought or sold; finite, 0 or greater.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain.
    public init(
        _ instrument: Instrument, _ side: Side, premium: Double?, quantity: Int, sharesPerContract: Int,
        expiration: LegExpiration? = nil, impliedVolatility: Double? = nil, exercise: ExerciseStyle? = nil,
        fee: Double = 0
    ) throws(StrategyError) {
        let (kind, strikePrice): (Kind, Double?) =
            switch instrument {
            case .call(let strikePrice): (.call, strikePrice)
            case .put(let strikePrice): (.put, strikePrice)
            case .stock: (.stock, nil)
            }
        let years: Double? = if case .years(let years) = expiration { years } else { nil }
        // In the order in which requests present these members.
        try StrategyError.require(strikePrice, "strikePrice", Self.strikePriceRule)
        try StrategyError.require(years, "timeToExpiration", Self.timeRule)
        try StrategyError.require(impliedVolatility, "impliedVolatility", Self.volatilityRule)
        if kind == .stock, premium == nil { throw .missing("premium") }
        try StrategyError.require(premium, "premium", Self.premiumRule)
        try StrategyError.require(quantity, "quantity", .integer(Self.quantityRange))
        try StrategyError.require(sharesPerContract, "sharesPerContract", .integer(Self.sharesPerContractRange))
        try StrategyError.require(fee, "fee", Self.feeRule)
        self.init(
            kind, side, strike: DecimalPrice(strikePrice ?? 0), entry: DecimalPrice(premium ?? 0), quantity: quantity,
            sharesPerContract: sharesPerContract, expiration: expiration, impliedVolatility: impliedVolatility,
            exercise: exercise, fee: fee)
        if premium == nil { self = awaitingModelPremium() }
    }

    /// Creates a leg from validated values.
    @inlinable @inline(__always)
    package init(
        _ kind: Kind, _ side: Side, strike: DecimalPrice, entry: DecimalPrice, quantity: Int, sharesPerContract: Int,
        expiration: LegExpiration? = nil, impliedVolatility: Double? = nil, exercise: ExerciseStyle? = nil,
        fee: Double = 0
    ) {
        self.kind = kind
        self.side = side
        self.strike = strike
        self.entry = entry
        compactQuantity = Int32(truncatingIfNeeded: quantity)
        compactSharesPerContract = Int32(truncatingIfNeeded: sharesPerContract)
        self.expiration = kind == .stock ? nil : expiration
        self.impliedVolatility = kind == .stock ? nil : impliedVolatility
        self.exercise = kind == .stock ? nil : exercise
        self.fee = fee
    }

    /// Throws an error if the leg has no premium yet. `path` is the path of the leg.
    package func requirePremium(_ path: @autoclosure () -> String) throws(StrategyError) {
        if awaitsPremium { throw .missing(StrategyError.member("premium", of: path())) }
    }

    /// Returns the leg, whose premium is 0, with a premium that the model gives later.
    package func awaitingModelPremium() -> Leg {
        var leg = self
        (leg.premiumSource, leg.awaitsPremium) = (.model, true)
        return leg
    }

    /// Returns the leg with the value in the model as its premium.
    package func withModelPremium(_ premium: Double) -> Leg {
        var leg = self
        leg.entry = DecimalPrice(premium)
        leg.awaitsPremium = false
        return leg
    }

    /// Calls, bought or sold. Parameters and errors are those of
    /// ``init(_:_:premium:quantity:sharesPerContract:expiration:impliedVolatility:exercise:fee:)``.
    public static func call(
        _ side: Side, strikePrice: Double, premium: Double?, quantity: Int,
        sharesPerContract: Int = defaultSharesPerContract, expiration: LegExpiration? = nil,
        impliedVolatility: Double? = nil, exercise: ExerciseStyle? = nil, fee: Double = 0
    ) throws(StrategyError) -> Leg {
        try Leg(
            .call(strikePrice: strikePrice), side, premium: premium, quantity: quantity,
            sharesPerContract: sharesPerContract, expiration: expiration, impliedVolatility: impliedVolatility,
            exercise: exercise, fee: fee)
    }

    /// Puts, bought or sold. Parameters and errors are those of
    /// ``init(_:_:premium:quantity:sharesPerContract:expiration:impliedVolatility:exercise:fee:)``.
    public static func put(
        _ side: Side, strikePrice: Double, premium: Double?, quantity: Int,
        sharesPerContract: Int = defaultSharesPerContract, expiration: LegExpiration? = nil,
        impliedVolatility: Double? = nil, exercise: ExerciseStyle? = nil, fee: Double = 0
    ) throws(StrategyError) -> Leg {
        try Leg(
            .put(strikePrice: strikePrice), side, premium: premium, quantity: quantity,
            sharesPerContract: sharesPerContract, expiration: expiration, impliedVolatility: impliedVolatility,
            exercise: exercise, fee: fee)
    }

    /// Shares, bought or sold short at `entryPrice` each.
    public static func stock(
        _ side: Side, entryPrice: Double, quantity: Int,
        sharesPerContract: Int = defaultSharesPerStockUnit, fee: Double = 0
    ) throws(StrategyError) -> Leg {
        try Leg(.stock, side, premium: entryPrice, quantity: quantity, sharesPerContract: sharesPerContract, fee: fee)
    }

    /// The instrument.
    @inlinable public var instrument: Instrument {
        switch kind {
        case .call: .call(strikePrice: strike.value)
        case .put: .put(strikePrice: strike.value)
        case .stock: .stock
        }
    }

    /// The strike price; `nil` for shares.
    @inlinable public var strikePrice: Double? { kind == .stock ? nil : strike.value }

    /// The price paid or received per share: an option's premium, or the entry price of shares. 0 if the model gives it:
    /// see ``premiumSource``.
    @inlinable public var premium: Double { entry.value }

    /// The signed number of shares of the leg; negative if sold. At most 10¹⁵ in magnitude.
    @inlinable @inline(__always)
    package var signedShares: Int {
        let shares = quantity &* sharesPerContract
        return side == .long ? shares : -shares
    }
}

/// The expiration of an option.
public enum LegExpiration: Hashable, Sendable {
    /// A date, at 00:00 UTC; requires a valuation date.
    case date(CalendarDate)
    /// Years after the valuation.
    case years(Double)
}
