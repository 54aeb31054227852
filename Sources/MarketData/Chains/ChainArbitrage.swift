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
    /// The conditions are those of European options. An American option may be worth more, and its holder may exercise
    /// at once. For American contracts, violations of put–call parity and of intrinsic values are therefore omitted,
    /// and the shares and the cash that cover a sale are paid for in full, not discounted.
    func arbitrage(_ market: ChainMarket, _ exercise: ExerciseStyle) -> [ChainArbitrage] {
        let used = (0..<count).filter { isUsable[$0] && strikes[$0] > 0 && (bids[$0] > 0 || asks[$0] > 0) }
        let quotes = used.map { OptionQuote(kinds[$0], strike: strikes[$0], .bidAsk(bid: bids[$0], ask: asks[$0])) }
        guard let chain = market.chain(quotes) else { return [] }
        return chain.arbitrage().compactMap { violation in
            var profit = violation.profit
            if exercise == .american {
                if violation.condition == .lowerBound || violation.condition == .putCallParity { return nil }
                profit -= max(violation.cash, 0) * max(1 - market.discountFactor, 0)
                profit -= max(violation.shares, 0) * max(market.optionMarket.underlyingPrice - market.discountedSpot, 0)
                let amounts = violation.trades.reduce(0) { $0 + abs($1.quantity * $1.price) } + violation.cash
                guard profit > 0x1p-40 * abs(amounts) else { return nil }
            }
            let trades = violation.trades.map {
                ChainArbitrage.Trade(quote: self.quotes[used[$0.quote]], quantity: $0.quantity, price: $0.price)
            }
            return ChainArbitrage(
                condition: violation.condition, trades: trades, shares: violation.shares, cash: violation.cash,
                profit: profit)
        }
    }
}
