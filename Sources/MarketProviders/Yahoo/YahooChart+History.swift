internal import MarketData

extension YahooChart {
    /// Returns the daily prices from one day through another.
    ///
    /// - Parameters:
    ///   - first: The first requested day.
    ///   - last: The last requested day.
    ///   - end: The end of the requested time. Yahoo appends the current row even if it lies after it.
    ///   - calendar: The sessions of New York.
    ///   - now: An instant that is not after the response.
    /// - Returns: The complete requested days, with their splits and dividends.
    /// - Throws: ``SourceFailure/broken(_:)`` if there are rows of unknown days, or rows without a column of closes.
    func history(
        from first: CalendarDate, through last: CalendarDate, before end: Timestamp, calendar: ExchangeCalendar,
        now: Timestamp
    ) throws(SourceFailure) -> PriceHistory {
        let count = timestamps?.count ?? 0
        let zone = try zone()
        guard count == 0 || quote?.close != nil else { throw .broken("chart: indicators.quote.close is missing") }
        let asked = first...last
        let prices = rows().filter { $0.start < end }.compactMap { row -> DailyPrice? in
            let day = zone.day(ofRow: row.start)
            guard asked.contains(day), isComplete(day, zone, calendar, now) else { return nil }
            return price(row.place, on: day)
        }
        return PriceHistory(
            source: .yahoo, currency: meta.currency ?? "USD", kind: meta.kind,
            firstTradeDate: meta.firstTrade.map { zone.day(ofRow: $0) }, prices: prices.ascending(),
            splits: splits.compactMap { StockSplit($0, zone) }.filter { asked.contains($0.date) }
                .sorted { $0.date < $1.date },
            dividends: dividends.compactMap { CashDividend($0, zone) }.filter { asked.contains($0.date) }
                .sorted { $0.date < $1.date })
    }

    /// Returns the clock by which days are counted; any, if the chart has no day.
    func zone() throws(SourceFailure) -> YahooZone {
        let hasDays = timestamps?.count ?? 0 > 0 || meta.firstTrade != nil || !splits.isEmpty || !dividends.isEmpty
        guard let zone = meta.zone ?? (hasDays ? nil : .newYork) else {
            throw .broken("chart: meta.exchangeTimezoneName is missing")
        }
        return zone
    }

    /// The rows in the order of their starts. The current row has the time of the last trade, and follows another row
    /// of its day.
    private func rows() -> [(start: Timestamp, place: Int)] {
        guard let timestamps else { return [] }
        let rows = (0..<timestamps.count).compactMap { place -> (start: Timestamp, place: Int)? in
            guard let seconds = timestamps[place], abs(seconds) < 1e12,
                let start = Timestamp(secondsSince1970: Int(seconds.rounded(.down)))
            else { return nil }
            return (start, place)
        }
        return rows.sorted { ($0.start, $0.place) < ($1.start, $1.place) }
    }

    /// Yahoo gives some funds no column of adjusted closes. Their close stands for it.
    private func price(_ place: Int, on day: CalendarDate) -> DailyPrice? {
        guard let quote, let close = ExactDecimal(yahoo: quote.close?[place]) else { return nil }
        func price(_ column: NumberColumn?) -> ExactDecimal? { ExactDecimal(yahoo: column?[place]) }
        let volume = quote.volume?[place].flatMap { (0..<9e18).contains($0) ? Int($0.rounded()) : nil }
        return DailyPrice(
            date: day, close: close, open: price(quote.open), high: price(quote.high), low: price(quote.low),
            volume: volume, adjustedClose: adjustedCloses == nil && meta.kind == .fund ? close : price(adjustedCloses))
    }

    /// Whether a day has ended long enough ago for its close to be final.
    private func isComplete(
        _ day: CalendarDate, _ zone: YahooZone, _ calendar: ExchangeCalendar, _ now: Timestamp
    ) -> Bool {
        if zone == .newYork { return TradingDays.sessions(calendar).lastComplete(at: now).map { day <= $0 } ?? false }
        let settled = now.adding(seconds: -TradingDays.closeDelay)
        if day < zone.today(at: settled) { return true }
        guard case .offset = zone, let end = meta.sessionEnd else { return false }
        return day == zone.today(at: end) && end <= settled
    }
}

extension StockSplit {
    /// Creates a split of whole numbers of shares; `nil` if a number is missing or both are equal.
    init?(_ split: YahooChart.Split, _ zone: YahooZone) {
        for decimals in 0...6 {
            guard let numerator = split.numerator.scaledInteger(decimals: decimals),
                let denominator = split.denominator.scaledInteger(decimals: decimals)
            else { continue }
            let shares = 1...1_000_000_000
            guard numerator != denominator, shares.contains(numerator), shares.contains(denominator) else { return nil }
            self.init(date: zone.day(ofRow: split.date), numerator: numerator, denominator: denominator)
            return
        }
        return nil
    }
}

extension CashDividend {
    fileprivate init?(_ dividend: YahooChart.Dividend, _ zone: YahooZone) {
        guard let amount = ExactDecimal(yahoo: dividend.amount) else { return nil }
        self.init(date: zone.day(ofRow: dividend.date), amount: amount)
    }
}
