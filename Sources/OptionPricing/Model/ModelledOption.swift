/// One option: its terms, the market in which it is valued, and the model of the underlying.
///
/// The initialisers validate every value, so every instance is valid.
///
/// ```swift
/// let call = try ModelledOption(.call, spot: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// try call.price(volatility: 0.2)                 // 4.58…
/// try call.greeks(volatility: 0.2).delta          // 0.46…
/// try call.impliedVolatility(price: 4.58)         // .volatility(0.199…)
///
/// let put = try ModelledOption(.put, forward: 19, strike: 19, timeToExpiration: 0.75, riskFreeRate: 0.1)
/// try put.price(volatility: 0.28)                 // 1.70…
/// ```
///
/// ``OptionEvaluator`` values many options at once.
///
/// ## Units
/// Prices of the underlying, of the strike and of the option are in one currency, per share. Times are in years. Rates and yields are
/// decimals per year, continuously compounded. The units of volatilities are those of ``PricingModel``, and the units of greeks those of
/// ``Greeks``.
public struct ModelledOption: Hashable, Sendable {
    /// The terms.
    public private(set) var terms: OptionTerms
    /// The market.
    public let market: OptionMarket
    /// The model of the underlying.
    public let model: PricingModel

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - terms: The terms.
    ///   - market: The market.
    ///   - model: The model of the underlying; it may require that price and strike are greater than 0.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ terms: OptionTerms, in market: OptionMarket, model: PricingModel = .blackScholesMerton
    ) throws(PricingError) {
        self.terms = terms
        self.market = market
        self.model = model
        try requirePricesInDomain()
    }

    /// Creates an option on a spot price.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - spot: The price of the underlying; finite, and greater than 0 unless the model allows negative prices.
    ///   - strike: The strike price; finite, and greater than 0 unless the model allows negative prices.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - dividendYield: Finite, of either sign.
    ///   - exercise: When the holder may exercise.
    ///   - model: The model of the underlying.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, spot: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0,
        dividendYield: Double = 0, exercise: ExerciseStyle = .european, model: PricingModel = .blackScholesMerton
    ) throws(PricingError) {
        try self.init(
            validating: OptionTerms(
                validated: kind, strike: strike, timeToExpiration: timeToExpiration, exercise: exercise),
            in: OptionMarket(
                validated: .spot, price: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield, schedule: .none
            ),
            model: model)
    }

    /// Creates an option on a forward.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - forward: The forward price at the expiration; finite, and greater than 0 unless the model allows negative prices.
    ///   - strike: The strike price; finite, and greater than 0 unless the model allows negative prices.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - exercise: When the holder may exercise.
    ///   - model: The model of the underlying.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, forward: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0,
        exercise: ExerciseStyle = .european, model: PricingModel = .blackScholesMerton
    ) throws(PricingError) {
        try self.init(
            validating: OptionTerms(
                validated: kind, strike: strike, timeToExpiration: timeToExpiration, exercise: exercise),
            in: OptionMarket(
                validated: .forward, price: forward, riskFreeRate: riskFreeRate, dividendYield: riskFreeRate,
                schedule: .none),
            model: model)
    }

    /// Creates an option from values that have not been validated.
    @inline(__always)
    init(validating terms: OptionTerms, in market: OptionMarket, model: PricingModel) throws(PricingError) {
        self.terms = terms
        self.market = market
        self.model = model
        try requirePricesInDomain()
        try PricingError.requireNonNegative(.timeToExpiration, terms.timeToExpiration)
        try PricingError.requireFinite(.riskFreeRate, market.riskFreeRate)
        try PricingError.requireFinite(.dividendYield, market.dividendYield)
    }

    @inline(__always)
    private func requirePricesInDomain() throws(PricingError) {
        let parameter: PricingError.Parameter = market.underlying == .spot ? .spot : .forward
        if model.allowsNegativePrices {
            try PricingError.requireFinite(parameter, market.underlyingPrice)
            try PricingError.requireFinite(.strike, terms.strike)
        } else {
            try PricingError.requirePositive(parameter, market.underlyingPrice)
            try PricingError.requirePositive(.strike, terms.strike)
        }
    }

    /// Call or put.
    public var kind: OptionKind { terms.kind }

    /// The strike price, per share.
    public var strike: Double { terms.strike }

    /// The time to expiration in years.
    public var timeToExpiration: Double { terms.timeToExpiration }

    /// Returns the option with another strike, which is valid.
    func withStrike(_ strike: Double) -> ModelledOption {
        var option = self
        option.terms.strike = strike
        return option
    }

    /// Returns the option with another time to expiration, which is valid.
    func withTime(_ timeToExpiration: Double) -> ModelledOption {
        var option = self
        option.terms.timeToExpiration = timeToExpiration
        return option
    }

    // The inputs of formulas.

    /// 1 for a call, −1 for a put.
    var sign: Double { terms.kind == .call ? 1 : -1 }
    /// The spot price, or the forward price in its place, with the yield that makes both equivalent.
    var spot: Double { market.underlyingPrice }
    var riskFreeRate: Double { market.riskFreeRate }
    var dividendYield: Double { market.dividendYield }
}
