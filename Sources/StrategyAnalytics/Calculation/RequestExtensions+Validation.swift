internal import OptionPricing

extension RequestExtensions {
    /// Throws an error unless every value is allowed.
    func validate(legs: [Leg]) throws(CalculationError) {
        try CalculationError.require(timeToExpiration, "timeToExpiration", .positive)
        try CalculationError.require(riskFreeRate, "riskFreeRate", .finite)
        try CalculationError.require(dividendYield, "dividendYield", .finite)
        try CalculationError.require(volatility, "volatility", .positive)
        try curveRange?.validate()
        try Self.require(confidenceLevels, "confidenceLevels", .betweenZeroAndOne)
        try Self.require(valueDates, "valueDates")
        try scenarioShifts.validate()
        guard let valuation else { return }
        for (index, leg) in legs.enumerated() {
            guard case .date(let date) = leg.expiration, DayCount.actual365Fixed(from: valuation, to: date) <= 0
            else { continue }
            throw CalculationError("\(CalculationError.leg(index)).expirationDate", .afterValuation, .date(date))
        }
    }

    fileprivate static func require(_ values: [Double], _ path: String, _ rule: RequestRule) throws(CalculationError) {
        try requireCount(values.count, path)
        for (index, value) in values.enumerated() { try CalculationError.require(value, "\(path)[\(index)]", rule) }
    }

    fileprivate static func require(_ dates: [ValueDate]?, _ path: String) throws(CalculationError) {
        guard let dates else { return }
        try requireCount(dates.count, path)
        for (index, date) in dates.enumerated() {
            guard case .years(let years) = date else { continue }
            try CalculationError.require(years, "\(path)[\(index)]", .nonNegative)
        }
    }

    private static func requireCount(_ count: Int, _ path: String) throws(CalculationError) {
        guard !RequestLimits.listRange.contains(count) else { return }
        throw CalculationError(path, .elements(RequestLimits.listRange), .count(count))
    }
}

extension CurveRange {
    fileprivate func validate() throws(CalculationError) {
        try CalculationError.require(minimum, "curveRange.minimum", .nonNegative)
        try CalculationError.require(maximum, "curveRange.maximum", .price)
        guard minimum < maximum else {
            throw CalculationError("curveRange.maximum", .greaterThan("curveRange.minimum"), .number(maximum))
        }
        guard Self.pointsRange.contains(points) else {
            throw CalculationError("curveRange.points", .integer(Self.pointsRange), .count(points))
        }
    }

    /// The prices: evenly spaced, rounded to ten decimal places as all computed prices are, ascending and without
    /// duplicates.
    var stockPrices: [Double] {
        let steps = Double(points - 1)
        var prices = [minimum]
        for index in 1..<points - 1 {
            // This form is exact at both ends.
            let position = Double(index) / steps
            let price = ResultRounding.rounded(minimum * (1 - position) + maximum * position, 10)
            if price > prices[prices.count - 1], price < maximum { prices.append(price) }
        }
        return prices + [maximum]
    }
}

extension ScenarioShifts {
    fileprivate func validate() throws(CalculationError) {
        try RequestExtensions.require(spot, "scenarioGrid.spotShifts", .atLeastMinusOne)
        try RequestExtensions.require(volatility, "scenarioGrid.volatilityShifts", .finite)
        try RequestExtensions.require(dates, "scenarioGrid.dates")
        guard count <= RequestLimits.scenarios else {
            throw CalculationError("scenarioGrid", .atMost(RequestLimits.scenarios, .scenarios), .count(count))
        }
    }

    /// The number of scenarios.
    var count: Int { spot.count * volatility.count * (dates?.count ?? RequestExtensions.defaultDateCount) }
}
