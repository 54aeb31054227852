internal import OptionPricing

/// Which quotes of a chain a smile is fitted to, and how they count.
///
/// At each strike the option out of the money is taken, whose price is time value alone (at the forward itself, the call), and
/// where that one tells nothing the option in the money.
struct SmileQuotes {
    /// A quote that is fitted.
    struct Fitted {
        let quote: Int
        let volatility: Double
        /// Weighted by what variance is worth in half-spreads, or in the price.
        var point: SmileProblem.Point
    }

    /// One for each quote of the chain.
    let uses: [QuoteUse]
    /// Ascending by strike.
    let fitted: [Fitted]
    let weighting: SmileWeighting

    init(_ chain: OptionChain) {
        let volatilities = chain.impliedVolatilities()
        var candidates: [Int: Fitted] = [:]
        var uses = chain.quotes.indices.map { index in
            let use = Self.use(chain.quotes[index], volatilities[index])
            guard use == .fitted, case .volatility(let volatility) = volatilities[index] else { return use }
            candidates[index] = Self.candidate(chain, index, volatility)
            return candidates[index] == nil ? .notDeterminable : use
        }
        let answered = Set(candidates.keys.filter { Self.isOutOfTheMoney($0, chain) }.map { chain.quotes[$0].strike })
        for index in candidates.keys where answered.contains(chain.quotes[index].strike) {
            if !Self.isOutOfTheMoney(index, chain) { uses[index] = .inTheMoney }
        }
        self.uses = uses

        let fitted = candidates.values.filter { uses[$0.quote] == .fitted }
            .sorted { chain.quotes[$0.quote].strike < chain.quotes[$1.quote].strike }
        let weighted = Self.weightedByHalfSpreads(fitted, chain)
        self.fitted = weighted ?? fitted
        weighting = weighted == nil ? .vega : .halfSpreads
    }

    private static func use(_ quote: OptionQuote, _ volatility: ImpliedVolatility) -> QuoteUse {
        if case .bidAsk(let bid, let ask) = quote.value, bid == 0 || ask == 0 { return bid == 0 ? .noBid : .noAsk }
        if quote.isCrossed { return .crossed }
        return switch volatility {
        case .volatility: .fitted
        case .belowIntrinsic: .belowIntrinsic
        case .aboveMaximum: .aboveMaximum
        case .notDeterminable: .notDeterminable
        }
    }

    /// `nil` where vega or variance is too small or too large for a normal `Double`.
    private static func candidate(_ chain: OptionChain, _ index: Int, _ volatility: Double) -> Fitted? {
        let (quote, time) = (chain.quotes[index], chain.timeToExpiration)
        let variance = volatility * volatility * time
        guard variance.isNormal, let option = try? chain.option(quote.kind, strike: quote.strike),
            let greeks = try? BlackScholesMerton.greeks(of: option, volatility: volatility)
        else { return nil }
        let point = SmileProblem.Point(
            logMoneyness: chain.logMoneyness(quote.strike), variance: variance,
            weight: greeks.vega / (2 * volatility * time))
        guard point.weight.isNormal, (point.weight * variance).isNormal else { return nil }
        return Fitted(quote: index, volatility: volatility, point: point)
    }

    private static func isOutOfTheMoney(_ index: Int, _ chain: OptionChain) -> Bool {
        (chain.quotes[index].strike >= chain.forward) == (chain.quotes[index].kind == .call)
    }

    /// `nil` unless all have a spread, and one of them not 0. A locked quote counts as the narrowest that is not.
    private static func weightedByHalfSpreads(_ fitted: [Fitted], _ chain: OptionChain) -> [Fitted]? {
        let halfSpreads = fitted.compactMap { chain.quotes[$0.quote].halfSpread }
        guard halfSpreads.count == fitted.count, let least = halfSpreads.filter({ $0 > 0 }).min() else { return nil }
        var weighted = fitted
        for index in fitted.indices {
            weighted[index].point.weight /= max(halfSpreads[index], least)
            guard (weighted[index].point.weight * weighted[index].point.variance).isNormal else { return nil }
        }
        return weighted
    }
}
