internal import OptionPricing

/// The higher-order greeks of a position, with epsilon, dual delta, dual gamma, veta and lambda.
///
/// ## Units
/// Currency for the whole position, signed and scaled as ``PositionGreeks``: per 1 of the stock and strike price, per 1.00 of
/// volatility and of yield, per year that passes. ``GreekUnits`` does not change them. Lambda is a ratio.
public struct HigherPositionGreeks: Hashable, Sendable {
    /// The change of the value per 1.00 of dividend yield.
    public var epsilon = 0.0
    /// The change of delta per 1.00 of volatility, which equals the change of vega per 1 of spot.
    public var vanna = 0.0
    /// The change of vega per 1.00 of volatility.
    public var vomma = 0.0
    /// The change of delta per year that passes.
    public var charm = 0.0
    /// The change of gamma per 1 of spot.
    public var speed = 0.0
    /// The change of gamma per 1.00 of volatility.
    public var zomma = 0.0
    /// The change of gamma per year that passes.
    public var color = 0.0
    /// The change of vomma per 1.00 of volatility.
    public var ultima = 0.0
    /// The change of the value per 1 of strike; of a strategy, if every strike changes by the same amount.
    public var dualDelta = 0.0
    /// The change of dual delta per 1 of strike.
    public var dualGamma = 0.0
    /// The change of vega per year that passes.
    public var veta = 0.0
    /// The elasticity of a leg: the relative change of its value per relative change of spot, delta · S / V. `nil` for a
    /// strategy, whose value may be 0.
    ///
    /// It does not depend on the side of the trade, because the value and its change have the same sign on either side,
    /// nor on the quantity. The lambda of shares is 1. It is infinite or NaN if the value is 0.
    public var lambda: Double?

    /// Creates the greeks of an empty position, all 0, without lambda.
    public init() {}

    /// Creates the net greeks of legs: correctly rounded sums, without lambda.
    init(sumOf legs: [HigherPositionGreeks]) {
        epsilon = legs.lazy.map(\.epsilon).correctlyRoundedSum()
        vanna = legs.lazy.map(\.vanna).correctlyRoundedSum()
        vomma = legs.lazy.map(\.vomma).correctlyRoundedSum()
        charm = legs.lazy.map(\.charm).correctlyRoundedSum()
        speed = legs.lazy.map(\.speed).correctlyRoundedSum()
        zomma = legs.lazy.map(\.zomma).correctlyRoundedSum()
        color = legs.lazy.map(\.color).correctlyRoundedSum()
        ultima = legs.lazy.map(\.ultima).correctlyRoundedSum()
        dualDelta = legs.lazy.map(\.dualDelta).correctlyRoundedSum()
        dualGamma = legs.lazy.map(\.dualGamma).correctlyRoundedSum()
        veta = legs.lazy.map(\.veta).correctlyRoundedSum()
    }
}
