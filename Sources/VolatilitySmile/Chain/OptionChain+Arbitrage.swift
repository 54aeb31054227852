internal import OptionPricing

extension OptionChain {
    /// Finds the model-independent arbitrage among the quotes and between the quotes and the forward.
    ///
    /// Options are bought at their ask and sold at their bid, so a violation between quotes with both is a profit before
    /// transaction costs. A single price serves as bid and ask: settlement prices and mids need not be tradable, so their
    /// violations show only that they are inconsistent. Quotes without an ask cannot be bought. A crossed quote is reported
    /// as crossed and is used for nothing else.
    ///
    /// For each option that can be sold, the most profitable vertical spread and butterfly over all strikes are reported. If
    /// none is reported, no spread or butterfly is profitable. Bounds and parity use the spot, the rate and the yield.
    ///
    /// ## Accuracy
    /// A profit below 2⁻⁴⁶ of the sum of the amounts traded is attributed to rounding and is not reported.
    ///
    /// - Returns: The violations, sorted by condition, then by kind and strike.
    /// - Complexity: O(*n* log *n*)
    ///
    /// > Source: Carr and Madan, "A Note on Sufficient Conditions for No Arbitrage", *Finance Research Letters* 2(3), 2005,
    /// > doi:10.1016/j.frl.2005.04.005.
    public func arbitrage() -> [ArbitrageViolation] {
        let sorted = quotes.indices.sorted { quotes[$0].strike < quotes[$1].strike }
        let sound = sorted.filter { !quotes[$0].isCrossed }
        let calls = sound.filter { quotes[$0].kind == .call }
        let puts = sound.filter { quotes[$0].kind == .put }
        var found = sorted.filter { quotes[$0].isCrossed }.compactMap(crossedQuote)
        for options in [calls, puts] { found += options.compactMap(lowerBound) }
        for options in [calls, puts] { found += options.compactMap(upperBound) }
        found += putCallParity(calls, puts)
        for options in [calls, puts] { found += verticalSpreads(options) }
        for options in [calls, puts] { found += butterflies(options) }
        return found
    }

    private func crossedQuote(_ index: Int) -> ArbitrageViolation? {
        violation(.crossedQuote, buy: (index, 1), sell: index)
    }

    private func lowerBound(_ index: Int) -> ArbitrageViolation? {
        let sign = exerciseSign(index)
        return violation(
            .lowerBound, buy: (index, 1), shares: -sign, cash: sign * quotes[index].strike)
    }

    private func upperBound(_ index: Int) -> ArbitrageViolation? {
        quotes[index].kind == .call
            ? violation(.upperBound, sell: index, shares: 1)
            : violation(.upperBound, sell: index, cash: quotes[index].strike)
    }

    /// At expiration, call − put = share − K for a call and a put of the same strike K. The options are sorted by strike.
    private func putCallParity(_ calls: [Int], _ puts: [Int]) -> [ArbitrageViolation] {
        var found: [ArbitrageViolation] = []
        var next = 0
        for call in calls {
            let strike = quotes[call].strike
            while next < puts.count, quotes[puts[next]].strike < strike { next += 1 }
            guard next < puts.count, quotes[puts[next]].strike == strike else { continue }
            let put = puts[next]
            if let trades = violation(.putCallParity, buy: (put, 1), sell: call, shares: 1, cash: -strike) {
                found.append(trades)
            }
            if let trades = violation(.putCallParity, buy: (call, 1), sell: put, shares: -1, cash: strike) {
                found.append(trades)
            }
        }
        return found
    }

    /// +1 for a call, −1 for a put.
    func exerciseSign(_ index: Int) -> Double {
        quotes[index].kind == .call ? 1 : -1
    }

    func canBeBought(_ index: Int) -> Bool {
        switch quotes[index].value {
        case .price: true
        case .bidAsk(_, let ask): ask > 0
        }
    }

    /// Returns the violation that the trades exploit; `nil` if they are not profitable or not possible. Nearly all are not, so the trades
    /// are listed only for those that are.
    func violation(
        _ condition: ArbitrageViolation.Condition, buy: (index: Int, quantity: Double)? = nil,
        and other: (index: Int, quantity: Double)? = nil, sell: Int? = nil, shares: Double = 0, cash: Double = 0
    ) -> ArbitrageViolation? {
        if let buy, !canBeBought(buy.index) { return nil }
        if let other, !canBeBought(other.index) { return nil }
        var (cost, magnitude) = (0.0, 0.0)
        func pay(_ amount: Double) {
            cost += amount
            magnitude += abs(amount)
        }
        if let sell { pay(-quotes[sell].bid) }
        if let buy { pay(buy.quantity * quotes[buy.index].ask) }
        if let other { pay(other.quantity * quotes[other.index].ask) }
        pay(shares * discountedSpot)
        pay(cash * discountFactor)
        let profit = -cost
        guard profit > 0x1p-46 * magnitude else { return nil }
        var trades = sell.map { [trade($0, -1, quotes[$0].bid)] } ?? []
        trades += [buy, other].compactMap(\.self).map { trade($0.index, $0.quantity, quotes[$0.index].ask) }
        return ArbitrageViolation(
            condition: condition, trades: trades.sorted { $0.strike < $1.strike }, shares: shares, cash: cash,
            profit: profit)
    }

    private func trade(_ index: Int, _ quantity: Double, _ price: Double) -> ArbitrageViolation.Trade {
        let quote = quotes[index]
        return ArbitrageViolation.Trade(
            quote: index, kind: quote.kind, strike: quote.strike, quantity: quantity, price: price)
    }
}
