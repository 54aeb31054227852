/// One part of a strategy: a number of equal calls, puts or shares, bought or sold.
///
/// A leg that exists is valid; the factories check every value.
///
/// ```swift
/// let call = try Leg.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)
/// let shares = try Leg.stock(.long, entryPrice: 160, quantity: 100)
/// ```
///
/// ## Units
/// Prices are per share, in the currency of the underlying.
///
/// ## Accuracy
/// A `Double` price denotes the decimal that a person would write for it: see ``PayoffProfile``.
public struct Leg: Hashable, Sendable {
    /// What is held.
    public enum Instrument: Hashable, Sendable {
        /// The right to buy at the strike price.
        case call(strikePrice: Double)
        /// The right to sell at the strike price.
        case put(strikePrice: Double)
        /// The shares themselves.
        case stock
    }

    /// Which side of the trade is held.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// Bought.
        case long
        /// Sold.
        case short
    }

    /// The contracts that one leg may hold.
    public static let quantityRange = 1...1_000_000_000
    /// The shares that one contract may stand for.
    public static let sharesPerContractRange = 1...1_000_000
    /// The shares of one option contract where nothing else is said.
    public static let defaultSharesPerContract = 100

    /// The shares of one unit of a stock leg where nothing else is said.
    public static let defaultSharesPerStockUnit = 1

    /// What is held.
    public let instrument: Instrument
    /// Bought or sold.
    public let position: Position
    /// What was paid or received per share: an option's premium, or the entry price of shares.
    public let premium: Double
    /// The number of contracts.
    public let quantity: Int
    /// The number of shares that one contract stands for.
    public let sharesPerContract: Int

    /// Creates a leg of any instrument.
    ///
    /// - Parameters:
    ///   - instrument: What is held; a strike price is finite and greater than 0.
    ///   - position: Bought or sold.
    ///   - premium: The price per share; finite, 0 or greater.
    ///   - quantity: The number of contracts; in ``quantityRange``.
    ///   - sharesPerContract: The shares of one contract; in ``sharesPerContractRange``.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain.
    public init(
        _ instrument: Instrument, _ position: Position, premium: Double, quantity: Int, sharesPerContract: Int
    ) throws(StrategyError) {
        switch instrument {
        case .call(let strikePrice), .put(let strikePrice):
            try StrategyError.requirePositive(.strikePrice, strikePrice)
        case .stock: break
        }
        try StrategyError.requireNonNegative(.premium, premium)
        try StrategyError.require(.quantity, quantity, in: Self.quantityRange)
        try StrategyError.require(.sharesPerContract, sharesPerContract, in: Self.sharesPerContractRange)
        self.instrument = instrument
        self.position = position
        self.premium = premium
        self.quantity = quantity
        self.sharesPerContract = sharesPerContract
    }

    /// Calls, bought or sold. Parameters and errors are those of ``init(_:_:premium:quantity:sharesPerContract:)``.
    public static func call(
        _ position: Position, strikePrice: Double, premium: Double, quantity: Int,
        sharesPerContract: Int = defaultSharesPerContract
    ) throws(StrategyError) -> Leg {
        try Leg(
            .call(strikePrice: strikePrice), position, premium: premium, quantity: quantity,
            sharesPerContract: sharesPerContract)
    }

    /// Puts, bought or sold. Parameters and errors are those of ``init(_:_:premium:quantity:sharesPerContract:)``.
    public static func put(
        _ position: Position, strikePrice: Double, premium: Double, quantity: Int,
        sharesPerContract: Int = defaultSharesPerContract
    ) throws(StrategyError) -> Leg {
        try Leg(
            .put(strikePrice: strikePrice), position, premium: premium, quantity: quantity,
            sharesPerContract: sharesPerContract)
    }

    /// Shares, bought or sold short at `entryPrice` each.
    public static func stock(
        _ position: Position, entryPrice: Double, quantity: Int,
        sharesPerContract: Int = defaultSharesPerStockUnit
    ) throws(StrategyError) -> Leg {
        try Leg(.stock, position, premium: entryPrice, quantity: quantity, sharesPerContract: sharesPerContract)
    }

    /// The strike price; `nil` for shares.
    public var strikePrice: Double? {
        switch instrument {
        case .call(let strikePrice), .put(let strikePrice): strikePrice
        case .stock: nil
        }
    }

    /// The number of shares the leg stands for, negative when it was sold. At most 10¹⁵ in magnitude.
    package var signedShares: Int {
        let shares = quantity * sharesPerContract
        return position == .long ? shares : -shares
    }
}
