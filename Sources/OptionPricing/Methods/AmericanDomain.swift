/// The options with early exercise that are valued to their accuracy. Others are refused by name.
enum AmericanDomain {
    static let volatilities = 0.001...10.0
    static let times = 0x1p-25...50.0
    static let rates = -0.1...1.0
    /// The accuracy of prices in parts of the larger of spot and strike.
    static let accuracy = 2e-7
    /// From here on, the kernel of European options does not answer.
    static let europeanTimes = 32.0

    /// Throws ``PricingError/outsideRange(_:_:_:_:)`` naming the first input outside the domain. Times may be shorter.
    static func require(_ option: ModelledOption, _ volatility: Double) throws(PricingError) {
        func require(_ parameter: PricingError.Parameter, _ value: Double, _ range: ClosedRange<Double>)
            throws(PricingError)
        {
            guard range.contains(value) else { throw .outsideRange(parameter, value, range, .americanExercise) }
        }
        try require(.volatility, volatility, volatilities)
        try require(.timeToExpiration, option.timeToExpiration, 0...times.upperBound)
        try require(.riskFreeRate, option.riskFreeRate, rates)
        if option.market.underlying == .spot { try require(.dividendYield, option.dividendYield, rates) }
    }
}

extension ModelledOption {
    /// Whether the kernel may have to solve for the boundaries of an American option by itself and on many nodes, which takes hundreds of
    /// times as long: the option is exercised between two prices, or interest, dividends or the deviation of the price until the expiration
    /// are large.
    package static func isSlow(_ terms: OptionTerms, in market: OptionMarket, volatility: Double) -> Bool {
        let (rate, yield) = (market.riskFreeRate, market.dividendYield)
        let (gain, loss) = terms.kind == .put ? (rate, yield) : (yield, rate)
        let time = terms.timeToExpiration
        return gain < 0 && loss < gain || max(rate, yield) * time > 0.5 || min(rate, yield) * time < -0.2
            || volatility * time.squareRoot() > 3
    }
}
