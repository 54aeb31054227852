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
    fileprivate(set) var greeks: PositionGreeks?

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
        let greeks = try Self.greeks(request, chain, budget)
        for (index, quote) in request.options.enumerated() {
            let greeks = greeks[index]
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

    /// The greeks of one contract of each quote; `nil` without a volatility.
    private static func greeks(
        _ request: FindRequest, _ chain: ResolvedChain, _ budget: WorkBudget
    ) throws(StrategyError) -> [PositionGreeks?] {
        var greeks = [PositionGreeks?](repeating: nil, count: request.options.count)
        let known = greeks.indices.filter { chain.volatilities[$0] != nil }
        if known.isEmpty { return greeks }
        let legs = try known.map { (index) throws(StrategyError) in
            let quote = request.options[index]
            let leg = try Leg(
                quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice),
                .long, premium: 0, quantity: 1, sharesPerContract: Leg.defaultSharesPerContract)
            return try PricedLeg(
                leg, timeToExpiration: chain.horizon, volatility: chain.volatilities[index] ?? 0,
                exercise: request.exercise)
        }
        for (index, own) in zip(known, try PricedStrategy(legs, in: chain.market).greeks(budget: budget).legs) {
            greeks[index] = own.converted(to: request.greekUnits)
        }
        return greeks
    }

    /// Returns the contracts with the greeks of another market.
    func valued(
        _ request: FindRequest, _ chain: ResolvedChain, _ budget: WorkBudget
    ) throws(StrategyError) -> SearchContracts {
        let greeks = try Self.greeks(request, chain, budget)
        func valued(_ contract: SearchContract?) -> SearchContract? {
            var contract = contract
            if let quote = contract?.quote { contract?.greeks = greeks[quote] }
            return contract
        }
        var contracts = self
        (contracts.calls, contracts.puts) = (calls.map(valued), puts.map(valued))
        return contracts
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
