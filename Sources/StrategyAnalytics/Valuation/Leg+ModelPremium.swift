internal import OptionPricing

extension Leg {
    /// Creates an option whose premium is its value in the Black–Scholes–Merton model.
    ///
    /// ```swift
    /// var extensions = RequestExtensions()
    /// extensions.timeToExpiration = 0.25
    /// extensions.volatility = 0.3
    /// let call = try Leg(.call(strikePrice: 165), .long, pricedAt: 165.12, with: extensions, quantity: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - instrument: A call or a put; the strike price must be finite and greater than 0.
    ///   - side: Bought or sold.
    ///   - currentPrice: The price of the underlying per share; finite and greater than 0.
    ///   - extensions: The valuation, the rates, and the time and the volatility of legs without their own.
    ///   - quantity: The number of contracts; in ``quantityRange``.
    ///   - sharesPerContract: The shares of one contract; in ``sharesPerContractRange``.
    ///   - expiration: When the option expires; `nil` for ``RequestExtensions/timeToExpiration``. A date requires a valuation.
    ///   - impliedVolatility: The volatility; `nil` for ``RequestExtensions/volatility``.
    ///   - fee: The money paid for the leg as a whole, bought or sold; finite, 0 or greater.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain; `premium` if the instrument is a
    ///   stock, if time or volatility are missing, or if the value exceeds the range of `Double`.
    public init(
        _ instrument: Instrument, _ side: Side, pricedAt currentPrice: Double, with extensions: RequestExtensions,
        quantity: Int, sharesPerContract: Int = defaultSharesPerContract, expiration: LegExpiration? = nil,
        impliedVolatility: Double? = nil, fee: Double = 0
    ) throws(StrategyError) {
        let leg = try Leg(
            instrument, side, premium: 0, quantity: quantity, sharesPerContract: sharesPerContract,
            expiration: expiration, impliedVolatility: impliedVolatility, fee: fee)
        self = try leg.pricedByModel(at: currentPrice, with: extensions)
    }

    /// Returns the leg with its model value as its premium. Parameters and errors are those of the initialiser.
    package func pricedByModel(
        at currentPrice: Double, with extensions: RequestExtensions
    ) throws(StrategyError) -> Leg {
        let expiration = expiration ?? extensions.timeToExpiration.map { .years($0) }
        guard let kind = optionKind, let volatility = impliedVolatility ?? extensions.volatility,
            let time = expiration.flatMap({ TimedStrategy.years(to: $0, from: extensions.valuation) })
        else { throw .missing("premium") }
        let market = try MarketState(
            spot: currentPrice, riskFreeRate: extensions.riskFreeRate, dividendYield: extensions.dividendYield)
        let contract = try OptionContract(
            kind, strikePrice: strike.value, timeToExpiration: time, volatility: volatility)
        do throws(PricingError) {
            let premium = try BlackScholesMerton.price(of: contract.option(in: market), volatility: volatility)
            return withModelPremium(premium)
        } catch {
            throw StrategyError("premium", .representable)
        }
    }
}
