public import MarketData

extension MarketSimulation {
    /// Returns the expirations of the options on a share that are listed at an instant, ascending; empty if it has no options, `nil` if there
    /// is no such share.
    ///
    /// An expiration is listed through its day in New York.
    public func expirations(of underlying: Ticker, at instant: Timestamp) -> [CalendarDate]? {
        guard let instrument = Instruments.share(underlying) else { return nil }
        return expirationRules(instrument, at: instant).map(\.date)
    }

    /// Returns the contracts of an expiration that are listed at an instant, ascending by strike, calls before puts; empty if there is no such
    /// expiration, `nil` if there is no such share.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate, at instant: Timestamp
    ) -> [ListedContract]? {
        guard let instrument = Instruments.share(underlying) else { return nil }
        guard let listing = listing(instrument, expiration, at: instant) else { return [] }
        return ContractSymbols(underlying, expiration).contracts(listing.strikes)
    }

    /// Returns the chain of an expiration at an instant; `nil` if the share has no such expiration, or if there is no such share.
    ///
    /// Outside the sessions of the exchange, the chain is that of the last close, which is then ``ChainSnapshot/asOf``,
    /// and the time to expiration is measured from there. At expiration and after, an option is worth its intrinsic
    /// value.
    public func chain(of underlying: Ticker, expiration: CalendarDate, at instant: Timestamp) -> ChainSnapshot? {
        guard let instrument = Instruments.share(underlying),
            let listing = listing(instrument, expiration, at: instant),
            let close = calendar.session(on: expiration)?.close.secondsSince1970
        else { return nil }
        let builder = ChainBuilder(
            path: listing.path, moment: listing.moment, isMonthly: listing.expiration.isMonthly,
            pricer: ChainPricer(
                strikes: listing.strikes, riskFreeRate: riskFreeRate, expiration: close,
                expirationDay: SessionTable.day(expiration), exercise: .ofListedOptions(on: underlying),
                dividends: dividends(listing, expiration)))
        let contracts = ContractSymbols(underlying, expiration).contracts(listing.strikes)
        return ChainSnapshot(
            underlying: underlying, expiration: expiration, spot: listing.path.price(at: listing.moment),
            quotes: builder.quotes(contracts), asOf: listing.moment.instant)
    }

    /// The dividends that holders of options expect at a moment: declared ones, and those that follow from the ones before.
    private func dividends(_ listing: Listing, _ expiration: CalendarDate) -> [(open: Int, amount: Double)] {
        let (path, moment) = (listing.path, listing.moment)
        if path.actions.dividends.isEmpty { return [] }
        let day = path.table.date(moment.index)
        let first = CalendarDate(year: day.year - DividendListing.yearsListed, month: 1, day: 1) ?? Self.firstDay
        let known = path.dividends(since: first, at: moment)
        return known.dividends(
            at: moment.instant, through: expiration, isFund: path.instrument.kind != .stock, calendar: calendar
        ).compactMap { dividend in
            guard dividend.exDate > day else { return nil }
            let index = path.table.index(onOrAfter: SessionTable.day(dividend.exDate))
            return index < path.table.count ? (path.table.opens[index], dividend.amount.doubleValue) : nil
        }
    }

    private struct Listing {
        let path: PricePath
        let moment: MarketMoment
        let expiration: ExpirationRules.Expiration
        let strikes: [Int]
    }

    private func expirationRules(_ instrument: Instrument, at instant: Timestamp) -> [ExpirationRules.Expiration] {
        guard instrument.hasOptions, instant.date >= Self.firstDay, instant.date.year <= SessionTable.lastYear else {
            return []
        }
        return ExpirationRules(calendar: calendar)
            .expirations(on: NewYorkTime.date(at: instant), weekly: instrument.hasWeeklyExpirations)
    }

    private func listing(_ instrument: Instrument, _ date: CalendarDate, at instant: Timestamp) -> Listing? {
        guard let expiration = expirationRules(instrument, at: instant).first(where: { $0.date == date }),
            let (path, moment) = position(instrument, at: instant)
        else { return nil }
        let strikes = StrikeGrid.strikes(
            of: path, expiration, on: SessionTable.day(NewYorkTime.date(at: instant)), now: moment.index)
        return Listing(path: path, moment: moment, expiration: expiration, strikes: strikes)
    }
}
