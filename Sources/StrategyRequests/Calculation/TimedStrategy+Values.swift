internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

extension TimedStrategy {
    /// Returns the strategy with the volatility of each leg.
    mutating func priced() throws(StrategyError) -> PricedStrategy {
        var priced: [PricedLeg] = []
        priced.reserveCapacity(legs.count)
        for (index, leg) in legs.enumerated() {
            guard leg.kind != .stock, let time = times[index] else {
                priced.append(PricedLeg(shares: leg))
                continue
            }
            priced.append(try pricedLeg(index, time))
        }
        return try PricedStrategy(priced, in: market)
    }

    /// Returns the profits at the prices of `curve` and at the requested times. At the first expiration they are those
    /// of the curve.
    func valueCurves(of strategy: PricedStrategy, along curve: PayoffCurve) throws(StrategyError) -> [ValueCurve] {
        let horizon = try horizon()
        let count = (extensions.valueDates?.count ?? RequestExtensions.defaultDateCount) * curve.count
        try StrategyError.require(count, "valueDates", .atMost(RequestLimits.scenarios, .valueCurvePoints))
        var curves: [ValueCurve] = []
        let stockPrices = curve.stockPrices
        for (date, elapsed) in try dates(extensions.valueDates, "valueDates", until: horizon) {
            if elapsed == horizon {
                try budget.spend(responsePoints: curve.count)
                curves.append(ValueCurve(date: date, curve: curve))
                continue
            }
            let grid = try ScenarioGrid(stockPrices: stockPrices, volatilityShifts: [0], elapsedTimes: [elapsed])
            let profits = try profits(of: strategy, in: grid, Inclusion.valueCurves.rawValue)
            curves.append(ValueCurve(date: date, curve: PayoffCurve(stockPrices: stockPrices, profitLosses: profits)))
        }
        return curves
    }

    /// Returns the greeks and the density at the prices of `curve`, in the units of the request. The numbers of each price,
    /// apart from the price itself, are points of the response.
    mutating func curveDetails(
        of strategy: PricedStrategy, along curve: PayoffCurve
    ) throws(StrategyError) -> CurveDetails {
        let distribution = try distribution()
        try budget.spend(responsePoints: curve.count.saturatingProduct(6))
        do throws(StrategyError) {
            return try strategy.curveDetails(at: curve.stockPrices, density: distribution, budget: budget)
                .converted(to: extensions.greekUnits)
        } catch {
            throw error.ofResult(Inclusion.curveDetails.rawValue)
        }
    }

    /// Returns the profits in the requested scenarios.
    func scenarios(of strategy: PricedStrategy) throws(StrategyError) -> ScenarioMatrix {
        let (grid, dates) = try scenarioGrid()
        let profits = try profits(of: strategy, in: grid, Inclusion.scenarios.rawValue)
        return ScenarioMatrix(grid, dates, profits)
    }

    /// Returns the requested scenarios, and their times in the form of the request.
    func scenarioGrid() throws(StrategyError) -> (grid: ScenarioGrid, dates: [ValueDate]) {
        let horizon = try horizon()
        let shifts = extensions.scenarioShifts
        let dates = try dates(shifts.dates, "scenarioGrid.dates", until: horizon)
        let prices = shifts.spot.map { ResultRounding.rounded(market.underlyingPrice * (1 + $0), 10) }
        try StrategyError.require(prices, "scenarios.stockPrices")
        let grid = try ScenarioGrid(
            stockPrices: prices, volatilityShifts: shifts.volatility, elapsedTimes: dates.map(\.elapsed))
        return (grid, dates.map(\.date))
    }

    private func profits(
        of strategy: PricedStrategy, in grid: ScenarioGrid, _ path: String
    ) throws(StrategyError) -> [Double] {
        do throws(StrategyError) {
            try budget.spend(responsePoints: grid.count)
            return try strategy.profits(in: grid, budget: budget).map { ResultRounding.rounded($0, 8) }
        } catch {
            throw error.ofResult(path)
        }
    }

    /// Returns the requested times in years after the valuation; by default the valuation, the midpoint to the first
    /// expiration, and the first expiration.
    private func dates(
        _ dates: [ValueDate]?, _ path: String, until horizon: Double
    ) throws(StrategyError) -> [(date: ValueDate, elapsed: Double)] {
        try (dates ?? defaultDates(until: horizon)).enumerated().map { (index, date) throws(StrategyError) in
            let path = dates == nil ? path : "\(path)[\(index)]"
            return (date, try elapsedTime(date, path, until: horizon))
        }
    }

