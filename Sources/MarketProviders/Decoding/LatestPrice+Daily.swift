internal import MarketData

extension LatestPrice {
    /// Creates the latest price from the last daily one. Its instant is the close of its session, or now during the
    /// session.
    init(
        _ last: DailyPrice, currency: String = "USD", source: MarketSource, calendar: ExchangeCalendar, now: Timestamp
    ) {
        let close = calendar.session(on: last.date)?.close ?? NewYorkTime.instant(last.date, hour: 16)
        self.init(price: last.close, currency: currency, asOf: min(close, now), source: source)
    }
}
