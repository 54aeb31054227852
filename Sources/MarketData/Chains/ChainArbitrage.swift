internal import OptionPricing
public import VolatilitySmile

/// Trades among the quotes of a chain that pay ``profit`` now and cannot lose.
public struct ChainArbitrage: Hashable, Sendable {
    /// A contract that is bought at its ask or sold at its bid.
    public struct Trade: Hashable, Sendable {
        /// The position of the contract in the quotes of the snapshot.
        public let quote: Int
        /// The number of options per share: positive if bought, negative if sold.
        public let quantity: Double
        /// The price paid or received for one option.
        public let price: Double
    }

    /// The condition that the quotes violate.
    public let condition: ArbitrageViolation.Condition
    /// The contracts traded, ascending by strike.
    public let trades: [Trade]
    /// The shares held; negative if sold short.
    public let shares: Double
    /// The amount held; negative if owed.
    public let cash: Double
    /// The profit now, per share of the option sold; per share of the option bought if none is sold.
    public let profit: Double
}

extension ChainColumns {
    /// Finds the arbitrage among the quotes.
    ///
    /// Bounds and parity of European options follow from the forward. Those of American options would depend on dividends that are
    /// estimated. They may be exercised at once instead, and the shares and the cash that cover a sale are paid for in
    /// full, not discounted, because the sold option may be exercised at any time.
    func arbitrage(_ market: ChainMarket) -> [ChainArbitrage] {
        let used = (0..<count).filter { isUsable[$0] && strikes[$0] > 0 && (bids[$0] > 0 || asks[$0] > 0) }
        let quotes = used.map { OptionQuote(kinds[$0], strike: strikes[$0], .bidAsk(bid: bids[$0], ask: asks[$0])) }
        guard let chain = market.chain(quotes) else { return [] }
        var found = market.exercise == .american ? immediateExercise(used, market) : []
        for violation in chain.arbitrage() {
            var profit = violation.profit
            if market.exercise == .american {
                if violation.condition == .lowerBound || violation.condition == .putCallParity { continue }
                profit -= max(violation.cash, 0) * max(1 - market.discountFactor, 0)
                profit -= max(violation.shares, 0) * max(market.flatMarket.underlyingPrice - market.discountedSpot, 0)
                let amounts = violation.trades.reduce(0) { $0 + abs($1.quantity * $1.price) } + violation.cash
                guard profit > 0x1p-40 * abs(amounts) else { continue }
            }
            let trades = violation.trades.map {
                ChainArbitrage.Trade(quote: self.quotes[used[$0.quote]], quantity: $0.quantity, price: $0.price)
            }
            found.append(
                ChainArbitrage(
                    condition: violation.condition, trades: trades, shares: violation.shares, cash: violation.cash,
                    profit: profit))
        }
        return found
    }

    /// Finds options that are bought and exercised at once with a profit.
    private func immediateExercise(_ used: [Int], _ market: ChainMarket) -> [ChainArbitrage] {
        guard let spot = market.spot else { return [] }
        return used.compactMap { index in
            let (ask, sign): (Double, Double) = (asks[index], kinds[index] == .call ? 1 : -1)
            let profit = sign * (spot - strikes[index]) - ask
            guard ask > 0, ask >= bids[index], profit > 0x1p-40 * (spot + strikes[index]) else { return nil }
            return ChainArbitrage(
                condition: .immediateExercise,
                trades: [ChainArbitrage.Trade(quote: quotes[index], quantity: 1, price: ask)], shares: -sign,
                cash: sign * strikes[index], profit: profit)
        }
    }
}
