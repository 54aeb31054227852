/// What a person trades on one underlying: legs, how each was opened, and what was closed of it.
///
/// The rules of a trade hold for every value of this type, except for the ranges of numbers and texts, which readers of
/// requests check against the constants here and in ``TradeLeg``.
public struct Trade: Hashable, Sendable {
    /// The number of characters of a name, as Unicode scalars.
    public static let nameLengths = 1...100
    /// The maximum number of characters of the notes, as Unicode scalars.
    public static let maximumNotesLength = 10_000
    /// The number of legs.
    public static let legCounts = 1...50

    /// The identifier.
    public let id: TradeIdentifier
    /// The name.
    public let name: String
    /// Notes; empty if there are none.
    public let notes: String
    /// The ticker of the underlying.
    public let underlying: Ticker
    /// The legs.
    public let legs: [TradeLeg]

    /// Creates a trade.
    ///
    /// - Throws: The first violated rule, in the order of the legs.
    public init(
        id: TradeIdentifier, name: String, notes: String = "", underlying: Ticker, legs: [TradeLeg]
    ) throws(TradeError) {
        for (index, leg) in legs.enumerated() { try leg.validate(at: index, of: legs.count) }
        self.init(id, name, notes, underlying, legs)
    }

    private init(_ id: TradeIdentifier, _ name: String, _ notes: String, _ underlying: Ticker, _ legs: [TradeLeg]) {
        self.id = id
        self.name = name
        self.notes = notes
        self.underlying = underlying
        self.legs = legs
    }

    /// Returns this trade in place of an earlier version of it: legs whose terms are unchanged keep the day of their
    /// entry, so that a later close or note does not make a split forgotten.
    public func replacing(_ earlier: Trade) -> Trade {
        let legs = legs.map { leg in
            var leg = leg
            leg.entered = earlier.legs.filter(leg.hasTerms(of:)).map(\.entered).min() ?? leg.entered
            return leg
        }
        return Trade(id, name, notes, underlying, legs)
    }
}

/// The identifier of a trade: 1 to 64 letters, digits, `-` and `_`, and not `history`.
public struct TradeIdentifier: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Creates an identifier; `nil` if the text is not one.
    public init?(_ text: String) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isValid, (1...64).contains(text.utf8.count), text != "history" else { return nil }
        self.text = text
    }
}

extension TradeIdentifier: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

/// The rule that a trade violates, with the index of the leg, and of the close in it.
public enum TradeError: Error, Hashable, Sendable {
    /// An option is opened after its expiration.
    case opensAfterExpiration(leg: Int, opened: CalendarDate, expiration: CalendarDate)
    /// A close precedes the opening.
    case closesBeforeOpening(leg: Int, close: Int, date: CalendarDate, opened: CalendarDate)
    /// A close is of a kind that the leg cannot have.
    case closesByKind(leg: Int, close: Int, kind: TradeClose.Kind, allowed: [TradeClose.Kind])
    /// More is closed than was opened.
    case closesMoreThanOpened(leg: Int, closed: Int, quantity: Int)
    /// A leg is rolled from itself, or from a leg that does not exist.
    case rollsFromNoOtherLeg(leg: Int, rolledFrom: Int)
}
