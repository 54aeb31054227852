internal import ExactPayoff
package import OptionPricing

/// The members of a request of `risk`.
package struct RiskMembers: RequestMembers {
    package var valuation: Timestamp?
    package var horizonDate: CalendarDate?
    package var horizonDays, timeToHorizon: Double?
    package var riskFreeRate = 0.0
    package var exercise = ExerciseStyle.european
    package var underlyings: [UnderlyingMembers] = []
    package var correlations: [[Double]]?
    package var periodsPerYear = 252.0
    package var confidenceLevels = RequestExtensions.defaultConfidenceLevels
    package var scenarios = 10_000
    package var seed = 0
    package var include: Set<RiskInclusion> = []
    package var isStrict = false

    package init() {}

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("valuationDate", &valuation)
        let hasDate = visitor.text("horizonDate", &horizonDate)
        if let valuation, let horizonDate, DayCount.actual365Fixed(from: valuation, to: horizonDate) <= 0 {
            visitor.report("horizonDate", .afterValuation, .date(horizonDate))
        }
        let hasDays = visitor.number(
            "horizonDays", .positive, &horizonDays, hasDate ? .notGivenWith("horizonDate") : .optional)
        _ = visitor.number(
            "timeToHorizon", .positive, &timeToHorizon,
            hasDate ? .notGivenWith("horizonDate") : hasDays ? .notGivenWith("horizonDays") : .required)
        visitor.number("riskFreeRate", .finite, &riskFreeRate)
        visitor.text("exercise", &exercise)
        let underlying = UnderlyingMembers(valuation: valuation)
        _ = visitor.objects(
            "underlyings", count: RequestLimits.underlyingRange, .underlyings, setCount: underlyings.count, .required
        ) { underlyings.visitElement($1, defaults: underlying, &$0) }
        visitor.matrix("correlations", .betweenMinusOneAndOne, count: RequestLimits.underlyingRange, &correlations)
        visitor.number("periodsPerYear", .positive, &periodsPerYear)
        visitor.numbers("confidenceLevels", .betweenZeroAndOne, &confidenceLevels)
        visitor.integer("scenarios", RequestLimits.randomScenarioRange, &scenarios)
        visitor.integer("seed", RequestLimits.seedRange, &seed)
        visitor.choices("include", &include)
        visitor.flag("strict", &isStrict)
    }
}

/// The members of an underlying of a portfolio.
package struct UnderlyingMembers: RequestObject {
    package var identifier: [UInt8]?
    package var currentPrice, volatility: Double?
    package var dividendYield = 0.0
    package var dividends: [RequestDividend] = []
    package var history: [Double]?
    package var positions: [PositionMembers] = []
    private let valuation: Timestamp?

    /// Creates an empty underlying, to be read, of a request with a valuation.
    init(valuation: Timestamp?) { self.valuation = valuation }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.identifier(&identifier)
        let hasHistory = visitor.isGiven("history", history)
        _ = visitor.number("currentPrice", .positive, &currentPrice, .required)
        _ = visitor.number("volatility", .positive, &volatility, hasHistory ? .optional : .required)
        visitor.number("dividendYield", .finite, &dividendYield)
        visitor.dividends(&dividends)
        _ = visitor.numbers("history", .positive, count: RequestLimits.historyRange, &history, .optional)
        let position = PositionMembers(valuation: valuation, absentPremium: .ignored)
        _ = visitor.objects(
            "positions", count: RequestLimits.positionRange, .positions, setCount: positions.count, .required
        ) { positions.visitElement($1, defaults: position, &$0) }
    }
}

extension RiskInclusion: MemberChoice {}
