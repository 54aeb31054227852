/// An option and its volatility, for its price and greeks.
public struct PriceRequest: Codable, Hashable, Sendable {
    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// Call or put.
    public var type: ContractType
    /// The model. Black–Scholes–Merton if absent.
    public var model: PricingModel?
    /// The current price of the underlying per share.
    public var currentPrice: Double?
    /// The forward price of the underlying at the expiration, in place of `currentPrice`.
    public var forwardPrice: Double?
    /// The strike price per share.
    public var strikePrice: Double?
    /// The delta of the option, in place of `strikePrice`, which the response then includes.
    public var delta: Double?
    /// The volatility, a decimal per year.
    public var volatility: Double
    /// The years to the expiration.
    public var timeToExpiration: Double?
    /// The day or the instant of valuation.
    public var valuationDate: String?
    /// The day of expiration, `YYYY-MM-DD`, in place of `timeToExpiration`.
    public var expirationDate: String?
    /// The risk-free rate, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// When the holder may exercise. European if absent.
    public var exercise: ExerciseStyle?
    /// Dividends of the underlying at ex-dates, in addition to the yield.
    public var dividends: [Dividend]?
    /// The units of theta, vega and rho. If absent, those of the call.
    public var greekUnits: GreekUnits?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request by time. Its further members can be set afterwards.
    public init(
        type: ContractType, currentPrice: Double?, strikePrice: Double?, timeToExpiration: Double? = nil,
        volatility: Double
    ) {
        self.type = type
        self.currentPrice = currentPrice
        self.strikePrice = strikePrice
        self.timeToExpiration = timeToExpiration
        self.volatility = volatility
    }
}

/// An option and its price, for its implied volatility.
public struct ImpliedVolatilityRequest: Codable, Hashable, Sendable {
    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// Call or put.
    public var type: ContractType
    /// The model. Black–Scholes–Merton if absent.
    public var model: PricingModel?
    /// The current price of the underlying per share.
    public var currentPrice: Double?
    /// The forward price of the underlying at the expiration, in place of `currentPrice`.
    public var forwardPrice: Double?
    /// The strike price per share.
    public var strikePrice: Double
    /// The price of the option per share.
    public var price: Double
    /// The years to the expiration.
    public var timeToExpiration: Double?
    /// The day or the instant of valuation.
    public var valuationDate: String?
    /// The day of expiration, `YYYY-MM-DD`, in place of `timeToExpiration`.
    public var expirationDate: String?
    /// The risk-free rate, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// When the holder may exercise. European if absent.
    public var exercise: ExerciseStyle?
    /// Dividends of the underlying at ex-dates, in addition to the yield.
    public var dividends: [Dividend]?
    /// The units of theta, vega and rho. If absent, those of the call.
    public var greekUnits: GreekUnits?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request by time. Its further members can be set afterwards.
    public init(
        type: ContractType, currentPrice: Double?, strikePrice: Double, timeToExpiration: Double? = nil, price: Double
    ) {
        self.type = type
        self.currentPrice = currentPrice
        self.strikePrice = strikePrice
        self.timeToExpiration = timeToExpiration
        self.price = price
    }
}

/// Call or put.
public enum ContractType: String, Codable, Hashable, Sendable, CaseIterable {
    /// The right to buy.
    case call
    /// The right to sell.
    case put
}

/// When the holder of an option may exercise it.
public enum ExerciseStyle: String, Codable, Hashable, Sendable {
    /// At the expiration only.
    case european
    /// At any time up to the expiration.
    case american
}

/// A dividend of the underlying: an ex-date, as a day or in years, and an amount or a proportion.
public struct Dividend: Codable, Hashable, Sendable {
    /// The ex-date, `YYYY-MM-DD`; requires a day or an instant of valuation.
    public var exDate: String?
    /// The years from the valuation to the ex-date, in place of `exDate`.
    public var timeToExDate: Double?
    /// Money per share.
    public var amount: Double?
    /// The proportion of the price before the ex-date, in place of `amount`: 0.01 is 1 %.
    public var proportion: Double?

    /// Creates a dividend.
    public init(exDate: String? = nil, timeToExDate: Double? = nil, amount: Double? = nil, proportion: Double? = nil) {
        self.exDate = exDate
        self.timeToExDate = timeToExDate
        self.amount = amount
        self.proportion = proportion
    }
}

/// A model of prices.
public enum PricingModel: String, Codable, Hashable, Sendable {
    /// A lognormal price; with `forwardPrice`, the model of Black (1976).
    case blackScholesMerton = "black-scholes-merton"
    /// A normal forward, which may have either sign.
    case bachelier
}
