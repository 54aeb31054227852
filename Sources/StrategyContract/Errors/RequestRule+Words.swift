internal import OptionPricing
internal import StrategyAnalytics

extension RequestRule {
    /// The code and the wording of the error for a value that breaks the rule.
    var words: (ContractError.Code, String) {
        switch self {
        case .finite: (.notAllowed, "must be finite")
        case .positive: (.notAllowed, "must be greater than 0")
        case .nonNegative: (.notAllowed, "must be 0 or greater")
        case .price: (.notAllowed, "must be greater than 0 and at most 1000000000000000")
        case .atLeastMinusOne: (.notAllowed, "must be -1 or greater")
        case .betweenZeroAndOne: (.notAllowed, "must lie between 0 and 1")
        case .integer(let range): (.notAllowed, "must be an integer \(Self.words(range))")
        case .elements(let range): (.notAllowed, "must hold \(range.lowerBound) to \(range.upperBound) elements")
        case .legs(let range): (.notAllowed, "must hold \(range.lowerBound) to \(range.upperBound) legs")
        case .positions(let range): (.notAllowed, "must hold \(range.lowerBound) to \(range.upperBound) positions")
        case .atMost(let limit, let counted): (.notAllowed, "must have at most \(limit) \(counted.words)")
        case .required: (.missing, "is required")
        case .requiredWhereVolatilitiesDiffer:
            (
                .missing,
                "is required: those of the legs differ, and the current price does not lie between their strikes"
            )
        case .greaterThan(let path): (.notAllowed, "must be greater than \(path)")
        case .afterValuation: (.notAllowed, "must be after valuationDate")
        case .notBeforeValuation: (.notAllowed, "must not be before valuationDate")
        case .notAfterFirstExpiration: (.notAllowed, "must not be after the first expiration")
        case .notGivenWith(let path): (.notAllowed, "must not be given with \(path)")
        case .noStrikePriceOfStock: (.notAllowed, #"must not be given for type "stock""#)
        case .optionForLaterExpiration:
            (.notAllowed, #"must be "call" or "put" for a later expiration, got "stock""#)
        case .determinesVolatility(let implied):
            (
                .notAllowed,
                "must determine a volatility where neither impliedVolatility nor volatility is given "
                    + "(\(Self.reason(implied)))"
            )
        case .moderateYield:
            (
                .notAllowed,
                "must be at most 20 in magnitude over the last time to expiration, where legs expire at different times"
            )
        case .representable:
            (
                .notRepresentable,
                "is too large for a number: its magnitude must be at most \(Double.greatestFiniteMagnitude)"
            )
        case .withinLimit(.bytes, let limit): (.tooLarge, "must be at most \(limit) bytes, got more")
        case .withinLimit(let name, let limit):
            (.workExceeded, "must take at most \(limit) \(name.rawValue), got more")
        case .notCancelled: (.cancelled, "was cancelled before its answer was complete")
        case .representableDiscount:
            (
                .notRepresentable,
                "must not discount a price, over the time to expiration, to more than a number can hold"
            )
        }
    }

    /// Whether a number that is not finite breaks this rule because it is not an integer.
    var isAboutIntegers: Bool {
        if case .integer = self { true } else { false }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        "from \(range.lowerBound) to \(range.upperBound)"
    }

    private static func reason(_ implied: ImpliedVolatility) -> String {
        switch implied {
        case .belowIntrinsic: "it is below the discounted intrinsic value"
        case .aboveMaximum: "it is above what any volatility gives"
        case .notDeterminable, .volatility: "it carries no information about volatility"
        }
    }
}

extension RequestRule.Counted {
    fileprivate var words: String {
        switch self {
        case .scenarios: "scenarios"
        case .scenariosOfAllPositions: "scenarios of all positions together"
        case .contractValues: "values of different contracts"
        case .valueCurvePoints: "points of all curves together"
        }
    }
}
