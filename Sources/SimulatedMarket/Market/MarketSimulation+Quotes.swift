public import MarketData

extension MarketSimulation {
    /// Returns the quote of a share or a fund at an instant; `nil` if there is no such share, or before its first price.
    ///
    /// Outside the sessions of the exchange, the quote is that of the last close. A fund has neither bid nor ask.
    public func quote(of ticker: Ticker, at instant: Timestamp) -> StockQuote? {
        guard let instrument = Instruments.share(ticker), let (path, moment) = position(instrument, at: instant) else {
            return nil
        }
        let index = moment.index
        let (units, extremes) = path.unitsAndExtremes(at: moment)
        let range = path.yearRange(index, extremes: extremes)
        var quote = StockQuote(ticker)
        quote.name = instrument.name
        quote.exchange = instrument.exchange
        quote.kind = instrument.kind
        quote.last = path.price(units, of: index, now: index)
        if instrument.kind != .fund {
            let (bid, ask) = Self.bidAsk(units, instrument, moment)
            quote.bid = path.price(bid, of: index, now: index)
            quote.ask = path.price(ask, of: index, now: index)
        }
        quote.open = path.price(path[index].open, of: index, now: index)
        quote.high = path.price(extremes.high, of: index, now: index)
        quote.low = path.price(extremes.low, of: index, now: index)
        quote.previousClose = index > 0 ? path.price(path[index - 1].close, of: index - 1, now: index) : nil
        quote.volume = path.volume(at: moment)
        quote.yearLow = range.low
        quote.yearHigh = range.high
        quote.nextEarnings = path.actions.earnings.first { $0 > index }.map { path.table.date($0) }
        quote.asOf = moment.instant
        return quote
    }

    /// Returns bid and ask around a last price, in cents: a cent or up to 0.03 % apart, more for assets with less
    /// trading.
    private static func bidAsk(
        _ units: Int32, _ instrument: Instrument, _ moment: MarketMoment
    ) -> (bid: Int32, ask: Int32) {
        let isLiquid = instrument.price * instrument.volume > 7e8
        let points = isLiquid ? 0.4e-4 : instrument.random.uniform(.spread, -1, in: 1e-4...3e-4)
        let spread = max(1, Int32((Double(units) * points).rounded()))
        let below = Int32(instrument.random.uniform(.spread, moment.secondsSince1970) * Double(spread + 1))
        let bid = units - min(below, spread)
        return (bid, bid + spread)
    }
}
