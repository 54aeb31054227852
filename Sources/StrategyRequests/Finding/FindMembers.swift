package import AccountMargin
internal import ExactPayoff
package import OptionPricing
package import StrategyValuation

/// The members of a request of `find`.
package struct FindMembers: RequestMembers {
    package var currentPrice: Double?
    package var valuation: Timestamp?
    package var timeToExpiration: Double?
    package var riskFreeRate = 0.0, dividendYield = 0.0
    package var exercise = ExerciseStyle.european
    package var dividends: [RequestDividend] = []
    package var options: [QuoteMembers] = []
    package var fee = 0.0
    package var belief: BeliefMembers?
    package var holdings: [LegMembers] = []
    package var accountType: MarginAccount.AccountType?
    package var underlying = MarginUnderlying()
    package var search: SpaceMembers?
    package var filters: FilterMembers?
    package var objective: FindObjective?
    package var front: [FindObjective] = []
    package var limit: Int?
    package var confidenceLevel = 0.95
    package var timeLimit: Double?
    package var include: Set<FindRequest.Inclusion> = []
    package var greekUnits: GreekUnits
    package var isStrict = false

    package init(greekUnits: GreekUnits = .mathematical) { self.greekUnits = greekUnits }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        _ = visitor.number("currentPrice", .positive, &currentPrice, .required)
        visitor.text("valuationDate", &valuation)
        visitor.number("timeToExpiration", .positive, &timeToExpiration)
        visitor.number("riskFreeRate", .finite, &riskFreeRate)
        visitor.number("dividendYield", .finite, &dividendYield)
        visitor.text("exercise", &exercise)
        visitor.dividends(&dividends)
        let quote = QuoteMembers(valuation: valuation)
        _ = visitor.objects(
            "options", count: FindRequest.quoteCountRange, .quotes, setCount: options.count, .required
        ) { options.visitElement($1, defaults: quote, &$0) }
        visitor.number("fee", .nonNegative, &fee)
        _ = visitor.object("belief", &belief, defaults: BeliefMembers())
        let leg = LegMembers(valuation: valuation, absentPremium: .ignored)
        _ = visitor.objects(
            "holdings", count: FindRequest.holdingCountRange, .legs, setCount: holdings.count, .optional
        ) { holdings.visitElement($1, defaults: leg, &$0) }
        visitor.text("accountType", &accountType)
        visitor.object("underlying", &underlying)
        _ = visitor.object("search", &search, defaults: SpaceMembers())
        _ = visitor.object("filters", &filters, defaults: FilterMembers())
        let hasObjective = visitor.text("objective", &objective)
        let hasFront = visitor.isGiven("front", front.first)
        visitor.choicesInOrder("front", &front)
        if hasObjective, hasFront {
            visitor.report("front", .excludedBy("objective"), .absent)
        } else if !hasObjective, !hasFront {
            visitor.report("objective", .required, .absent)
        }
        let perStrategy = search?.perStrategy ?? false
        let limits =
            hasFront
            ? FindRequest.frontLimitRange
            : perStrategy ? FindRequest.limitPerStrategyRange : FindRequest.limitRange
        visitor.integer("limit", limits, &limit, .optional)
        visitor.number("confidenceLevel", .betweenZeroAndOne, &confidenceLevel)
        visitor.number("timeLimit", .positive, &timeLimit)
        visitor.choices("include", &include)
        visitor.text("greekUnits", &greekUnits)
        visitor.flag("strict", &isStrict)
    }
}

extension FindRequest.Inclusion: MemberChoice {}

extension FindObjective: MemberChoice {
    package static let allowedCases = allCases
    package static var kind: MemberTable.Kind { .oneOf(allCases.map(\.rawValue)) }
}

extension MemberVisitor where Self: ~Copyable {
    mutating func bounds(_ name: String, _ rule: StrategyRule, _ value: inout BoundMembers?) {
        _ = object(name, &value, defaults: BoundMembers(rule))
    }

    /// A list of words, whose order counts.
    mutating func choicesInOrder<Choice: MemberText>(_ name: String, _ value: inout [Choice]) {
        if let read = texts(name, Choice.self) { value = read.compactMap { Choice($0) } }
    }
}
