internal import ExactPayoff

/// The net holdings of an account: for each contract, the legs that hold it, bought less sold.
struct AccountHoldings {
    /// A contract and its net quantity.
    struct Holding {
        let contract: NetPosition.Contract
        /// Options on different numbers of shares are different contracts.
        let sharesPerContract: Int
        /// The net quantity without its sign; greater than 0.
        let quantity: Int
        let isLong: Bool
        /// The legs on the side of the net quantity, in their order, with the quantities that remain after closing.
        let legs: [Part]
    }

    /// Some of the quantity of a leg.
    struct Part: Hashable {
        let leg: Int
        let quantity: Int
    }

    /// Ascending by contract and shares per contract.
    let holdings: [Holding]
    /// The parts of legs that close one another, by contract, in the order of ``holdings``.
    let closed: [[Part]]

    /// - Complexity: O(*n* log *n*) in the number of legs.
    init(_ legs: [Leg], expirations: [Double?]?) throws(StrategyError) {
        var trades: [Trade] = []
        trades.reserveCapacity(legs.count)
        for (index, leg) in legs.enumerated() {
            let contract = try NetPosition.Contract(leg, expiration: expirations?[index])
            trades.append(Trade(contract: contract, shares: leg.sharesPerContract, index: index, leg: leg))
        }
        trades.sort()
        var holdings: [Holding] = []
        var closed: [[Part]] = []
        var start = 0
        while start < trades.count {
            let end = trades[start...].firstIndex { !$0.isSameContract(as: trades[start]) } ?? trades.count
            let (holding, parts) = Self.net(trades[start..<end])
            if let holding { holdings.append(holding) }
            if !parts.isEmpty { closed.append(parts) }
            start = end
        }
        self.holdings = holdings
        self.closed = closed
    }

    /// Closes the first bought contracts against the first sold ones.
    private static func net(_ trades: ArraySlice<Trade>) -> (Holding?, closed: [Part]) {
        let bought = trades.reduce(0) { $0 + ($1.leg.side == .long ? $1.leg.quantity : 0) }
        let sold = trades.reduce(0) { $0 + ($1.leg.side == .short ? $1.leg.quantity : 0) }
        var toClose: [Leg.Side: Int] = [.long: min(bought, sold), .short: min(bought, sold)]
        var closed: [Part] = []
        var left: [Part] = []
        for trade in trades {
            let part = min(trade.leg.quantity, toClose[trade.leg.side] ?? 0)
            toClose[trade.leg.side, default: 0] -= part
            if part > 0 { closed.append(Part(leg: trade.index, quantity: part)) }
            if part < trade.leg.quantity { left.append(Part(leg: trade.index, quantity: trade.leg.quantity - part)) }
        }
        guard let first = trades.first, bought != sold else { return (nil, closed) }
        let holding = Holding(
            contract: first.contract, sharesPerContract: first.shares, quantity: abs(bought - sold),
            isLong: bought > sold, legs: left)
        return (holding, closed)
    }
}

private struct Trade: Comparable {
    let contract: NetPosition.Contract
    let shares: Int
    let index: Int
    let leg: Leg

    func isSameContract(as other: Trade) -> Bool { contract == other.contract && shares == other.shares }

    static func == (left: Trade, right: Trade) -> Bool { left.index == right.index }

    static func < (left: Trade, right: Trade) -> Bool {
        if left.contract != right.contract { return left.contract < right.contract }
        return left.shares != right.shares ? left.shares < right.shares : left.index < right.index
    }
}
