internal import OptionPricing

/// The volatility that a price implies, or the reason why it implies none.
public struct ChainVolatility: Hashable, Sendable {
    /// The status of an implied volatility. Raw values are those of the JSON member `impliedVolatilityStatus`.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The price determines the volatility.
        case ok
        /// The price is below the discounted intrinsic value, which no volatility reaches.
        case belowIntrinsic = "below_intrinsic"
        /// The price is above the value at any volatility.
        case aboveMaximum = "above_maximum"
        /// The price does not determine the volatility, or an input is outside the domain of the model.
        case notDeterminable = "not_determinable"
        /// There is no bid, or it is 0.
        case noBid = "no_bid"
        /// There is no ask, or it is 0.
        case noAsk = "no_ask"
        /// There is neither bid nor ask.
        case noQuote = "no_quote"
        /// The bid is above the ask.
        case crossed
        /// The contract has expired.
        case expired
        /// Neither the price of the underlying nor a forward is known.
        case noUnderlying = "no_underlying"
        /// The contract delivers something other than 100 shares, so its price does not determine the underlying's
        /// volatility.
        case nonStandard = "non_standard"
    }

    /// A decimal per year, finite; `nil` unless the status is ``Status/ok``.
    public let value: Double?
    /// The reason.
    public let status: Status

    private init(value: Double?, status: Status) {
        self.value = value
        self.status = status
    }

    init(_ status: Status) { self.init(value: nil, status: status) }

    init(_ volatility: Double, _ status: ImpliedVolatilityStatus) {
        switch status {
        case .ok where volatility.isFinite: self.init(value: volatility, status: .ok)
        case .belowIntrinsic: self.init(.belowIntrinsic)
        case .aboveMaximum: self.init(.aboveMaximum)
        default: self.init(.notDeterminable)
        }
    }
}

/// The greeks of an option in the model of Black, Scholes and Merton, in the units of the market.
public struct MarketGreeks: Hashable, Sendable {
    /// The change of the price for a dollar of the underlying.
    public let delta: Double
    /// The change of delta for a dollar of the underlying.
    public let gamma: Double
    /// The change of the price in a calendar day.
    public let theta: Double
    /// The change of the price for a percentage point of volatility.
    public let vega: Double
    /// The change of the price for a percentage point of the rate.
    public let rho: Double
}

/// The source of the volatility at which greeks were computed.
public enum GreeksVolatility: String, Hashable, Sendable, CaseIterable {
    /// The mid of the option out of the money at the strike, otherwise the option's own.
    case quote
    /// The quote's source.
    case vendor
    /// The fitted smile.
    case smile
}

/// The source of a delta. Raw values are those of the JSON member `deltaSource`.
public enum DeltaSource: String, Hashable, Sendable, CaseIterable {
    /// The quote's source gives the delta, or the volatility at which it was computed.
    case vendor
    /// Computed at the volatility of the mid of the option out of the money at the strike, otherwise of the option's own.
    case quote
    /// Computed at the volatility of the fitted smile.
    case smile
    /// Computed at a realised volatility.
    case history
}

/// A delta and its origin.
public struct ChainDelta: Hashable, Sendable {
    /// The change of the price for a dollar of the underlying; finite.
    public let value: Double
    /// The source of the delta.
    public let source: DeltaSource

    /// Creates a delta.
    public init(value: Double, source: DeltaSource) {
        self.value = value
        self.source = source
    }
}

/// One contract of a chain, analysed.
public struct ChainOption: Hashable, Sendable {
    /// The position of the contract in the quotes of the snapshot.
    public let quote: Int
    /// The volatility of the bid.
    public let bidVolatility: ChainVolatility
    /// The volatility of the mean of bid and ask.
    public let volatility: ChainVolatility
    /// The volatility of the ask.
    public let askVolatility: ChainVolatility
    /// The greeks; `nil` if no volatility is known, or if the contract has expired.
    public let greeks: MarketGreeks?
    /// The source of the volatility at which the greeks were computed; `nil` if there are none.
    public let greeksVolatility: GreeksVolatility?
    /// The volatility at which the greeks were computed; `nil` if there are none.
    public let modelVolatility: Double?
    /// The delta: the source's if it gives one, otherwise computed; `nil` if neither is possible.
    public let delta: ChainDelta?
}

/// The contracts of one strike.
public struct ChainStrike: Hashable, Sendable {
    /// The strike.
    public let strike: ExactDecimal
    /// The call; `nil` if it is not listed.
    public internal(set) var call: ChainOption?
    /// The put; `nil` if it is not listed.
    public internal(set) var put: ChainOption?

    /// The call or the put.
    public subscript(kind: OptionKind) -> ChainOption? { kind == .call ? call : put }
}

extension ContractQuote {
    /// The mean of bid and ask; `nil` if either is missing, if the ask is 0, and if the bid is above the ask.
    public var midpoint: ExactDecimal? {
        guard let bid, let ask, bid >= .zero, ask > .zero, bid <= ask else { return nil }
        return bid.adding(ask)?.multiplied(by: Self.half)
    }

    private static let half = ExactDecimal(significand: 5, exponent: -1)
}
