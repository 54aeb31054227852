internal import OptionPricing
internal import StrategyAnalytics

extension RequestExtensions {
    /// Throws unless every value is allowed.
    func validate(legs: [Leg]) throws(ContractError) {
        try Self.require(timeToExpiration, .timeToExpiration, .positive)
        try Self.require(riskFreeRate, .riskFreeRate, .finite)
        try Self.require(dividendYield, .dividendYield, .finite)
        try Self.require(volatility, .volatility, .positive)
        if let curveRange { try curveRange.validate() }
        try Self.require(confidenceLevels, "confidenceLevels", .betweenZeroAndOne)
        try Self.require(valueDates, "valueDates")
        try scenarioShifts.validate()
        guard legTerms.isEmpty || legTerms.count == legs.count else {
            throw ContractError(.notAllowed, path: "legs", "must have terms for all legs or for none")
        }
        for (number, terms) in legTerms.enumerated() {
            let path = ObjectPath.leg(number)
            try Self.require(terms.impliedVolatility, path.member(.impliedVolatility), .nonNegative)
            switch terms.expiration {
            case .years(let years): try Self.require(years, path.member(.timeToExpiration), .positive)
            case .date(let date):
                guard let valuation, DayCount.actual365Fixed(from: valuation, to: date) <= 0 else { continue }
                throw .notAllowed(
                    path.member(.expirationDate), "must be after valuationDate", got: "\"\(date)\"")
            case nil: continue
            }
        }
    }

    private static func require(_ value: Double?, _ name: Name, _ rule: NumberRule) throws(ContractError) {
        try require(value, name.text, rule)
    }

    fileprivate static func require(
        _ value: Double?, _ path: @autoclosure () -> String, _ rule: NumberRule
    ) throws(ContractError) {
        guard let value, let broken = rule.broken(by: value) else { return }
        throw .notAllowed(path(), broken, got: JSONWriter.text(value))
    }

    fileprivate static func require(_ values: [Double], _ path: String, _ rule: NumberRule) throws(ContractError) {
        try requireCount(values.count, path)
        for (index, value) in values.enumerated() { try require(value, "\(path)[\(index)]", rule) }
    }

    fileprivate static func require(_ dates: [ValueDate]?, _ path: String) throws(ContractError) {
        guard let dates else { return }
        try requireCount(dates.count, path)
        for (index, date) in dates.enumerated() {
            if case .years(let years) = date { try require(years, "\(path)[\(index)]", .nonNegative) }
        }
    }

    private static func requireCount(_ count: Int, _ path: String) throws(ContractError) {
        guard !Limits.listRange.contains(count) else { return }
        throw .notAllowed(path, Limits.listRule, got: "\(count)")
    }
}

extension CurveRange {
    fileprivate func validate() throws(ContractError) {
        let path = ObjectPath.member(.curveRange)
        try RequestExtensions.require(minimum, path.member(.minimum), .nonNegative)
        try RequestExtensions.require(maximum, path.member(.maximum), .price)
        guard minimum < maximum else {
            let rule = "must be greater than \(path.member(.minimum))"
            throw .notAllowed(path.member(.maximum), rule, got: JSONWriter.text(maximum))
        }
        guard Self.pointsRange.contains(points) else {
            throw .notAllowed(
                path.member(.points), ContractError.integerRule(Self.pointsRange), got: "\(points)")
        }
    }
}

extension ScenarioShifts {
    fileprivate func validate() throws(ContractError) {
        let path = ObjectPath.member(.scenarioGrid)
        try RequestExtensions.require(spot, path.member(.spotShifts), .atLeastMinusOne)
        try RequestExtensions.require(volatility, path.member(.volatilityShifts), .finite)
        try RequestExtensions.require(dates, path.member(.dates))
        guard count <= Limits.scenarios else { throw .notAllowed(path.text, Limits.scenarioRule, got: "\(count)") }
    }

    /// The number of scenarios.
    var count: Int { spot.count * volatility.count * (dates?.count ?? RequestExtensions.defaultDateCount) }
}
