internal import OptionPricing
internal import _OptionsMath

/// The forwards at which the call and the put of a strike imply the same volatility.
///
/// With early exercise, put–call parity does not hold: a call and a put of one strike and one volatility differ from it by what the right to
/// exercise each of them is worth.
struct EqualVolatilities {
    /// The number of times that volatilities are computed. Two or three are usual.
    private static let rounds = 6
    /// The change of a forward, as a part of it, after which the search ends: the accuracy of the prices.
    private static let tolerance = 1e-6

    /// The forwards of the strikes with a call and a put that imply a volatility.
    private(set) var forwards: [(strike: Double, forward: Double)] = []

    /// The search for the forward of one strike.
    private struct Search {
        let pair: ParityPairs.Pair
        var forward: Double
        /// The forward before, and the difference of the volatilities of call and put there.
        var last: (forward: Double, difference: Double)?
        var isFound = false
    }

    /// Searches by secants, from the forwards of put–call parity. If none leads to a forward, because a large dividend keeps prices far from
    /// parity, the search begins again at the forward of the spot price and the dividends.
    init(_ pairs: [ParityPairs.Pair], discountFactor: Double, _ carry: ChainCarry) {
        forwards = Self.forwards(pairs.map { Search(pair: $0, forward: $0.forward(discountFactor)) }, carry)
        guard forwards.isEmpty, !carry.dividends.isEmpty, let start = carry.forwardWithoutYield else { return }
        forwards = Self.forwards(pairs.map { Search(pair: $0, forward: start) }, carry)
    }

    private static func forwards(
        _ searches: [Search], _ carry: ChainCarry
    ) -> [(strike: Double, forward: Double)] {
        var searches = searches
        var evaluator = OptionEvaluator()
        for _ in 0..<rounds {
            searches.removeAll { !($0.forward.isNormal && $0.forward > 0) }
            let open = searches.indices.filter { !searches[$0].isFound }
            if open.isEmpty { break }
            let found = volatilities(open.map { searches[$0] }, carry, &evaluator)
            for (place, index) in open.enumerated() {
                step(&searches[index], call: found[2 * place], put: found[2 * place + 1], carry.time)
            }
        }
        return searches.filter { $0.isFound && $0.forward.isNormal && $0.forward > 0 }
            .map { ($0.pair.strike, $0.forward) }
    }

    /// The volatilities of the call and the put of each search; NaN without one.
    private static func volatilities(
        _ searches: [Search], _ carry: ChainCarry, _ evaluator: inout OptionEvaluator
    ) -> [Double] {
        let places = searches.map { carry.place(forward: $0.forward) }
        let kinds = searches.flatMap { _ in [OptionKind.call, .put] }
        let strikes = searches.flatMap { [$0.pair.strike, $0.pair.strike] }
        let prices = searches.flatMap { [$0.pair.call, $0.pair.put] }
        let spots = places.flatMap { [$0.spot, $0.spot] }
        let yields = places.flatMap { [$0.yield, $0.yield] }
        var volatilities = [Double](repeating: .nan, count: kinds.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: kinds.count)
        var found = volatilities.mutableSpan
        var written = statuses.mutableSpan
        // A price without a volatility has NaN.
        _ = evaluator.findVolatilities(
            of: OptionColumns(
                kinds: .each(kinds.span), spots: .each(spots.span), strikes: .each(strikes.span),
                timesToExpiration: .same(carry.time), riskFreeRates: .same(carry.riskFreeRate),
                dividendYields: .each(yields.span), dividends: carry.dividends, exercises: .same(carry.exercise),
                accuracy: .reduced),
            prices: prices.span, volatilities: &found, statuses: &written)
        return volatilities
    }

    /// Moves the forward of a search to where the volatilities are equal. Without a volatility it becomes NaN.
    private static func step(_ search: inout Search, call: Double, put: Double, _ time: Double) {
        let forward = search.forward
        let difference = call - put
        // If the forward rises, the volatility of the call falls by delta / vega, and that of the put rises: together by
        // 1 / (F φ(d₁) √T) without early exercise.
        let deviation = (call + put) / 2 * time.squareRoot()
        let distance = log(forward / search.pair.strike) / deviation + deviation / 2
        var slope = -(2 * Double.pi).squareRoot() * exp(distance * distance / 2) / (forward * time.squareRoot())
        if let last = search.last {
            let secant = (difference - last.difference) / (forward - last.forward)
            if secant < 0, secant.isFinite { slope = secant }
        }
        search.last = (forward, difference)
        search.forward = forward - difference / slope
        search.isFound = (search.forward - forward).magnitude <= tolerance * forward
    }
}
