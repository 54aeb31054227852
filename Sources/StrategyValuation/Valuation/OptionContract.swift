public import ExactPayoff
public import OptionPricing

/// An option and the volatility at which it is valued, independent of any position in it.
///
/// ## Units
/// The volatility is a decimal per year: 0.2 is 20 %.
public struct OptionContract: Hashable, Sendable {
    /// The terms of the option.
    public let terms: OptionTerms
    /// The volatility at which the option is valued.
    public let volatility: Double

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - strikePrice: Finite and greater than 0.
    ///   - timeToExpiration: Finite, 0 or greater.
    ///   - volatility: Finite, 0 or greater.
    ///   - exercise: When the holder may exercise.
    /// - Throws: `StrategyError` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, strikePrice: Double, timeToExpiration: Double, volatility: Double,
        exercise: ExerciseStyle = .european
    ) throws(StrategyError) {
        try StrategyError.require(strikePrice, "strikePrice", .positive)
        try StrategyError.require(timeToExpiration, "timeToExpiration", .nonNegative)
        try StrategyError.require(volatility, "volatility", .nonNegative)
        self.init(
            validated: OptionTerms(
                validated: kind, strike: strikePrice, timeToExpiration: timeToExpiration, exercise: exercise),
            volatility: volatility)
    }

    /// Creates a contract from validated values.
    package init(validated terms: OptionTerms, volatility: Double) {
        self.terms = terms
        self.volatility = volatility
    }

    /// Returns the present price, per share, in `market`.
    package func price(in market: OptionMarket) throws(StrategyError) -> Double {
        try StrategyError.converting { () throws(PricingError) in
            try ModelledOption(terms, in: market).price(volatility: volatility)
        }
    }

    /// The cost of valuing the option outside the range of the kernels, in valuations.
    package func cost(in market: OptionMarket) -> Int { Self.cost(of: terms, in: market, volatility: volatility) }

    /// The cost of valuing an option outside the range of the kernels.
    package static func cost(of terms: OptionTerms, in market: OptionMarket, volatility: Double) -> Int {
        let dividends = market.countOfDividends(until: terms.timeToExpiration)
        if dividends > 0 { return WorkCost.dividends(dividends) }
        guard terms.exercise == .american else { return WorkCost.beyondKernels }
        return ModelledOption.isSlow(terms, in: market, volatility: volatility)
            ? WorkCost.slowAmerican : WorkCost.american
    }

    /// The cost of valuing the option at `count` prices of the underlying: by a formula, in the range of the kernels. Those of a numerical
    /// method share a solution.
    package func cost(ofPrices count: Int, in market: OptionMarket) -> Int {
        if hasFormula(in: market) { return count }
        let solution = cost(in: market)
        // With dividends, neighbouring prices share one of several solutions.
        let point = market.hasDividends(until: terms.timeToExpiration) ? solution / 32 : WorkCost.solvedPoint
        return solution + count.saturatingProduct(point)
    }

    /// The prices of the underlying at which the option is valued; `nil` for all.
    func prices(in market: OptionMarket) -> ClosedRange<Double>? {
        ModelledOption.spotsWithDividends(terms, in: market)
    }

    /// Whether a formula gives the price in `market`, rather than a numerical method.
    package func hasFormula(in market: OptionMarket) -> Bool {
        terms.exercise == .european && !market.hasDividends(until: terms.timeToExpiration)
    }

    /// The accuracy of the price in `market`, in parts of the larger of spot and strike and rounded up; 0 if a formula gives it.
    package func error(in market: OptionMarket) -> Double {
        if hasFormula(in: market) { return 0 }
        return market.hasDividends(until: terms.timeToExpiration) ? 0x1p-16 : 0x1p-22
    }

    /// Returns the change of vega per year that passes, per share, in `market`.
    func veta(in market: OptionMarket) throws(StrategyError) -> Double {
        try StrategyError.converting { () throws(PricingError) in
            try ModelledOption(terms, in: market).veta(volatility: volatility)
        }
    }
}
