package import ExactPayoff
package import OptionPricing
package import StrategyValuation

/// The members of a line of `options price` or `options implied-volatility`.
package struct OptionMembers: RequestMembers {
    /// The number that a line gives in addition to the option.
    package enum Given {
        case volatility, price
    }

    package var type: OptionKind?
    package var model: PricingModel?
    package var currentPrice, forwardPrice, strikePrice: Double?
    package var timeToExpiration: Double?
    package var valuation: Timestamp?
    package var expirationDate: CalendarDate?
    package var riskFreeRate = 0.0, dividendYield = 0.0
    package var exercise: ExerciseStyle
    package var dividends: [RequestDividend] = []
    /// Whether the line gives dividends, perhaps none.
    package private(set) var hasDividends = false
    /// The volatility or the price.
    package var number: Double?
    package var greekUnits: GreekUnits?
    package var delta: Double?
    package var isStrict = false
    package let given: Given

    /// Creates an empty line with a volatility or a price, to be read.
    package init(_ given: Given, exercise: ExerciseStyle = .european) {
        self.given = given
        self.exercise = exercise
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("type", &type, .required)
        let hasModel = visitor.text("model", &model)
        // In the normal model, prices may have either sign, and so they may in an unknown one.
        let sign: StrategyRule = (model?.allowsNegativePrices ?? hasModel) ? .finite : .positive
        let hasSpot = visitor.number("currentPrice", sign, &currentPrice)
        let hasForward = visitor.number(
            "forwardPrice", sign, &forwardPrice, hasSpot ? .notGivenWith("currentPrice") : .optional)
        if !hasSpot, !hasForward { visitor.report("currentPrice", .required, .absent) }
        let hasDelta = given == .volatility && visitor.isGiven("delta", delta)
        let hasStrike: Bool
        if hasDelta {
            hasStrike = visitor.isGiven("strikePrice", strikePrice)
            visitor.skip("strikePrice")
        } else {
            hasStrike = visitor.number("strikePrice", sign, &strikePrice, .required)
        }
        visitTimes(&visitor)
        visitor.number("riskFreeRate", .finite, &riskFreeRate)
        visitor.number("dividendYield", .finite, &dividendYield)
        visitor.text("exercise", &exercise)
        hasDividends = visitor.dividends(&dividends)
        _ = visitor.number(given == .price ? "price" : "volatility", .nonNegative, &number, .required)
        visitor.text("greekUnits", &greekUnits)
        visitor.flag("strict", &isStrict)
        guard given == .volatility else { return }
        _ = visitor.number(
            "delta", .betweenMinusOneAndOne, &delta,
            hasStrike ? .notGivenWith("strikePrice") : .optional)
    }

    /// The years to expiration are given, or they are the time between two dates.
    private mutating func visitTimes<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        let hasTime = visitor.number("timeToExpiration", .nonNegative, &timeToExpiration)
        let hasValuation = visitor.text("valuationDate", &valuation)
        let hasExpiration = visitor.text(
            "expirationDate", &expirationDate, hasTime ? .notGivenWith("timeToExpiration") : .optional)
        if !hasTime, !hasExpiration {
            visitor.report(hasValuation ? "expirationDate" : "timeToExpiration", .required, .absent)
        } else if !hasTime, !hasValuation {
            visitor.report("valuationDate", .required, .absent)
        }
        guard !hasTime, let valuation, let expirationDate else { return }
        let years = DayCount.actual365Fixed(from: valuation, to: expirationDate)
        if years > 0 {
            timeToExpiration = years
        } else {
            visitor.report("expirationDate", .afterValuation, .date(expirationDate))
        }
    }

    /// The option; the members are valid.
    fileprivate func validOption() throws(StrategyError) -> ModelledOption {
        try requireMethod()
        let dividends = try dividends.discreteDividends(from: valuation)
        return try StrategyError.converting { () throws(PricingError) in try option(dividends) }
    }

    /// Throws an error if the model, a forward price or the delta is not for American exercise or dividends. The members are valid.
    fileprivate func requireMethod() throws(StrategyError) {
        if !dividends.isEmpty {
            if forwardPrice != nil { throw StrategyError("dividends", .notGivenWith("forwardPrice"), .array) }
            if let model, model != .blackScholesMerton {
                throw StrategyError("dividends", .notGivenWithValue("model", model.rawValue), .array)
            }
            if let delta { throw StrategyError("delta", .notGivenWith("dividends"), .number(delta)) }
        }
        guard exercise == .american else { return }
        if let model, model != .blackScholesMerton {
            throw StrategyError("exercise", .europeanForModel(model), .word(exercise.rawValue))
        }
        if let delta {
            throw StrategyError("delta", .notGivenWithValue("exercise", exercise.rawValue), .number(delta))
        }
    }

    /// The option; the members are valid. Without a strike price, that of an option with a delta, it is 1.
    fileprivate func option(_ dividends: [DiscreteDividend]) throws(PricingError) -> ModelledOption {
        guard let type, let timeToExpiration, let underlying = forwardPrice ?? currentPrice else {
            preconditionFailure("a required member without a value breaks a rule")
        }
        let market =
            forwardPrice == nil
            ? try OptionMarket(
                spot: underlying, riskFreeRate: riskFreeRate, dividendYield: dividendYield, dividends: dividends)
            : try OptionMarket(forward: underlying, riskFreeRate: riskFreeRate)
        return try ModelledOption(
            OptionTerms(type, strike: strikePrice ?? 1, timeToExpiration: timeToExpiration, exercise: exercise),
            in: market, model: model ?? .blackScholesMerton)
    }
}

extension PricingModel: MemberChoice {}

extension ExerciseStyle: MemberChoice {
    // Stored, because `allCases` of another module allocates an array at each call.
    package static let allowedCases = allCases
}

extension OptionKind: MemberChoice {
    package var word: String {
        switch self {
        case .call: "call"
        case .put: "put"
        }
    }
}

extension PriceRequest {
    /// Creates a request from valid members.
    package init(_ members: OptionMembers) throws(StrategyError) {
        let option = try members.validOption()
        let volatility = members.number ?? .nan
        if let delta = members.delta {
            try self.init(option, delta: delta, volatility: volatility, greekUnits: members.greekUnits)
        } else {
            try self.init(option, volatility: volatility, greekUnits: members.greekUnits)
        }
    }
}

extension ImpliedVolatilityRequest {
    /// Creates a request from valid members.
    package init(_ members: OptionMembers) throws(StrategyError) {
        let option = try members.validOption()
        try self.init(option, price: members.number ?? .nan, greekUnits: members.greekUnits)
    }
}
