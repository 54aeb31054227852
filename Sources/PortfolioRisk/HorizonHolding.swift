internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// A holding with its value now, and its terms and market at the horizon.
struct HorizonHolding {
    let underlying: Int
    /// Negative for a short position.
    let shares: Double
    /// Per share.
    let valueNow: Double
    /// The cost of the value now, in valuations.
    let costNow: Int
    /// The cost of the values in a block of scenarios.
    let costOfBlock: Int
    /// The additional cost of a price of the underlying that is outside the range of the kernels.
    let costBeyondKernels: Int
    private let market: OptionMarket
    /// The option, with its time at the horizon; `nil` for shares.
    private let contract: OptionContract?

    /// Creates a holding that does not expire before the horizon.
    init(_ holding: PortfolioHolding, in market: OptionMarket, horizon: Double) throws(PricingError) {
        // The prices of the scenarios have no dividends.
        try market.requireNoDividends(until: horizon)
        underlying = holding.underlying
        shares = Double(holding.leg.signedShares)
        self.market = market.after(horizon)
        let size = ScenarioPrices.blockSize
        guard let option = holding.contract else {
            (valueNow, contract) = (market.underlyingPrice, nil)
            (costNow, costOfBlock, costBeyondKernels) = (1, size / 8, 0)
            return
        }
        valueNow = try ModelledOption(option.terms, in: market).price(volatility: option.volatility)
        costNow = option.cost(in: market)
        let remaining = OptionContract(
            validated: OptionTerms(
                validated: option.terms.kind, strike: option.terms.strike,
                timeToExpiration: option.terms.timeToExpiration - horizon, exercise: option.terms.exercise),
            volatility: option.volatility)
        contract = remaining
        if remaining.terms.timeToExpiration == 0 {
            (costOfBlock, costBeyondKernels) = (size / 4, 0)
        } else if !remaining.hasFormula(in: self.market) {
            (costOfBlock, costBeyondKernels) = (remaining.cost(ofPrices: size, in: self.market), 0)
        } else if Self.isInKernels(remaining, self.market) {
            (costOfBlock, costBeyondKernels) = (size + WorkCost.kernelCall, WorkCost.beyondKernels)
        } else {
            (costOfBlock, costBeyondKernels) = (size * WorkCost.beyondKernels, 0)
        }
    }

    private static func isInKernels(_ option: OptionContract, _ market: OptionMarket) -> Bool {
        max(market.riskFreeRate.magnitude, market.dividendYield.magnitude) < 2
            && KernelRange.prices.contains(option.terms.strike) && KernelRange.prices.contains(option.volatility)
            && KernelRange.times.contains(option.terms.timeToExpiration)
    }

    /// The number of prices outside the range of the kernels.
    static func countBeyondKernels(_ spots: Span<Double>) -> Int {
        var count = 0
        for index in spots.indices where !KernelRange.prices.contains(spots[index]) { count += 1 }
        return count
    }

    /// Fills `values` with the values per share at the horizon, at some prices of the underlying. A value is not finite if it, or the
    /// price, is not representable.
    ///
    /// - Throws: The reason why no method values the option at a price.
    func value(
        at spots: Span<Double>, _ evaluator: inout OptionEvaluator, _ values: inout [Double]
    ) throws(PricingError) {
        guard let terms = contract?.terms, let volatility = contract?.volatility else {
            for index in spots.indices { values[index] = spots[index] }
            return
        }
        guard terms.timeToExpiration > 0 else {
            let sign: Double = terms.kind == .call ? 1 : -1
            for index in spots.indices { values[index] = max(sign * (spots[index] - terms.strike), 0) }
            return
        }
        var prices = values.mutableSpan
        let refusals = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .same(terms.kind), strikes: .same(terms.strike),
                timesToExpiration: .same(terms.timeToExpiration),
                in: market, underlyingPrices: .each(spots), exercises: .same(terms.exercise)),
            volatilities: .same(volatility), into: &prices)
        for refusal in refusals {
            switch refusal.error {
            case .notFinite(.spot, _), .notPositive(.spot, _), .notRepresentable: continue
            default: throw refusal.error
            }
        }
    }
}
