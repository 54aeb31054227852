internal import MarketData

/// Bids and asks around model prices, in cents.
///
/// A bid is below the model price and an ask above it, both rounded outward to the tick, so arbitrage-free prices stay
/// arbitrage-free.
struct QuoteRounding {
    /// Whether the tick is a cent at all prices.
    let isPenny: Bool
    /// Half the spread, as a part of the price.
    let relativeSpread: Double

    init(_ instrument: Instrument) {
        isPenny = instrument.kind == .etf && instrument.volume >= 25e6
        relativeSpread = instrument.hasWeeklyExpirations ? (isPenny ? 0.003 : 0.006) : 0.02
    }

    /// The tick at a price in cents.
    private func tick(_ cents: Int) -> Int { isPenny || cents < 300 ? 1 : 5 }

    /// Returns bid and ask for a model price in dollars. The bid is 0 if the price is below the tick.
    func bidAsk(_ price: Double) -> (bid: Int, ask: Int) {
        let half = 0.4 + 100 * min(relativeSpread * price, 0.5 + 0.2 * relativeSpread * price)
        let (low, high) = (max(100 * price - half, 0), 100 * price + half)
        let lowTick = isPenny || low < 300 ? 1.0 : 5
        let highTick = isPenny || high <= 300 ? 1.0 : 5
        return (Int((low / lowTick).rounded(.down) * lowTick), Int((high / highTick).rounded(.up) * highTick))
    }

    /// Returns a price of a trade between bid and ask, both included, at least a cent; `position` is between 0 and 1.
    func trade(_ quote: (bid: Int, ask: Int), position: Double) -> Int {
        let value = Double(quote.bid) + position * Double(quote.ask - quote.bid)
        let tick = tick(Int(value))
        return min(max(Int(value) / tick * tick, quote.bid, 1), quote.ask)
    }
}
