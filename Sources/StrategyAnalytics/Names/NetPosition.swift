/// What legs amount to: the shares of each contract, bought less sold.
struct NetPosition {
    /// What is held, whoever paid what for it.
    struct Contract: Hashable {
        let kind: Kind
        /// 0 for shares. Two that denote the same decimal are the same double.
        let strike: Double
        /// `nil` for shares, and for options that all expire together.
        let expiration: Double?
    }

    enum Kind: Comparable {
        case stock, call, put
    }

    /// The contract of each leg.
    let contracts: [Contract]
    /// Negative where more was sold than bought; contracts of which nothing is left are absent. At most 10¹⁹.
    let shares: [Contract: Int128]

    init(_ legs: [Leg], expirations: [Double?]?) throws(StrategyError) {
        precondition((expirations ?? []).count == (expirations == nil ? 0 : legs.count), "one expiration a leg")
        var contracts: [Contract] = []
        var shares: [Contract: Int128] = [:]
        for (index, leg) in legs.enumerated() {
            let contract = try Contract(leg, expiration: expirations?[index])
            contracts.append(contract)
            shares[contract, default: 0] += Int128(leg.signedShares)
        }
        self.contracts = contracts
        self.shares = shares.filter { $0.value != 0 }
    }
}

extension NetPosition.Contract {
    init(_ leg: Leg, expiration: Double?) throws(StrategyError) {
        switch leg.instrument {
        case .stock: self.init(kind: .stock, strike: 0, expiration: nil)
        case .call(let strike): try self.init(.call, strike, expiration)
        case .put(let strike): try self.init(.put, strike, expiration)
        }
    }

    private init(_ kind: NetPosition.Kind, _ strike: Double, _ expiration: Double?) throws(StrategyError) {
        if let expiration { try StrategyError.requireFinite(.timeToExpiration, expiration) }
        self.init(kind: kind, strike: DecimalNumber(strike).nearestDouble, expiration: expiration)
    }
}
