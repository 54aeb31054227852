public import MarketData

extension MarketSimulation {
    /// Returns the daily prices of an asset from one day through another that are complete at an instant.
    ///
    /// Prices and volumes are adjusted for the splits known at the instant: those up to the last session that has
    /// begun. Adjusted closes are reduced by the known dividends, in proportion to the price.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)`` if there is no such asset.
    public func history(
        of route: AssetRoute, from first: CalendarDate, through last: CalendarDate, at instant: Timestamp
    ) throws(MarketDataError) -> PriceHistory {
        guard let instrument = Instruments.instrument(route) else { throw .unknownSymbol(Self.symbol(route)) }
        let path = cache.wholePath(instrument, year: instant.date.year)
        guard let moment = path.moment(at: instant) else {
            return PriceHistory(source: .simulated, kind: instrument.kind, prices: [])
        }
        let now = moment.index
        let complete = moment.isOpen ? now : now + 1
        let begin = path.table.index(onOrAfter: SessionTable.day(first))
        let end = min(path.table.index(onOrAfter: SessionTable.day(last) + 1), complete)
        let adjustments = path.dividendAdjustments(now: now)
        var prices: [DailyPrice] = []
        if begin < end {
            prices.reserveCapacity(end - begin)
            for index in begin..<end {
                prices.append(path.row(index, now: now, dividends: adjustments.isEmpty ? 1 : adjustments[index]))
            }
        }
        let days = begin..<max(begin, min(path.table.index(onOrAfter: SessionTable.day(last) + 1), now + 1))
        return PriceHistory(
            source: .simulated, kind: instrument.kind, firstTradeDate: Self.firstDay, prices: prices,
            splits: path.actions.splits.filter { days.contains($0.index) }.map {
                StockSplit(date: path.table.date($0.index), numerator: $0.numerator, denominator: $0.denominator)
            },
            dividends: path.actions.dividends.filter { days.contains($0.index) }.map {
                CashDividend(date: path.table.date($0.index), amount: path.amount($0, now: now))
            })
    }

    /// Returns the price of an asset at an instant; `nil` if there is no such asset, or before its first price.
    public func latestPrice(of route: AssetRoute, at instant: Timestamp) -> LatestPrice? {
        guard let instrument = Instruments.instrument(route), let (path, moment) = position(instrument, at: instant)
        else {
            return nil
        }
        return LatestPrice(price: path.price(at: moment), asOf: moment.instant, source: .simulated)
    }

    static func symbol(_ route: AssetRoute) -> String {
        switch route {
        case .share(let ticker): ticker.symbol
        case .coin(let id): id
        }
    }
}

extension PricePath {
    /// The amount of a dividend for a share of session `now`.
    func amount(_ dividend: CorporateActions.Dividend, now: Int) -> ExactDecimal {
        let (numerator, denominator) = shares(dividend.index, now: now)
        return exactQuotient(dividend.amount * denominator, numerator, decimals: 6)
    }

    /// The factors by which the dividends up to session `now` reduce the closes of each session; empty if there are none.
    fileprivate func dividendAdjustments(now: Int) -> [Double] {
        guard !actions.dividends.isEmpty else { return [] }
        var factors = [Double](repeating: 1, count: now + 1)
        var factor = 1.0
        var upper = now + 1
        for dividend in actions.dividends.reversed() where dividend.index <= now {
            for index in dividend.index..<upper { factors[index] = factor }
            upper = dividend.index
            let (numerator, denominator) = shares(upper - 1, now: upper)
            let before = Double(self[upper - 1].close) / 100 * Double(denominator) / Double(numerator)
            factor *= 1 - Double(dividend.amount) / 1e6 / before
        }
        for index in 0..<upper { factors[index] = factor }
        return factors
    }

    /// The row of a session in a history.
    fileprivate func row(_ index: Int, now: Int, dividends factor: Double) -> DailyPrice {
        let (numerator, denominator) = shares(index, now: now)
        let decimals = instrument.decimals
        func price(_ units: Int32) -> ExactDecimal {
            exactQuotient(Int(units) * denominator, numerator, decimals: decimals)
        }
        let day = self[index]
        let close = price(day.close)
        var scale = 1e6
        for _ in 0..<decimals { scale /= 10 }
        let adjusted =
            factor == 1
            ? close
            : ExactDecimal(
                significand: Int64(
                    (Double(day.close) * Double(denominator) / Double(numerator) * factor * scale).rounded()),
                exponent: -6)
        return DailyPrice(
            date: table.date(index), close: close, open: price(day.open), high: price(day.high),
            low: price(day.low), volume: Int(volume(index)) * numerator / denominator, adjustedClose: adjusted)
    }
}