    /// These are dates if the valuation and the first expiration are dates.
    private func defaultDates(until horizon: Double) -> [ValueDate] {
        guard let valuation = extensions.valuation, valuation == Timestamp(valuation.date),
            let expiration = firstExpirationDate(horizon)
        else { return [.years(0), .years(horizon / 2), .years(horizon)] }
        let days = valuation.date.days(to: expiration)
        let halfway = days > 1 ? valuation.date.adding(days: days / 2) : nil
        return [valuation.date, halfway, expiration].compactMap { $0.map { .date($0) } }
    }

    private func firstExpirationDate(_ horizon: Double) -> CalendarDate? {
        for (time, leg) in zip(times, legs) where time == horizon {
            if case .date(let date) = leg.expiration { return date }
        }
        return nil
    }

    /// Returns the distribution of the price at the first expiration.
    private mutating func distribution() throws(StrategyError) -> PriceDistribution {
        let horizon = try horizon()
        if let distribution = extensions.distribution { return .smile(try distribution.prices()) }
        let volatility = try findUnderlyingVolatility()
        return try PriceDistribution(market.carry(to: horizon), volatility: volatility, budget: budget)
    }

    /// Computes probabilities and means of the profit at the first expiration. Touching probabilities use
    /// `breakEvenPoints`, which are rounded, unless rounding has merged some of them.
    mutating func probabilities(
        of profile: PayoffProfile, _ calendar: HorizonProfile?, _ breakEvenPoints: [Double]
    ) throws(StrategyError) -> ProfitProbabilities {
        let prices = try distribution()
        let levels = extensions.confidenceLevels
        var probabilities =
            if let calendar {
                try ProfitProbabilities(
                    of: calendar, under: prices, levels: levels, profitLevels: extensions.profitLevels, budget: budget)
            } else {
                try ProfitProbabilities(
                    of: profile, under: prices, levels: levels, profitLevels: extensions.profitLevels, budget: budget)
            }
        let move = probabilities.expectedMove
        try StrategyError.require([probabilities.expectedProfitLoss], "probability.expectedProfitLoss")
        try StrategyError.require([probabilities.expectedProfit ?? 0], "probability.expectedProfit")
        try StrategyError.require([probabilities.expectedLoss ?? 0], "probability.expectedLoss")
        try StrategyError.require(probabilities.valueAtRisk.map(\.value), "probability.valueAtRisk")
        try StrategyError.require(probabilities.expectedShortfall.map(\.value), "probability.expectedShortfall")
        try StrategyError.require([move.lower, move.upper], "probability.expectedMove")
        if breakEvenPoints.count == probabilities.ofTouching.count {
            probabilities.ofTouching = zip(breakEvenPoints, probabilities.ofTouching).map {
                TouchingProbability(stockPrice: $0, probability: $1.probability)
            }
        }
        try addLevels(to: &probabilities, under: prices)
        return probabilities
    }

    /// Adds the requested probabilities of prices.
    private func addLevels(
        to probabilities: inout ProfitProbabilities, under prices: PriceDistribution
    ) throws(StrategyError) {
        try budget.spend((extensions.priceLevels.count + extensions.touchLevels.count) * WorkCost.probability)
        // A quantile is the root of a function.
        let places = extensions.priceLevels.count + 100 * extensions.standardDeviations.count
        try budget.spend(places * prices.placeCost)
        probabilities.ofPriceBelow = try extensions.priceLevels.map { (price) throws(StrategyError) in
            PriceProbability(stockPrice: price, probability: try prices.probability(below: price))
        }
        probabilities.ofTouching += try extensions.touchLevels.map { (price) throws(StrategyError) in
            TouchingProbability(stockPrice: price, probability: try prices.probabilityOfTouching(price))
        }
        probabilities.expectedMoves = try extensions.standardDeviations.map { (count) throws(StrategyError) in
            try prices.expectedMove(standardDeviations: count)
        }
        try StrategyError.require(
            probabilities.expectedMoves.flatMap { [$0.lower, $0.upper] }, "probability.expectedMoves")
    }
}
