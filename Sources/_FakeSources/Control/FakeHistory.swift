/// The true daily prices, for comparison with stored ones.
struct FakeHistory {
    let state: FakeState

    /// Returns the complete days of a range, without those that the source returns as `null`.
    func days(
        _ source: FakeSource, _ symbol: String, _ from: Day, _ through: Day
    ) -> [(date: Day, close: Double, adjusted: Double)] {
        let market = state.market
        if source == .coingecko {
            let coins = FakeCoins(now: market.now)
            let last = min(through, Day(seconds: market.now) - 1)
            guard FakeCoins.known[symbol] != nil, from <= last else { return [] }
            return (from.number...last.number).map { Day($0) }.map { day in
                (day, coins.close(symbol, day), coins.close(symbol, day))
            }
        }
        let separator: Character = source == .yahoo ? "-" : source == .tradier ? "/" : "."
        guard let share = FakeSymbols.share(symbol, separator: separator) ?? FakeSymbols.share(symbol, separator: "."),
            market.hasPrices(share)
        else { return [] }
        let days = Sessions.days(max(from, market.firstDay(share)), min(through, market.lastComplete))
        let factors = market.dividendFactors(share, days)
        return zip(days, factors).filter { source != .yahoo || !FakeYahoo.isNull(share, $0.0) }.map { day, factor in
            let close = market.adjusted(share, day).close
            return (day, close, close * factor)
        }
    }
}
