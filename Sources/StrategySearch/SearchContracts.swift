internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation

/// A contract that can be a leg.
struct SearchContract: Sendable {
    /// The index of its quote.
    let quote: Int
    let kind: OptionKind
    let strikePrice: Double
    /// The price per share at which it can be bought, and sold.
    let ask: Double?, bid: Double?
    let volatility: Double?
    /// The greeks of one contract that is bought, in the units of the request; `nil` without a volatility.
    let greeks: PositionGreeks?

    /// The price of a leg; `nil` if it cannot be taken.
    func price(quantity: Int) -> Double? { quantity > 0 ? ask : bid }
}

/// The contracts of a chain that can be legs, by strike.
struct SearchContracts: Sendable {
    /// The strikes with at least one contract, ascending.
    private(set) var strikes: [Double] = []
    /// The contracts at each strike.
    private(set) var calls: [SearchContract?] = [], puts: [SearchContract?] = []
    private(set) var excluded: [FindResponse.Exclusion: Int] = [:]
    let quoteCount: Int
    private(set) var usableCount = 0

    init(_ request: FindRequest, _ chain: ResolvedChain, _ budget: WorkBudget) throws(StrategyError) {
        quoteCount = request.options.count
        for exclusion in FindResponse.Exclusion.allCases { excluded[exclusion] = 0 }
        var usable: [SearchContract] = []
        for (index, quote) in request.options.enumerated() {
            let greeks = try Self.greeks(of: quote, chain.volatilities[index], request, chain, budget)
            if let reason = Self.exclusion(of: quote, delta: greeks?.delta, request.filters) {
                excluded[reason, default: 0] += 1
                continue
            }
            usable.append(
                SearchContract(
                    quote: index, kind: quote.kind, strikePrice: quote.strikePrice,
                    ask: quote.ask.flatMap(Self.tradable),
                    bid: quote.bid.flatMap(Self.tradable), volatility: chain.volatilities[index], greeks: greeks))
        }
        usableCount = usable.count
        for contract in usable.sorted(by: { $0.strikePrice < $1.strikePrice }) {
            if strikes.last != contract.strikePrice {
                strikes.append(contract.strikePrice)
                calls.append(nil)
                puts.append(nil)
            }
            if contract.kind == .call {
                calls[strikes.count - 1] = contract
            } else {
                puts[strikes.count - 1] = contract
            }
        }
    }

    subscript(kind: OptionKind, strike: Int) -> SearchContract? { kind == .call ? calls[strike] : puts[strike] }

    private static func tradable(_ price: Double) -> Double? { price > 0 ? price : nil }

    private static func greeks(
        of quote: FindQuote, _ volatility: Double?, _ request: FindRequest, _ chain: ResolvedChain, _ budget: WorkBudget
    ) throws(StrategyError) -> PositionGreeks? {
        guard let volatility else { return nil }
        let leg = try Leg(
            quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice), .long,
            premium: 0, quantity: 1, sharesPerContract: Leg.defaultSharesPerContract)
        let priced = try PricedLeg(
            leg, timeToExpiration: chain.horizon, volatility: volatility, exercise: request.exercise)
        let greeks = try PricedStrategy([priced], in: chain.market).greeks(budget: budget).net
        return greeks.converted(to: request.greekUnits)
    }

    /// The first filter that a contract fails; without any price it can be neither bought nor sold.
    private static func exclusion(
        of quote: FindQuote, delta: Double?, _ filters: FindFilters
    ) -> FindResponse.Exclusion? {
        let (bid, ask) = (quote.bid ?? 0, quote.ask ?? 0)
        if bid <= 0, ask <= 0 { return .noBid }
        if ask > 0, bid > ask { return .crossed }
        if let least = filters.openInterest, !(Double(quote.openInterest ?? -1) >= least) { return .openInterest }
        if let least = filters.volume, !(Double(quote.volume ?? -1) >= least) { return .volume }
        if let most = filters.spread {
            guard ask > 0, ask - bid <= most * (ask + bid) / 2 + 1e-12 else { return .spread }
        }
        let perShare = delta.map { $0.magnitude / Double(Leg.defaultSharesPerContract) }
        if !filters.legDelta.allow(perShare ?? .nan) { return .legDelta }
        return filters.strikePrice.allow(quote.strikePrice) ? nil : .strikePrice
    }

    /// The number of combinations, by elementary symmetric polynomials: of `k` contracts, each is bought or sold in each quantity, and
    /// not all have the larger quantity.
    func combinationCount(_ space: FindSpace) -> Int {
        combinationCount(space, from: 0)
    }

    /// The number of combinations of contracts from a strike on.
    func combinationCount(_ space: FindSpace, from first: Int) -> Int {
        var all = [1.0, 0, 0, 0, 0], doubles = all
        for contract in [calls[first...], puts[first...]].joined() {
            guard let contract else { continue }
            let sides = Double((contract.ask != nil ? 1 : 0) + (contract.bid != nil ? 1 : 0))
            for count in (1...4).reversed() {
                all[count] += all[count - 1] * sides * Double(space.quantity)
                doubles[count] += doubles[count - 1] * sides
            }
        }
        var total = 0.0
        for count in 1...4 {
            if space.legs.contains(count) { total += all[count] - (space.quantity > 1 ? doubles[count] : 0) }
            if space.shares, space.legs.contains(count + 1), count < 4 { total += 2 * all[count] }
        }
        return total < 0x1p62 ? Int(total) : .max
    }
}
