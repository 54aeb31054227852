public import MarketData

extension MarketSimulation {
    /// Returns the dividends of a share or a fund that are known at an instant, with ex-dates from a day on: those paid, and those declared; `nil`
    /// if there is no such share.
    ///
    /// A dividend is declared at the beginning of the session 45 days before its ex-date, or of the first one after. Amounts are per share of the
    /// session of the instant.
    public func dividends(of ticker: Ticker, since day: CalendarDate, at instant: Timestamp) -> DividendListing? {
        guard let instrument = Instruments.share(ticker) else { return nil }
        guard let (path, moment) = position(instrument, at: instant) else {
            return DividendListing(source: .simulated, asOf: instant, rows: [], isAdjustedForSplits: true, splits: [])
        }
        return path.dividends(since: day, at: moment)
    }
}

extension MarketSimulation: DividendProvider {
    /// Returns the dividends that are known at the instant of the clock.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)``.
    public func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        guard let listing = dividends(of: ticker, since: day, at: now()) else { throw .unknownSymbol(ticker.symbol) }
        return listing
    }
}

extension PricePath {
    /// The days from the declaration of a dividend to its ex-date, and from there to its payment.
    private static let (declarationDays, paymentDays) = (45, 14)

    /// The dividends that are known at a moment, with ex-dates from a day on.
    func dividends(since day: CalendarDate, at moment: MarketMoment) -> DividendListing {
        let first = table.index(onOrAfter: SessionTable.day(day))
        let end = table.index(onOrAfter: Int(table.days[moment.index]) + Self.declarationDays + 1)
        let rows = actions.dividends.filter { $0.index >= first && $0.index < end }.map { dividend in
            let payment = table.index(onOrAfter: Int(table.days[dividend.index]) + Self.paymentDays)
            return ListedDividend(
                exDate: table.date(dividend.index), payDate: payment < table.count ? table.date(payment) : nil,
                amount: amountToday(dividend, now: moment.index), vendorType: "CD")
        }
        return DividendListing(
            source: .simulated, asOf: moment.instant, rows: rows, isAdjustedForSplits: true, splits: [])
    }

    /// The amount of a dividend, paid or ahead, for a share of session `now`.
    private func amountToday(_ dividend: CorporateActions.Dividend, now: Int) -> ExactDecimal {
        guard dividend.index > now else { return amount(dividend, now: now) }
        let (numerator, denominator) = shares(now, now: dividend.index)
        return exactQuotient(dividend.amount * numerator, denominator, decimals: 6)
    }
}
