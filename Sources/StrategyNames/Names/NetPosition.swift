internal import DecimalNumbers
internal import ExactPayoff

/// The net shares of each contract in a combination of legs: bought less sold.
struct NetPosition {
    /// A contract, whatever was paid for it.
    struct Contract: Equatable {
        let kind: Leg.Kind
        /// 0 for shares. Strikes that denote the same decimal are the same double.
        let strike: Double
        /// `nil` for shares, and for options that all expire together.
        let expiration: Double?
    }

    /// A contract and its net shares, negative if more were sold than bought; at most 10¹⁹ in magnitude.
    struct Holding {
        let contract: Contract
        var shares: Int128
    }

    /// The contract of each leg.
    let contracts: [Contract]
    /// The contracts whose net quantity is not 0, ascending by kind, strike and expiration.
    let holdings: [Holding]

    /// - Complexity: O(*n* log *n*) in the number of legs.
    init(_ legs: [Leg], expirations: [Double?]?) throws(StrategyError) {
        precondition((expirations ?? []).count == (expirations == nil ? 0 : legs.count), "one expiration a leg")
        var contracts: [Contract] = []
        var trades: [Holding] = []
        contracts.reserveCapacity(legs.count)
        trades.reserveCapacity(legs.count)
        for (index, leg) in legs.enumerated() {
            let contract = try Contract(leg, expiration: expirations?[index])
            contracts.append(contract)
            trades.append(Holding(contract: contract, shares: Int128(leg.signedShares)))
        }
        trades.sort { $0.contract < $1.contract }
        var holdings: [Holding] = []
        holdings.reserveCapacity(trades.count)
        for trade in trades {
            if holdings.last?.contract == trade.contract {
                holdings[holdings.count - 1].shares += trade.shares
            } else {
                holdings.append(trade)
            }
        }
        holdings.removeAll { $0.shares == 0 }
        self.contracts = contracts
        self.holdings = holdings
    }
}

extension NetPosition.Contract: Comparable {
    init(_ leg: Leg, expiration: Double?) throws(StrategyError) {
        let expiration = leg.kind == .stock ? nil : expiration
        try StrategyError.require(expiration, "timeToExpiration", .finite)
        self.init(kind: leg.kind, strike: leg.strike.decimal.nearestDouble, expiration: expiration)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        if left.strike != right.strike { return left.strike < right.strike }
        return left.expiration ?? -.infinity < right.expiration ?? -.infinity
    }
}
