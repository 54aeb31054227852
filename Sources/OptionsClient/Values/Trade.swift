/// The trades.
public struct TradesResponse: Codable, Hashable, Sendable {
    /// The trades, in the order in which they were first entered.
    public let trades: [Trade]
}

/// A trade and its value. Money is in the currency of the underlying.
public struct Trade: Codable, Hashable, Sendable {
    /// The state of a trade. Servers of later versions may send further values.
    public struct Status: RawRepresentable, Codable, Hashable, Sendable {
        /// The text in JSON.
        public let rawValue: String

        /// Creates a value from its text in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A leg is open.
        public static let open = Self(rawValue: "open")
        /// Legs are open, and all of these have expired.
        public static let expired = Self(rawValue: "expired")
        /// No leg is open.
        public static let closed = Self(rawValue: "closed")
    }

    /// The identifier.
    public let id: String
    /// The name.
    public let name: String
    /// The notes.
    public let notes: String
    /// The ticker of the underlying.
    public let underlying: String
    /// The legs.
    public let legs: [TradeLeg]
    /// The state.
    public let status: Status
    /// The sum of the values of the legs that have one; `nil` if none has.
    public let value: Double?
    /// The profit of all closes, before fees.
    public let realised: Double
    /// The sum of the profits of the legs that have one, after all their fees; `nil` if none has.
    public let profitLoss: Double?
    /// The indices of the legs without a price, which `value` and `profitLoss` leave out.
    public let unpriced: [Int]
}

/// A leg of a trade and its value. Amounts count the shares of the day on which the leg was entered.
public struct TradeLeg: Codable, Hashable, Sendable {
    /// The origin of a price. Servers of later versions may send further values.
    public struct PriceSource: RawRepresentable, Codable, Hashable, Sendable {
        /// The text in JSON.
        public let rawValue: String

        /// Creates a value from its text in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The mean of bid and ask.
        public static let mid = Self(rawValue: "mid")
        /// The value in the model.
        public static let model = Self(rawValue: "model")
        /// The last trade.
        public static let last = Self(rawValue: "last")
        /// The intrinsic value at the close of the expiration.
        public static let intrinsic = Self(rawValue: "intrinsic")
        /// The price of the shares.
        public static let stock = Self(rawValue: "stock")
    }

    /// A call, a put or shares of the underlying.
    public let type: StrategyLeg.Kind
    /// Bought or sold.
    public let position: StrategyLeg.Position
    /// The strike price per share; `nil` for shares.
    public let strikePrice: Double?
    /// The number of contracts; for shares, of units of `sharesPerContract` shares.
    public let quantity: Int
    /// The number of shares of a contract.
    public let sharesPerContract: Int
    /// The day of expiration, `YYYY-MM-DD`; `nil` for shares.
    public let expirationDate: String?
    /// When the holder may exercise, as it was entered.
    public let exercise: ExerciseStyle?
    /// How the leg was opened.
    public let opened: TradeOpening
    /// What is closed.
    public let closes: [TradeClose]
    /// The index of the leg that this one replaces.
    public let rolledFrom: Int?
    /// `quantity` less what is closed.
    public let openQuantity: Int
    /// The price per share; `nil` if it is unknown or nothing is open.
    public let price: Double?
    /// The origin of the price.
    public let priceSource: PriceSource?
    /// The value of what is open, negative for a short leg; 0 if nothing is open, `nil` without a price.
    public let value: Double?
    /// The profit of the closes, before fees.
    public let realised: Double
    /// The profit of the closes and of what is open, after all fees of the leg; `nil` without a price.
    public let profitLoss: Double?
    /// The instant of the price, as in RFC 3339; `nil` without one.
    public let asOf: String?
    /// Whether the price is unknown, or old because the sources did not answer.
    public let stale: Bool
    /// The splits since an open leg was entered, ascending, which its amounts do not include. Absent if there are none.
    public let split: [HoldingSplit]?
}

/// How a leg of a trade was opened.
public struct TradeOpening: Codable, Hashable, Sendable {
    /// The day, `YYYY-MM-DD`.
    public var date: String
    /// The price per share.
    public var price: Double
    /// The fee for the whole leg. 0 if absent.
    public var fee: Double?

    /// Creates an opening.
    public init(date: String, price: Double, fee: Double? = nil) {
        self.date = date
        self.price = price
        self.fee = fee
    }
}

/// A part of a leg that is no longer open.
public struct TradeClose: Codable, Hashable, Sendable {
    /// How it ended. Servers of later versions may send further values.
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
        /// The text in JSON.
        public let rawValue: String

        /// Creates a value from its text in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// By a trade.
        public static let trade = Self(rawValue: "trade")
        /// The option expired.
        public static let expired = Self(rawValue: "expired")
        /// The holder exercised a long option.
        public static let exercised = Self(rawValue: "exercised")
        /// A short option was assigned.
        public static let assigned = Self(rawValue: "assigned")
    }

    /// The day, `YYYY-MM-DD`.
    public var date: String
    /// The number of contracts.
    public var quantity: Int
    /// The price per share. Required for a trade; otherwise 0 if absent.
    public var price: Double?
    /// The fee. 0 if absent.
    public var fee: Double?
    /// How it ended. By a trade if absent.
    public var kind: Kind?

    /// Creates a close.
    public init(date: String, quantity: Int, price: Double? = nil, fee: Double? = nil, kind: Kind? = nil) {
        self.date = date
        self.quantity = quantity
        self.price = price
        self.fee = fee
        self.kind = kind
    }
}

/// The profit of all trades by day.
public struct TradeHistoryResponse: Codable, Hashable, Sendable {
    /// The days, ascending.
    public let days: [TradeDay]
}

/// The profit of all trades at the close of a day.
public struct TradeDay: Codable, Hashable, Sendable {
    /// The day, `YYYY-MM-DD`.
    public let date: String
    /// The profit after fees; `nil` if no trade has a price.
    public let profitLoss: Double?
    /// The identifiers of the trades with a leg that had no price, which is left out.
    public let unpriced: [String]
}
