internal import ExactPayoff
package import StrategyValuation

extension RequestExtensions: RequestObject {
    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("valuationDate", &valuation)
        visitor.number("timeToExpiration", .positive, &timeToExpiration)
        visitor.number("riskFreeRate", .finite, &riskFreeRate)
        visitor.number("dividendYield", .finite, &dividendYield)
        let hasVolatility = visitor.number("volatility", .positive, &volatility)
        let hasRange = visitor.object("curveRange", &curveRange, defaults: .unread)
        visitor.choices("include", &include)
        visitor.valueDates("valueDates", &valueDates)
        visitor.numbers("confidenceLevels", .betweenZeroAndOne, &confidenceLevels)
        visitor.object("scenarioGrid", &scenarioShifts)
        visitor.choices("exclude", &exclude)
        _ = visitor.numbers(
            "curvePrices", .priceOrZero, count: RequestLimits.curvePriceRange, &curvePrices,
            hasRange ? .notGivenWith("curveRange") : .optional)
        visitor.text("greekUnits", &greekUnits)
        visitor.numbers("priceLevels", .nonNegative, emptyIfAbsent: &priceLevels)
        visitor.numbers("profitLevels", .finite, emptyIfAbsent: &profitLevels)
        visitor.numbers("touchLevels", .nonNegative, emptyIfAbsent: &touchLevels)
        visitor.numbers("standardDeviations", .positive, emptyIfAbsent: &standardDeviations)
        visitor.text("exercise", &exercise)
        visitor.dividends(&dividends)
        visitor.distribution(&distribution, hasVolatility: hasVolatility)
        visitor.text("accountType", &accountType)
        visitor.object("underlying", &underlying)
    }
}

extension Inclusion: MemberChoice {}
extension Exclusion: MemberChoice {}

extension GreekUnits: MemberChoice {
    // Stored, because `allCases` of another module allocates an array at each call.
    package static let allowedCases = allCases
}

extension CurveRange: RequestObject {
    /// A range whose members are to be read. It is not valid.
    static let unread = CurveRange(minimum: .nan, maximum: .nan, points: 0)

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.number("minimum", .nonNegative, &minimum, .required)
        visitor.number("maximum", .priceOrZero, &maximum, .required)
        visitor.integer("points", minimum == maximum ? Self.pointsOrOneRange : Self.pointsRange, &points, .required)
        guard !minimum.isNaN, !maximum.isNaN, points > 0, minimum > maximum || minimum == maximum && points > 1
        else { return }
        visitor.report("maximum", .greaterThan("minimum"), .number(maximum))
    }
}

extension ScenarioShifts: RequestObject {
    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.numbers("spotShifts", .atLeastMinusOne, &spot)
        visitor.numbers("volatilityShifts", .finite, &volatility)
        visitor.valueDates("dates", &dates)
        if count > RequestLimits.scenarios {
            visitor.reportObject(.atMost(RequestLimits.scenarios, .scenarios), .count(count))
        }
    }

    /// The number of scenarios.
    var count: Int {
        let dateCount = dates?.count ?? RequestExtensions.defaultDateCount
        return spot.count.saturatingProduct(volatility.count).saturatingProduct(dateCount)
    }
}
