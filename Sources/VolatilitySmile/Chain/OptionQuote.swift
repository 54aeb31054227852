public import OptionPricing

/// What the market says an option is worth.
///
/// ```swift
/// let quote = OptionQuote(.put, strike: 95, .bidAsk(bid: 2.05, ask: 2.15))
/// ```
public struct OptionQuote: Hashable, Sendable {
    /// Per share.
    public enum Value: Hashable, Sendable {
        /// One price, at which the option can be both bought and sold: a settlement price, a mid or a model's.
        case price(Double)
        /// The price at which the option can be sold, 0 where nobody buys, and the one at which it can be bought, 0 where
        /// nobody sells.
        case bidAsk(bid: Double, ask: Double)
    }

    /// Call or put.
    public let kind: OptionKind
    /// The price at which the option is exercised, per share.
    public let strike: Double
    /// What it is worth.
    public let value: Value

    /// Creates a quote, which ``OptionChain`` checks.
    public init(_ kind: OptionKind, strike: Double, _ value: Value) {
        self.kind = kind
        self.strike = strike
        self.value = value
    }

    /// The price, or halfway from bid to ask.
    public var mid: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(let bid, let ask): bid + (ask - bid) / 2
        }
    }

    /// Whether the bid is above the ask.
    public var isCrossed: Bool { bid > ask && ask > 0 }

    /// Whether somebody buys and somebody sells, at no less than it fetches.
    var isSound: Bool { bid > 0 && ask > 0 && !isCrossed }

    /// What one gets for it.
    var bid: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(let bid, _): bid
        }
    }

    /// What one pays for it.
    var ask: Double {
        switch value {
        case .price(let price): price
        case .bidAsk(_, let ask): ask
        }
    }

    /// Half of what buying costs more than selling brings; `nil` for a price.
    var halfSpread: Double? {
        switch value {
        case .price: nil
        case .bidAsk(let bid, let ask): (ask - bid) / 2
        }
    }
}
