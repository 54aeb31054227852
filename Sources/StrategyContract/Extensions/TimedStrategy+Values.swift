internal import OptionPricing
internal import StrategyAnalytics

extension TimedStrategy {
    /// The strategy with every leg at its volatility, which `conventions` learns.
    func priced(_ conventions: inout Conventions) throws(ContractError) -> PricedStrategy {
        var priced: [PricedLeg] = []
        priced.reserveCapacity(legs.count)
        for (index, leg) in legs.enumerated() {
            guard leg.instrument != .stock, let time = times[index] else {
                priced.append(PricedLeg(shares: leg))
                continue
            }
            let volatility = try volatility(of: index, &conventions)
            priced.append(
                try ContractError.translating(in: ObjectPath.leg(index).text) { () throws(PricingError) in
                    try PricedLeg(leg, timeToExpiration: time, volatility: volatility)
                })
        }
        return try ContractError.translating { () throws(StrategyError) in
            try PricedStrategy(priced, in: market)
        }
    }

    /// The volatility of an option leg, which goes into `conventions`, where it is found the next time.
    func volatility(of index: Int, _ conventions: inout Conventions) throws(ContractError) -> Double {
        if let known = conventions.legs?[index]?.impliedVolatility { return known }
        let volatility = try volatility(of: index)
        conventions.legs?[index]?.impliedVolatility = volatility.value
        conventions.legs?[index]?.source = volatility.source.rawValue
        return volatility.value
    }

    /// Profits at the prices of `curve`, at the times that the request asks for. At the first expiration they are those of
    /// the curve.
    func valueCurves(
        of strategy: PricedStrategy, along curve: PayoffCurve
    ) throws(ContractError) -> [ValueCurve] {
        let horizon = try horizon()
        let count = (extensions.valueDates?.count ?? RequestExtensions.defaultDateCount) * curve.count
        guard count <= Limits.scenarios else {
            let rule = "must have at most \(Limits.scenarios) points of all curves together"
            throw .notAllowed(Name.valueDates.text, rule, got: "\(count)")
        }
        var curves: [ValueCurve] = []
        for (date, elapsed) in try dates(extensions.valueDates, Name.valueDates.text, until: horizon) {
            if elapsed == horizon {
                curves.append(ValueCurve(date: date, curve: curve))
                continue
            }
            let grid = try grid(curve.stockPrices, [0], [elapsed])
            let profits = try profits(of: strategy, in: grid, Inclusion.valueCurves.rawValue)
            curves.append(
                ValueCurve(date: date, curve: PayoffCurve(stockPrices: curve.stockPrices, profitLosses: profits)))
        }
        return curves
    }

    /// Profits in the scenarios that the request asks for.
    func scenarios(of strategy: PricedStrategy) throws(ContractError) -> ScenarioMatrix {
        let (grid, dates) = try scenarioGrid()
        let profits = try profits(of: strategy, in: grid, Inclusion.scenarios.rawValue)
        return ScenarioMatrix(grid, dates, profits)
    }

    /// The scenarios that the request asks for, and their times as it gives them.
    func scenarioGrid() throws(ContractError) -> (grid: ScenarioGrid, dates: [ValueDate]) {
        let horizon = try horizon()
        let shifts = extensions.scenarioShifts
        let path = ObjectPath.member(.scenarioGrid).member(.dates)
        let dates = try dates(shifts.dates, path, until: horizon)
        let prices = shifts.spot.map { ResultRounding.rounded(market.spot * (1 + $0), 10) }
        try ContractError.require(prices, "scenarios.stockPrices")
        return (try grid(prices, shifts.volatility, dates.map(\.elapsed)), dates.map(\.date))
    }

    private func grid(
        _ stockPrices: [Double], _ volatilityShifts: [Double], _ elapsedTimes: [Double]
    ) throws(ContractError) -> ScenarioGrid {
        try ContractError.translating { () throws(StrategyError) in
            try ScenarioGrid(
                stockPrices: stockPrices, volatilityShifts: volatilityShifts, elapsedTimes: elapsedTimes)
        }
    }

    private func profits(
        of strategy: PricedStrategy, in grid: ScenarioGrid, _ path: String
    ) throws(ContractError) -> [Double] {
        do throws(PricingError) {
            return try strategy.profits(in: grid).map { ResultRounding.rounded($0, 8) }
        } catch {
            throw .notRepresentable(path)
        }
    }

    /// The times that a request asks for, in years from the valuation; where it asks for none: now, halfway to the first
    /// expiration, and then.
    private func dates(
        _ dates: [ValueDate]?, _ path: String, until horizon: Double
    ) throws(ContractError) -> [(date: ValueDate, elapsed: Double)] {
        var result: [(date: ValueDate, elapsed: Double)] = []
        guard let dates else {
            for date in defaultDates(until: horizon) {
                result.append((date, try elapsedTime(date, path, until: horizon)))
            }
            return result
        }
        for (index, date) in dates.enumerated() {
            result.append((date, try elapsedTime(date, "\(path)[\(index)]", until: horizon)))
        }
        return result
    }

    /// As dates where the valuation and the first expiration are.
    private func defaultDates(until horizon: Double) -> [ValueDate] {
        guard let valuation = extensions.valuation, valuation == Timestamp(valuation.date),
            let expiration = firstExpirationDate(horizon)
        else { return [.years(0), .years(horizon / 2), .years(horizon)] }
        let days = valuation.date.days(to: expiration)
        let halfway = days > 1 ? valuation.date.adding(days: days / 2) : nil
        return [valuation.date, halfway, expiration].compactMap { $0.map { .date($0) } }
    }

    private func firstExpirationDate(_ horizon: Double) -> CalendarDate? {
        for (time, terms) in zip(times, extensions.legTerms) where time == horizon {
            if case .date(let date) = terms.expiration { return date }
        }
        return nil
    }
}

extension Conventions {
    init(_ strategy: TimedStrategy, _ horizon: Double?) {
        self.init(
            valuationDate: strategy.extensions.valuation?.description, timeToExpiration: horizon,
            riskFreeRate: strategy.market.riskFreeRate, dividendYield: strategy.market.dividendYield,
            legs: strategy.times.map { $0.map { LegConvention(timeToExpiration: $0) } })
    }
}
