internal import OptionKernels

/// The price of an option, its first-order derivatives, and gamma.
///
/// ## Units
/// Per share. A derivative can be infinite: for example, gamma of an option at the money whose time or volatility is 0.
public struct Greeks: Hashable, Sendable {
    /// The present value.
    public var price: Double
    /// The change of the price per 1 of spot.
    public var delta: Double
    /// The change of delta per 1 of spot.
    public var gamma: Double
    /// The change of the price per year that passes: −∂price/∂(time to expiration).
    public var theta: Double
    /// The change of the price per 1.00 of volatility.
    public var vega: Double
    /// The change of the price per 1.00 of the risk-free rate.
    public var rho: Double

    /// Creates the values of one option of a batch, in the units of this type.
    public init(price: Double, delta: Double, gamma: Double, theta: Double, vega: Double, rho: Double) {
        self.price = price
        self.delta = delta
        self.gamma = gamma
        self.theta = theta
        self.vega = vega
        self.rho = rho
    }
}

/// The higher-order derivatives of an option's price, with epsilon, dual delta and dual gamma. Units are those of ``Greeks``.
public struct HigherGreeks: Hashable, Sendable {
    /// The change of the price per 1.00 of dividend yield.
    public var epsilon: Double
    /// The change of delta per 1.00 of volatility, which equals the change of vega per 1 of spot.
    public var vanna: Double
    /// The change of vega per 1.00 of volatility.
    public var vomma: Double
    /// The change of delta per year that passes.
    public var charm: Double
    /// The change of gamma per 1 of spot.
    public var speed: Double
    /// The change of gamma per 1.00 of volatility.
    public var zomma: Double
    /// The change of gamma per year that passes.
    public var color: Double
    /// The change of vomma per 1.00 of volatility.
    public var ultima: Double
    /// The change of the price per 1 of strike.
    public var dualDelta: Double
    /// The change of dual delta per 1 of strike.
    public var dualGamma: Double
}

extension Greeks {
    /// NaN in every value.
    static var absent: Greeks {
        Greeks(price: .nan, delta: .nan, gamma: .nan, theta: .nan, vega: .nan, rho: .nan)
    }

    /// Price, delta, gamma, theta, vega and rho, which a kernel has computed in a unit of money.
    init(_ values: Span<Double>, unit: Double) {
        self.init(
            price: values[0] * unit, delta: values[1], gamma: values[2] / unit, theta: values[3] * unit,
            vega: values[4] * unit, rho: values[5] * unit)
    }

    init(_ values: borrowing OptionResult) {
        self.init(
            price: values[.price], delta: values[.delta], gamma: values[.gamma], theta: values[.theta],
            vega: values[.vega], rho: values[.rho])
    }
}

extension HigherGreeks {
    /// NaN in every value.
    package static var absent: HigherGreeks { HigherGreeks(OptionResult()) }

    init(_ values: borrowing OptionResult) {
        self.init(
            epsilon: values[.epsilon], vanna: values[.vanna], vomma: values[.vomma], charm: values[.charm],
            speed: values[.speed], zomma: values[.zomma], color: values[.color], ultima: values[.ultima],
            dualDelta: values[.dualDelta], dualGamma: values[.dualGamma])
    }
}

/// All values of one option.
struct OptionResult {
    var values = [16 of Double](repeating: .nan)

    subscript(greek: Greek) -> Double {
        get { values[greek.rawValue] }
        set { values[greek.rawValue] = newValue }
    }

    /// Sets the price, and, unless the selection is that alone, the first-order greeks and gamma.
    mutating func set(_ greeks: Greeks, of selection: GreekSelection) {
        self[.price] = greeks.price
        if selection == .price { return }
        self[.delta] = greeks.delta
        self[.gamma] = greeks.gamma
        self[.theta] = greeks.theta
        self[.vega] = greeks.vega
        self[.rho] = greeks.rho
    }
}
