public import OptionPricing

/// A market quote of an option.
///
/// ```swift
/// let quote = OptionQuote(.put, strike: 95, .bidAsk(bid: 2.05, ask: 2.15))
/// ```
public struct OptionQuote: Hashable, Sendable {
    /// The price, or the bid and the ask, per share.
    public enum Value: Hashable, Sendable {
        /// One price at which the option can be bought and sold: a settlement price, a mid or a model price.
        case price(Double)
        /// The price at which the option can be sold, 0 if there is no bid, and the price at which it can be bought, 0 if
        /// there is no ask.
        case bidAsk(bid: Double, ask: Double)
    }

    /// Call or put.
    public let kind: OptionKind
    /// The strike price, per share.
    public let strike: Double
    /// The quoted price, or bid and ask.
    public let value: Value

    /// Creates a quote. ``OptionChain`` validates it.
    public init(_ kind: OptionKind, strike: Double, _ value: Value) {
        self.kind = kind
        self.strike = strike
        self.value = value
    }

    /// The price, or the midpoint of bid and ask.
    public var mid: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(let bid, let ask): bid + (ask - bid) / 2
        }
    }

    /// Whether the bid is above the ask.
    public var isCrossed: Bool { bid > ask && ask > 0 }

    /// Whether the quote has a positive bid and an ask that is not below the bid.
    var isSound: Bool { bid > 0 && ask > 0 && !isCrossed }

    /// The price at which the option can be sold.
    var bid: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(let bid, _): bid
        }
    }

    /// The price at which the option can be bought.
    var ask: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(_, let ask): ask
        }
    }

    /// Half the difference of ask and bid; `nil` for a single price.
    var halfSpread: Double? {
        switch value {
        case .price: nil
        case .bidAsk(let bid, let ask): (ask - bid) / 2
        }
    }
}
