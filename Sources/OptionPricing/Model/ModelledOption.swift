/// A European option with the model that values it. Volatilities are decimals per year, and in the normal model amounts of
/// money per square root of a year.
///
/// ```swift
/// let call = try ForwardOption(.call, forward: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// let greeks = try ModelledOption.black76(call).greeks(volatility: 0.2)
/// ```
public enum ModelledOption: Hashable, Sendable {
    /// An option on a spot price, valued by ``BlackScholesMerton``.
    case blackScholesMerton(EuropeanOption)
    /// An option on a forward, valued by ``Black76``.
    case black76(ForwardOption)
    /// An option on a spot price or a forward, valued by ``Bachelier``.
    case bachelier(NormalOption)

    /// Call or put.
    public var kind: OptionKind {
        switch self {
        case .blackScholesMerton(let option): option.kind
        case .black76(let option): option.kind
        case .bachelier(let option): option.kind
        }
    }

    /// The strike price, per share.
    public var strike: Double {
        switch self {
        case .blackScholesMerton(let option): option.strike
        case .black76(let option): option.strike
        case .bachelier(let option): option.strike
        }
    }

    /// The time to expiration in years.
    public var timeToExpiration: Double {
        switch self {
        case .blackScholesMerton(let option): option.timeToExpiration
        case .black76(let option): option.timeToExpiration
        case .bachelier(let option): option.timeToExpiration
        }
    }

    /// Computes the price and the first-order greeks in the model of the option.
    ///
    /// - Parameter volatility: The volatility, 0 or greater.
    /// - Returns: Price, delta, gamma, theta, vega and rho.
    /// - Throws: ``PricingError`` if the volatility is outside its domain or the price is too large for a `Double`.
    public func greeks(volatility: Double) throws(PricingError) -> Greeks {
        switch self {
        case .blackScholesMerton(let option): try BlackScholesMerton.greeks(of: option, volatility: volatility)
        case .black76(let option): try Black76.greeks(of: option, volatility: volatility)
        case .bachelier(let option): try Bachelier.greeks(of: option, volatility: volatility)
        }
    }

    /// Computes the price and all greeks in the model of the option.
    ///
    /// - Parameter volatility: The volatility, 0 or greater.
    /// - Returns: The result of ``greeks(volatility:)``, and the higher-order greeks.
    /// - Throws: ``PricingError``, under the same conditions as ``greeks(volatility:)``.
    public func allGreeks(volatility: Double) throws(PricingError) -> (Greeks, HigherGreeks) {
        switch self {
        case .blackScholesMerton(let option): try BlackScholesMerton.allGreeks(of: option, volatility: volatility)
        case .black76(let option): try Black76.allGreeks(of: option, volatility: volatility)
        case .bachelier(let option): try Bachelier.allGreeks(of: option, volatility: volatility)
        }
    }

    /// Finds the volatility at which the option is worth `price` in its model.
    ///
    /// - Parameter price: Its present value per share.
    /// - Returns: The volatility, or the reason why none is determined.
    /// - Throws: ``PricingError`` if the price is outside its domain.
    public func impliedVolatility(price: Double) throws(PricingError) -> ImpliedVolatility {
        switch self {
        case .blackScholesMerton(let option): try BlackScholesMerton.impliedVolatility(of: option, price: price)
        case .black76(let option): try Black76.impliedVolatility(of: option, price: price)
        case .bachelier(let option): try Bachelier.impliedVolatility(of: option, price: price)
        }
    }
}
