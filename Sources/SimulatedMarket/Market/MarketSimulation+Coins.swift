public import MarketData

extension MarketSimulation {
    /// Returns the quote of a coin at an instant; `nil` if there is no such coin, or before its first price.
    public func coin(_ id: String, at instant: Timestamp) -> CoinQuote? {
        guard let instrument = Instruments.instrument(.coin(id: id)), let symbol = CoinTable.symbols[instrument.key],
            let (path, moment) = position(instrument, at: instant)
        else { return nil }
        let units = path.units(at: moment)
        var change: ExactDecimal?
        if let before = path.moment(at: instant.adding(seconds: -86_400)) {
            let percent = 100 * (Double(units) / Double(path.units(at: before)) - 1)
            change = ExactDecimal(significand: Int64((percent * 1e5).rounded()), exponent: -5)
        }
        return CoinQuote(
            id: id, symbol: symbol, name: instrument.name,
            price: path.price(units, of: moment.index, now: moment.index),
            changePercent24Hours: change, lastUpdated: moment.instant)
    }
}
