/// One contract or shares of a trade.
///
/// All amounts of a leg count the shares of one day, ``termsDate``. A later split changes none of them.
public struct TradeLeg: Hashable, Sendable {
    /// The allowed quantities.
    public static let quantities = 1...1_000_000_000
    /// The allowed numbers of shares of a contract.
    public static let sharesPerContractRange = 1...1_000_000
    /// The greatest price, strike and fee.
    public static let greatestAmount = ExactDecimal(significand: 1, exponent: 15)
    /// The maximum number of closes.
    public static let maximumCloses = 1000

    /// What is traded.
    public enum Instrument: Hashable, Sendable {
        /// An option.
        case option(OptionKind, strike: ExactDecimal, expiration: CalendarDate)
        /// Shares of the underlying.
        case shares

        /// The expiration of an option.
        public var expiration: CalendarDate? {
            if case .option(_, _, let expiration) = self { expiration } else { nil }
        }
    }

    /// The side of the opening. Raw values are those of the JSON member `position`.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// Bought.
        case long
        /// Sold.
        case short
    }

    /// How a leg was opened.
    public struct Opening: Hashable, Sendable {
        /// The day.
        public let date: CalendarDate
        /// The price per share, 0 or greater.
        public let price: ExactDecimal
        /// The fee for the whole leg, 0 or greater.
        public let fee: ExactDecimal

        /// Creates an opening.
        public init(date: CalendarDate, price: ExactDecimal, fee: ExactDecimal = .zero) {
            self.date = date
            self.price = price
            self.fee = fee
        }
    }

    /// What is traded.
    public let instrument: Instrument
    /// Bought or sold.
    public let side: Side
    /// The number of contracts, or of units of ``sharesPerContract`` shares.
    public let quantity: Int
    /// The number of shares of a contract.
    public let sharesPerContract: Int
    /// When the holder may exercise, as it was entered; `nil` for what is usual for the underlying.
    public let exercise: ExerciseStyle?
    /// The opening.
    public let opened: Opening
    /// The closes, in the order in which they were entered.
    public let closes: [TradeClose]
    /// The index of the leg that this one replaces.
    public let rolledFrom: Int?
    /// The day on which the terms were entered. They do not include later splits.
    public internal(set) var entered: CalendarDate

    /// Creates a leg.
    public init(
        _ instrument: Instrument, _ side: Side, quantity: Int, sharesPerContract: Int, exercise: ExerciseStyle? = nil,
        opened: Opening, closes: [TradeClose] = [], rolledFrom: Int? = nil, entered: CalendarDate
    ) {
        self.instrument = instrument
        self.side = side
        self.quantity = quantity
        self.sharesPerContract = sharesPerContract
        self.exercise = exercise
        self.opened = opened
        self.closes = closes
        self.rolledFrom = rolledFrom
        self.entered = entered
    }

    /// The quantity that is not closed.
    public var openQuantity: Int { closes.reduce(quantity) { $0 - $1.quantity } }

    /// The day whose shares the amounts count: that of the entry, or the expiration of a contract that was entered
    /// after it.
    public var termsDate: CalendarDate { instrument.expiration.map { min($0, entered) } ?? entered }

    /// Returns the leg as it was after a day; `nil` if it had not been opened.
    public func on(_ day: CalendarDate) -> TradeLeg? {
        guard opened.date <= day else { return nil }
        return TradeLeg(
            instrument, side, quantity: quantity, sharesPerContract: sharesPerContract, exercise: exercise,
            opened: opened, closes: closes.filter { $0.date <= day }, rolledFrom: rolledFrom, entered: entered)
    }

    /// Whether another leg has the same contract, quantity and opening.
    func hasTerms(of other: TradeLeg) -> Bool {
        instrument == other.instrument && side == other.side && quantity == other.quantity
            && sharesPerContract == other.sharesPerContract && opened == other.opened
    }
}

/// A part of a leg that is no longer open.
public struct TradeClose: Hashable, Sendable {
    /// How it ended. Raw values are those of the JSON member `kind`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// By a trade.
        case trade
        /// The option expired.
        case expired
        /// The holder exercised a long option.
        case exercised
        /// A short option was assigned.
        case assigned
    }

    /// The day.
    public let date: CalendarDate
    /// The number of contracts.
    public let quantity: Int
    /// The price per share, 0 or greater.
    public let price: ExactDecimal
    /// The fee, 0 or greater.
    public let fee: ExactDecimal
    /// How it ended.
    public let kind: Kind

    /// Creates a close.
    public init(date: CalendarDate, quantity: Int, price: ExactDecimal, fee: ExactDecimal = .zero, kind: Kind = .trade)
    {
        self.date = date
        self.quantity = quantity
        self.price = price
        self.fee = fee
        self.kind = kind
    }
}

extension TradeLeg {
    /// Throws the first rule that the leg violates.
    func validate(at index: Int, of count: Int) throws(TradeError) {
        if let expiration = instrument.expiration, opened.date > expiration {
            throw .opensAfterExpiration(leg: index, opened: opened.date, expiration: expiration)
        }
        for (place, close) in closes.enumerated() {
            if close.date < opened.date {
                throw .closesBeforeOpening(leg: index, close: place, date: close.date, opened: opened.date)
            }
            guard closeKinds.contains(close.kind) else {
                throw .closesByKind(leg: index, close: place, kind: close.kind, allowed: closeKinds)
            }
        }
        if openQuantity < 0 {
            throw .closesMoreThanOpened(leg: index, closed: quantity - openQuantity, quantity: quantity)
        }
        if let rolledFrom, rolledFrom == index || !(0..<count).contains(rolledFrom) {
            throw .rollsFromNoOtherLeg(leg: index, rolledFrom: rolledFrom)
        }
    }

    /// The kinds of closes that the leg can have.
    private var closeKinds: [TradeClose.Kind] {
        if instrument == .shares { return [.trade] }
        return side == .long ? [.trade, .expired, .exercised] : [.trade, .expired, .assigned]
    }
}
