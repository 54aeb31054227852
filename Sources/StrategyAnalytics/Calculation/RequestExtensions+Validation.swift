internal import OptionPricing

extension RequestExtensions {
    /// Throws an error unless every value is allowed.
    func validate(legs: [Leg]) throws(StrategyError) {
        try StrategyError.require(timeToExpiration, "timeToExpiration", .positive)
        try StrategyError.require(riskFreeRate, "riskFreeRate", .finite)
        try StrategyError.require(dividendYield, "dividendYield", .finite)
        try StrategyError.require(volatility, "volatility", .positive)
        try curveRange?.validate()
        if let curvePrices {
            try StrategyError.require(
                curvePrices.count, "curvePrices", .count(RequestLimits.curvePriceRange, .elements))
            for (index, price) in curvePrices.enumerated() {
                try StrategyError.require(price, "curvePrices[\(index)]", .priceOrZero)
            }
            if curveRange != nil { throw StrategyError("curvePrices", .notGivenWith("curveRange")) }
        }
        try Self.require(confidenceLevels, "confidenceLevels", .betweenZeroAndOne)
        let lists: [([Double], String, StrategyRule)] = [
            (priceLevels, "priceLevels", .nonNegative), (profitLevels, "profitLevels", .finite),
            (touchLevels, "touchLevels", .nonNegative), (standardDeviations, "standardDeviations", .positive),
        ]
        for (values, path, rule) in lists where !values.isEmpty { try Self.require(values, path, rule) }
        try Self.require(valueDates, "valueDates")
        try scenarioShifts.validate()
        guard let valuation else { return }
        for (index, leg) in legs.enumerated() {
            guard case .date(let date) = leg.expiration, DayCount.actual365Fixed(from: valuation, to: date) <= 0
            else { continue }
            throw StrategyError("\(StrategyError.leg(index)).expirationDate", .afterValuation, .date(date))
        }
    }

    fileprivate static func require(_ values: [Double], _ path: String, _ rule: StrategyRule) throws(StrategyError) {
        try StrategyError.require(values.count, path, .count(RequestLimits.listRange, .elements))
        for (index, value) in values.enumerated() { try StrategyError.require(value, "\(path)[\(index)]", rule) }
    }

    fileprivate static func require(_ dates: [ValueDate]?, _ path: String) throws(StrategyError) {
        guard let dates else { return }
        try StrategyError.require(dates.count, path, .count(RequestLimits.listRange, .elements))
        for (index, date) in dates.enumerated() {
            guard case .years(let years) = date else { continue }
            try StrategyError.require(years, "\(path)[\(index)]", .nonNegative)
        }
    }
}

extension RequestExtensions {
    /// The prices of the curve that the request gives, ascending and without duplicates; `nil` for the default grid.
    var givenStockPrices: [Double]? {
        curvePrices.map { $0.map { DecimalPrice($0 + 0).value }.sortedWithoutDuplicates() } ?? curveRange?.stockPrices
    }
}

extension CurveRange {
    fileprivate func validate() throws(StrategyError) {
        try StrategyError.require(minimum, "curveRange.minimum", .nonNegative)
        try StrategyError.require(maximum, "curveRange.maximum", .priceOrZero)
        if minimum == maximum, points == 1 { return }
        guard minimum < maximum else {
            throw StrategyError("curveRange.maximum", .greaterThan("curveRange.minimum"), .number(maximum))
        }
        try StrategyError.require(points, "curveRange.points", .integer(Self.pointsRange))
    }

    /// The prices: evenly spaced, rounded to ten decimal places as all computed prices are, ascending and without
    /// duplicates.
    var stockPrices: [Double] {
        if points == 1 { return [minimum] }
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
    fileprivate func validate() throws(StrategyError) {
        try RequestExtensions.require(spot, "scenarioGrid.spotShifts", .atLeastMinusOne)
        try RequestExtensions.require(volatility, "scenarioGrid.volatilityShifts", .finite)
        try RequestExtensions.require(dates, "scenarioGrid.dates")
        try StrategyError.require(count, "scenarioGrid", .atMost(RequestLimits.scenarios, .scenarios))
    }

    /// The number of scenarios.
    var count: Int { spot.count * volatility.count * (dates?.count ?? RequestExtensions.defaultDateCount) }
}
