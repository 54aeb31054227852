internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests

extension StrategyRule {
    /// The code of the error for a value that breaks the rule.
    var code: ContractError.Code {
        switch self {
        case .required, .requiredWhereVolatilitiesDiffer, .requiredForObjective, .requiredFor: .missing
        case .representable, .representableDiscount: .notRepresentable
        case .withinLimit(.bytes, _): .tooLarge
        case .withinLimit: .workExceeded
        case .notCancelled: .cancelled
        default: .notAllowed
        }
    }

    /// The text of the rule in messages, after the name of the value.
    var words: String {
        switch self {
        case .finite: "must be finite"
        case .positive: "must be greater than 0"
        case .nonNegative: "must be 0 or greater"
        case .priceOrZero: "must be 0 or greater and at most 1000000000000000"
        case .atLeastMinusOne: "must be -1 or greater"
        case .betweenZeroAndOne, .fromZeroToOne: "must lie between 0 and 1"
        case .betweenMinusOneAndOne: "must lie between -1 and 1"
        case .atLeastOne: "must be 1 or greater"
        case .fromMinusOneToZero: "must lie between -1 and 0"
        case .evenInteger(let range): "must be an even integer from \(range.lowerBound) to \(range.upperBound)"
        case .digits(let count): "must have prices whose exact amounts have at most \(count) digits"
        case .integer(let range): "must be an integer from \(range.lowerBound) to \(range.upperBound)"
        case .count(let range, let counted):
            range.count == 1
                ? "must hold \(range.lowerBound) \(counted.rawValue)"
                : "must hold \(range.lowerBound) to \(range.upperBound) \(counted.rawValue)"
        case .atMost(let limit, let counted): "must have at most \(limit) \(counted.rawValue)"
        case .required: "is required"
        case .requiredWhereVolatilitiesDiffer:
            "is required: those of the legs differ, and the current price does not lie between their strikes"
        case .greaterThan(let path): "must be greater than \(path)"
        case .atMostMaximum: "must be at most its maximum"
        case .requiredForObjective(let name): #"is required for objective "\#(name)""#
        case .requiredFor(let path): "is required for \(path)"
        case .differentObjectives: "must hold 2 or 3 different objectives"
        case .contractOf(let path): "is a contract that \(path) has already"
        case .supportedWithoutPairs(let objective):
            (objective.map { name in #""\#(name)" "# } ?? "") + "is not supported with search.expirations 2"
        case .supportedWithOneExpiration: "is not supported with options of several expirations"
        case .expirationOf(let path): "must be that of \(path)"
        case .afterValuation: "must be after valuationDate"
        case .notBeforeValuation: "must not be before valuationDate"
        case .notAfterFirstExpiration: "must not be after the first expiration"
        case .notGivenWith(let path), .notGivenInRowWith(let path), .excludedBy(let path):
            "must not be given with \(path)"
        case .notGivenWithValue(let path, let value): #"must not be given with \#(path) "\#(value)""#
        case .europeanForModel(let model): #"must be "european" for model "\#(model.rawValue)""#
        case .noStrikePriceOfStock: #"must not be given for type "stock""#
        case .optionForLaterExpiration: #"must be "call" or "put" for a later expiration, got "stock""#
        case .determinesVolatility(let implied):
            "must determine a volatility where neither impliedVolatility nor volatility is given "
                + "(\(Self.reason(implied)))"
        case .determinesLegVolatility(let implied):
            "must determine a volatility where impliedVolatility is not given (\(Self.reason(implied)))"
        case .noSharesIfCashSettled: #"must not be shares when underlying.settlement is "cash""#
        case .deltaOfStrikePrice: "must be a delta that some strike price gives"
        case .moderateYield:
            "must be at most 20 in magnitude over the last time to expiration, where legs expire at different times"
        case .smileFreeOfButterflyArbitrage:
            #""market" needs a smile free of butterfly arbitrage; this chain has none"#
        case .freeOfButterflyArbitrage: "must be free of butterfly arbitrage at every strike"
        case .supported: "is not supported"
        case .inPricingRange(let range, let terms):
            "must lie between \(JSONWriter.text(range.lowerBound)) and \(JSONWriter.text(range.upperBound)) for an option "
                + terms.words
        case .convergent: "has no value of the documented accuracy for these terms"
        case .one: "must be 1"
        case .equal(let path): "must equal \(path)"
        case .sameCount(let path): "must hold as many elements as \(path)"
        case .variedReturns: "must not rise or fall at a constant rate"
        case .positiveSemidefinite(let count):
            "must be positive semidefinite, and those of the first \(count) underlyings are not"
        case .positiveDefinite(let count):
            "must be positive definite for more than 64 underlyings, and those of the first \(count) are not"
        case .notBeforeHorizon: "must not be before the horizon"
        case .afterHorizon: "must be after the horizon"
        case .representable:
            "is too large for a number: its magnitude must be at most \(Double.greatestFiniteMagnitude)"
        case .representableDiscount:
            "must not discount a price, over the time to expiration, to more than a number can hold"
        case .withinLimit(.bytes, let limit): "must be at most \(limit) bytes, got more"
        case .withinLimit(let name, let limit): "must take at most \(limit) \(name.rawValue), got more"
        case .notCancelled: "was cancelled before its answer was complete"
        }
    }

    /// Whether the message shows the value.
    var showsValue: Bool { if case .excludedBy = self { false } else { true } }

    private static func reason(_ implied: ImpliedVolatility) -> String {
        switch implied {
        case .belowIntrinsic: "it is below the discounted intrinsic value"
        case .aboveMaximum: "it is above what any volatility gives"
        case .notDeterminable, .volatility: "it carries no information about volatility"
        }
    }
}

extension MemberTable.Kind {
    /// The text of the rule for strings in messages, after the name of the value; empty for other values.
    var words: String {
        switch self {
        case .choice(let words): ContractError.choiceRule(words)
        case .oneOf(let words): "must be one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .strategyName: "must be a name of docs/strategy-names.md"
        case .date: "must be a date YYYY-MM-DD"
        case .timestamp: "must be a date YYYY-MM-DD or an instant as in RFC 3339"
        case .valueDate: "must be a date YYYY-MM-DD or years after the valuation"
        case .number, .flag, .object, .list: ""
        }
    }
}

extension PricingError.Terms {
    fileprivate var words: String {
        switch self {
        case .americanExercise: "with American exercise"
        case .dividends: "with dividends"
        }
    }
}
