/// The price of a leg.
public struct TradePrice: Hashable, Sendable {
    /// The origin of a price. Raw values are those of the JSON member `priceSource`.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The mean of bid and ask.
        case mid
        /// The value in the model, at the volatility of the chain.
        case model
        /// The last trade.
        case last
        /// The intrinsic value at the close of the expiration.
        case intrinsic
        /// The price of the shares.
        case stock
    }

    /// The price per share, in the shares of the leg.
    public let price: ExactDecimal
    /// The origin.
    public let source: Source
    /// The instant of the price.
    public let asOf: Timestamp
    /// Whether the price is old because no source answered.
    public let isStale: Bool

    /// Creates a price.
    public init(price: ExactDecimal, source: Source, asOf: Timestamp, isStale: Bool = false) {
        self.price = price
        self.source = source
        self.asOf = asOf
        self.isStale = isStale
    }
}

/// The value of a leg. Money is in the currency of the underlying, for the whole leg; the arithmetic is exact up to 18
/// digits.
public struct TradeLegValue: Hashable, Sendable {
    /// The leg.
    public let leg: TradeLeg
    /// The price; `nil` if it is unknown, or if nothing is open.
    public let price: TradePrice?
    /// Whether an option has expired.
    public let isExpired: Bool
    /// The value of what is open, negative for a short leg; 0 if nothing is open, `nil` without a price.
    public let value: ExactDecimal?
    /// The profit of the closes, before fees.
    public let realised: ExactDecimal
    /// The profit of the closes and of what is open, after all fees; `nil` without a value.
    public let profit: ExactDecimal?

    /// Values a leg.
    public init(_ leg: TradeLeg, at price: TradePrice?, isExpired: Bool = false) {
        let openQuantity = leg.openQuantity
        self.leg = leg
        self.price = openQuantity > 0 ? price : nil
        self.isExpired = isExpired
        value = openQuantity == 0 ? .zero : price.flatMap { leg.money($0.price, quantity: openQuantity) }
        let profits = leg.closes.map { close in
            close.price.subtracting(leg.opened.price).flatMap { leg.money($0, quantity: close.quantity) }
        }
        realised = ExactDecimal.sum(profits) ?? .zero
        guard let value else {
            profit = nil
            return
        }
        let cost = leg.money(leg.opened.price, quantity: openQuantity)
        let fees = leg.closes.map(\.fee) + [leg.opened.fee]
        profit = ExactDecimal.sum([value, realised, cost?.negated] + fees.map(\.negated))
    }

    /// Whether something is open.
    public var isOpen: Bool { leg.openQuantity > 0 }
}

/// The value of a trade.
public struct TradeValue: Hashable, Sendable {
    /// The state of a trade. Raw values are those of the JSON member `status`.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// A leg is open.
        case open
        /// Legs are open, and all of these have expired.
        case expired
        /// No leg is open.
        case closed
    }

    /// The legs.
    public let legs: [TradeLegValue]
    /// The state.
    public let status: Status
    /// The sum of the values of the legs that have one; `nil` if none has.
    public let value: ExactDecimal?
    /// The profit of all closes, before fees.
    public let realised: ExactDecimal
    /// The sum of the profits of the legs that have a value, after all their fees; `nil` if none has.
    public let profit: ExactDecimal?
    /// The indices of the legs without a value, which ``value`` and ``profit`` leave out.
    public let unpriced: [Int]

    /// Sums the values of legs.
    public init(_ legs: [TradeLegValue]) {
        self.legs = legs
        let open = legs.filter(\.isOpen)
        status = open.isEmpty ? .closed : open.allSatisfy(\.isExpired) ? .expired : .open
        let priced = legs.filter { $0.value != nil }
        value = priced.isEmpty ? nil : ExactDecimal.sum(priced.map(\.value))
        realised = ExactDecimal.sum(legs.map(\.realised)) ?? .zero
        profit = priced.isEmpty ? nil : ExactDecimal.sum(priced.map(\.profit))
        unpriced = legs.indices.filter { legs[$0].value == nil }
    }
}

extension TradeLeg {
    /// A price per share as money for a quantity: negative for a short leg, and a positive price.
    fileprivate func money(_ price: ExactDecimal, quantity: Int) -> ExactDecimal? {
        let contracts = ExactDecimal(significand: Int64(side == .long ? quantity : -quantity), exponent: 0)
        return price.multiplied(by: contracts)?
            .multiplied(by: ExactDecimal(significand: Int64(sharesPerContract), exponent: 0))
    }
}

extension ExactDecimal {
    /// Returns the sum; `nil` if a part is missing.
    fileprivate static func sum(_ parts: [ExactDecimal?]) -> ExactDecimal? {
        parts.reduce(.zero) { sum, part in part.flatMap { sum?.adding($0) } }
    }
}
