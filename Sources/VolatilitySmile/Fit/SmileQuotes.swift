internal import OptionPricing

/// The quotes of a chain to which a smile is fitted, and their weights.
///
/// At each strike the fit uses the out-of-the-money option, whose price is time value alone (the call if the strike equals
/// the forward). If its quote determines no volatility, the fit uses the in-the-money option.
struct SmileQuotes {
    /// A quote to which the smile is fitted.
    struct Fitted {
        let quote: Int
        let volatility: Double
        /// The weight converts a difference of variance to half-spreads or to a price.
        var point: SmileProblem.Point
    }

    /// The use of each quote of the chain.
    let uses: [QuoteUse]
    /// The fitted quotes in ascending order of strike.
    let fitted: [Fitted]
    let weighting: SmileWeighting

    init(_ chain: OptionChain) {
        let volatilities = chain.impliedVolatilities()
        var uses = zip(chain.quotes, volatilities).map(Self.use)
        var candidates: [Fitted] = []
        for index in uses.indices {
            guard uses[index] == .fitted, case .volatility(let volatility) = volatilities[index] else { continue }
            if let candidate = Self.candidate(chain, index, volatility) {
                candidates.append(candidate)
            } else {
                uses[index] = .notDeterminable
            }
        }
        // The call and the put of a strike become neighbours.
        candidates.sort { chain.quotes[$0.quote].strike < chain.quotes[$1.quote].strike }
        for (left, right) in zip(candidates, candidates.dropFirst())
        where chain.quotes[left.quote].strike == chain.quotes[right.quote].strike {
            uses[Self.isOutOfTheMoney(left.quote, chain) ? right.quote : left.quote] = .inTheMoney
        }
        self.uses = uses

        let fitted = candidates.filter { uses[$0.quote] == .fitted }
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

    /// Creates a candidate; `nil` if vega or variance is not a normal `Double`.
    private static func candidate(_ chain: OptionChain, _ index: Int, _ volatility: Double) -> Fitted? {
        let (quote, time) = (chain.quotes[index], chain.timeToExpiration)
        let variance = volatility * volatility * time
        guard variance.isNormal, let option = try? chain.option(quote.kind, strike: quote.strike),
            let greeks = try? option.greeks(volatility: volatility)
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

    /// Weights quotes by half-spreads; `nil` unless all have a bid and an ask and one spread is not 0. A spread of 0 counts
    /// as the smallest nonzero spread.
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
