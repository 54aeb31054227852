/// A trade to enter: legs on one underlying.
public struct TradeRequest: Codable, Hashable, Sendable {
    /// A leg.
    public struct Leg: Codable, Hashable, Sendable {
        /// A call, a put or shares of the underlying.
        public var type: StrategyLeg.Kind
        /// Bought or sold.
        public var position: StrategyLeg.Position
        /// The strike price per share; `nil` for shares.
        public var strikePrice: Double?
        /// The number of contracts; for shares, of units of `sharesPerContract` shares.
        public var quantity: Int
        /// The number of shares of a contract. If absent, 100 for an option and 1 for shares.
        public var sharesPerContract: Int?
        /// The day of expiration, `YYYY-MM-DD`; `nil` for shares.
        public var expirationDate: String?
        /// When the holder may exercise. It is kept, and not used in values.
        public var exercise: ExerciseStyle?
        /// How the leg was opened.
        public var opened: TradeOpening
        /// What is closed.
        public var closes: [TradeClose]?
        /// The index of the leg that this one replaces.
        public var rolledFrom: Int?
        /// The day whose shares the amounts count, `YYYY-MM-DD`. Only ``PersonalData`` has it.
        public var entered: String?

        /// Creates a leg. Its further members can be set afterwards.
        public init(
            type: StrategyLeg.Kind, position: StrategyLeg.Position, strikePrice: Double? = nil, quantity: Int = 1,
            expirationDate: String? = nil, opened: TradeOpening
        ) {
            self.type = type
            self.position = position
            self.strikePrice = strikePrice
            self.quantity = quantity
            self.expirationDate = expirationDate
            self.opened = opened
        }
    }

    /// The identifier, which only ``PersonalData`` has.
    public var id: String?
    /// The name, of 1 to 100 characters.
    public var name: String
    /// Notes.
    public var notes: String?
    /// The ticker of the underlying.
    public var underlying: String
    /// The legs.
    public var legs: [Leg]

    /// Creates a trade.
    public init(name: String, notes: String? = nil, underlying: String, legs: [Leg]) {
        self.name = name
        self.notes = notes
        self.underlying = underlying
        self.legs = legs
    }

    /// Takes over what was entered of a trade, to change it and put it again.
    public init(_ trade: Trade) {
        self.init(
            name: trade.name, notes: trade.notes, underlying: trade.underlying,
            legs: trade.legs.map { leg in
                var copy = Leg(
                    type: leg.type, position: leg.position, strikePrice: leg.strikePrice, quantity: leg.quantity,
                    expirationDate: leg.expirationDate, opened: leg.opened)
                copy.sharesPerContract = leg.sharesPerContract
                copy.exercise = leg.exercise
                copy.closes = leg.closes
                copy.rolledFrom = leg.rolledFrom
                return copy
            })
    }
}

/// All that a person entered, as one document. In an import, absent parts stay as they are.
public struct PersonalData: Codable, Hashable, Sendable {
    /// A position as it was entered.
    public struct Position: Codable, Hashable, Sendable {
        /// A ticker, `BTC`, `ETH`, or `coin:` and the identifier of a coin.
        public var asset: String
        /// The number of shares or coins.
        public var quantity: Double
        /// The total cost.
        public var cost: Double
        /// The day on which the quantity was entered, `YYYY-MM-DD`. Today if absent.
        public var entered: String?

        /// Creates a position.
        public init(asset: String, quantity: Double, cost: Double, entered: String? = nil) {
            self.asset = asset
            self.quantity = quantity
            self.cost = cost
            self.entered = entered
        }
    }

    /// The tickers of the watch list, in its order.
    public var watchlist: [String]?
    /// The positions, one of each asset.
    public var positions: [Position]?
    /// The trades in their order, with identifiers.
    public var trades: [TradeRequest]?
    /// The settings.
    public var settings: SettingsChange?

    /// Creates a document.
    public init(
        watchlist: [String]? = nil, positions: [Position]? = nil, trades: [TradeRequest]? = nil,
        settings: SettingsChange? = nil
    ) {
        self.watchlist = watchlist
        self.positions = positions
        self.trades = trades
        self.settings = settings
    }
}
