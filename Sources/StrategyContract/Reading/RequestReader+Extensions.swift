internal import CSimdjson
internal import OptionPricing
internal import StrategyAnalytics

extension RequestDecoder {
    private static let inclusions: [Name] = [.greeks, .probability, .valueCurves, .scenarios, .strategyName]

    /// Reads what the request itself says beyond the contract's table.
    ///
    /// - Returns: Whether it says anything.
    mutating func read(_ extensions: inout RequestExtensions, _ fields: ObjectFields) -> Bool {
        extensions.valuation = reader.timestamp(.valuationDate, ifPresentIn: fields)
        extensions.timeToExpiration = reader.number(.timeToExpiration, ifPresentIn: fields, .positive)
        extensions.riskFreeRate = reader.number(.riskFreeRate, ifPresentIn: fields, .finite) ?? 0
        extensions.dividendYield = reader.number(.dividendYield, ifPresentIn: fields, .finite) ?? 0
        extensions.volatility = reader.number(.volatility, ifPresentIn: fields, .positive)
        extensions.curveRange = curveRange(fields)
        if let names = reader.choices(.include, ifPresentIn: fields, of: Self.inclusions) {
            extensions.include = Set(names.compactMap { Inclusion(rawValue: $0.text) })
        }
        extensions.valueDates = reader.valueDates(.valueDates, ifPresentIn: fields)
        if let levels = reader.numbers(.confidenceLevels, ifPresentIn: fields, .betweenZeroAndOne) {
            extensions.confidenceLevels = levels
        }
        if let grid = reader.object(.scenarioGrid, ifPresentIn: fields) {
            read(&extensions.scenarioShifts, grid)
        }
        let names: [Name] = [
            .valuationDate, .timeToExpiration, .riskFreeRate, .dividendYield, .volatility, .curveRange, .include,
            .valueDates, .confidenceLevels, .scenarioGrid,
        ]
        return names.contains { fields[$0] != nil }
    }

    /// Reads what a leg says beyond the contract's table.
    mutating func terms(_ fields: ObjectFields, valuation: Timestamp?) -> LegTerms {
        var terms = LegTerms()
        terms.impliedVolatility = reader.number(.impliedVolatility, ifPresentIn: fields, .nonNegative)
        let years = reader.number(.timeToExpiration, ifPresentIn: fields, .positive)
        guard let index = fields[.expirationDate], let date = reader.date(.expirationDate, fields) else {
            terms.expiration = years.map { .years($0) }
            return terms
        }
        terms.expiration = .date(date)
        if fields[.timeToExpiration] != nil {
            report(index, .expirationDate, fields, "must not be given with \(fields.path.member(.timeToExpiration))")
        } else if let valuation, DayCount.actual365Fixed(from: valuation, to: date) <= 0 {
            report(index, .expirationDate, fields, "must be after valuationDate")
        }
        return terms
    }

    private mutating func curveRange(_ request: ObjectFields) -> CurveRange? {
        guard let fields = reader.object(.curveRange, ifPresentIn: request) else { return nil }
        for name in [Name.minimum, .maximum] where fields[name] == nil { reader.reportMissing(name, fields) }
        let minimum = reader.number(.minimum, ifPresentIn: fields, .nonNegative)
        let maximum = reader.number(.maximum, ifPresentIn: fields, .price)
        let points = reader.integer(.points, .points, CurveRange.pointsRange, fields)
        guard let minimum, let maximum, let points, let index = fields[.maximum] else { return nil }
        guard minimum < maximum else {
            report(index, .maximum, fields, "must be greater than \(fields.path.member(.minimum))")
            return nil
        }
        return CurveRange(minimum: minimum, maximum: maximum, points: points)
    }

    private mutating func read(_ shifts: inout ScenarioShifts, _ fields: ObjectFields) {
        if let spot = reader.numbers(.spotShifts, ifPresentIn: fields, .atLeastMinusOne) { shifts.spot = spot }
        if let volatility = reader.numbers(.volatilityShifts, ifPresentIn: fields, .finite) {
            shifts.volatility = volatility
        }
        shifts.dates = reader.valueDates(.dates, ifPresentIn: fields)
    }

    /// Reports a member for what it is to another.
    private mutating func report(_ index: Int, _ name: Name, _ fields: ObjectFields, _ rule: String) {
        reader.report(index) { .notAllowed(fields.path.member(name), rule, got: $0) }
    }
}
