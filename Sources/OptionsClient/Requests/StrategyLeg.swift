/// An option or shares, bought or sold.
public struct StrategyLeg: Codable, Hashable, Sendable {
    /// The kind of instrument.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A call.
        case call
        /// A put.
        case put
        /// Shares.
        case stock
    }

    /// The side of the trade.
    public enum Position: String, Codable, Hashable, Sendable {
        /// Bought.
        case long
        /// Sold.
        case short
    }

    /// A call, a put or shares.
    public var type: Kind
    /// Bought or sold.
    public var position: Position
    /// The strike price per share; `nil` for shares.
    public var strikePrice: Double?
    /// The price paid or received per share (not per contract); for shares, the entry price. It may be absent for an
    /// option with a time and a volatility, and is then the model value.
    public var premium: Double?
    /// The number of contracts; for shares, of units of `sharesPerContract` shares.
    public var quantity: Int
    /// The money paid for the leg as a whole. 0 if absent.
    public var fee: Double?
    /// The number of shares per contract. If absent, 100 for an option and 1 for shares.
    public var sharesPerContract: Int?
    /// The day of expiration, `YYYY-MM-DD`.
    public var expirationDate: String?
    /// The years to the expiration, in place of `expirationDate`.
    public var timeToExpiration: Double?
    /// The volatility of the option, a decimal per year. If absent, the one implied by the premium.
    public var impliedVolatility: Double?
    /// When the holder of the option may exercise it. If absent, the style of the request.
    public var exercise: ExerciseStyle?

    /// Creates a leg. Its further members can be set afterwards.
    public init(
        type: Kind, position: Position, strikePrice: Double? = nil, premium: Double?, quantity: Int = 1,
        sharesPerContract: Int? = nil, expirationDate: String? = nil
    ) {
        self.type = type
        self.position = position
        self.strikePrice = strikePrice
        self.premium = premium
        self.quantity = quantity
        self.sharesPerContract = sharesPerContract
        self.expirationDate = expirationDate
    }
}
