internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation
internal import VolatilitySmile

/// Writes the conventions in sentences.
extension JSONWriter {
    mutating func append(_ conventions: Conventions) {
        append("{")
        member("model", depth: 2)
        append("\"")
        append(Conventions.modelWords(conventions.exercise))
        if !conventions.dividends.isEmpty { append(", discrete dividends (spot model)") }
        append("\"")
        nextMember("dayCount", depth: 2, #""actual/365 fixed, dates at 00:00 UTC""#)
        nextMember("valuationDate", depth: 2, ifPresent: conventions.valuation) { $0.append(quoted: $1.description) }
        nextMember("timeToExpiration", depth: 2, ifPresent: conventions.timeToExpiration) { $0.append($1) }
        nextMember("riskFreeRate", depth: 2, ifPresent: conventions.riskFreeRate) { $0.append($1) }
        nextMember("dividendYield", depth: 2, ifPresent: conventions.dividendYield) { $0.append($1) }
        if !conventions.dividends.isEmpty {
            nextMember("dividends", depth: 2)
            append(lines: conventions.dividends, depth: 2) { $0.append($1) }
            nextMember("shares", depth: 2, #""neither earn nor owe dividends""#)
        }
        nextMember("compounding", depth: 2, #""continuous""#)
        if let volatility = conventions.underlyingVolatility {
            nextMember("volatility", depth: 2, ifPresent: volatility.value) { $0.append($1) }
            nextMember("volatilitySource", depth: 2, volatility.source.words)
        }
        nextMember("distribution", depth: 2, ifPresent: conventions.distribution) { $0.append($1) }
        nextMember("legs", depth: 2, ifPresent: conventions.legs) { writer, legs in
            let hasExercise = conventions.statesExercise
            writer.append(lines: legs, depth: 2) { $0.append($1, hasExercise: hasExercise) }
        }
        if !conventions.isCertified {
            nextMember(
                "search", depth: 2,
                #""break-evens and extremes between prices very near each other may be missing""#)
        }
        if let units = conventions.greekUnits {
            nextMember("greekUnits", depth: 2)
            appendGreekUnits(isMarket: units == .market, hasHigher: conventions.hasHigherGreeks)
        }
        if let probability = conventions.probability {
            nextMember("probability", depth: 2)
            append(probability.words)
        }
        if conventions.volatilityShifts != nil {
            nextMember(
                "volatilityShifts", depth: 2,
                #""added to the volatility of every leg, which is 0 where it would be negative""#)
        }
        line(depth: 1)
        append("}")
    }

    mutating func appendGreekUnits(isMarket: Bool, hasHigher: Bool) {
        append("{")
        member("position", depth: 3, #""signed by the side of the trade, times quantity and shares per contract""#)
        nextMember("delta", depth: 3, #""per 1 of stock price""#)
        nextMember("gamma", depth: 3, #""delta per 1 of stock price""#)
        nextMember(
            "theta", depth: 3, isMarket ? #""per calendar day of time passing""# : #""per year of time passing""#)
        nextMember(
            "vega", depth: 3, isMarket ? #""per percentage point of volatility""# : #""per 1.00 of volatility""#)
        nextMember("rho", depth: 3, isMarket ? #""per percentage point of rate""# : #""per 1.00 of rate""#)
        if hasHigher { appendHigherGreekUnits() }
        line(depth: 2)
        append("}")
    }

    mutating func append(_ distribution: RequestDistribution) {
        let smile = distribution.smile
        append(inline: [
            ("forward", distribution.forward), ("timeToExpiration", distribution.timeToExpiration),
            ("level", smile.level), ("slope", smile.slope), ("correlation", smile.correlation),
            ("shift", smile.shift), ("width", smile.width),
        ])
    }

    /// Writes the units of the further greeks, which are the same in all units of greeks.
    private mutating func appendHigherGreekUnits() {
        let units: [(name: StaticString, words: StaticString)] = [
            ("epsilon", #""per 1.00 of dividend yield""#),
            ("vanna", #""delta per 1.00 of volatility""#),
            ("vomma", #""per 1.00 of volatility, squared""#),
            ("charm", #""delta per year of time passing""#),
            ("speed", #""gamma per 1 of stock price""#),
            ("zomma", #""gamma per 1.00 of volatility""#),
            ("color", #""gamma per year of time passing""#),
            ("ultima", #""per 1.00 of volatility, cubed""#),
            ("dualDelta", #""per 1 of strike price""#),
            ("dualGamma", #""dual delta per 1 of strike price""#),
            ("veta", #""per 1.00 of volatility and year of time passing""#),
            (
                "lambda",
                #""relative change of the value of a leg per relative change of the stock price; not multiplied""#
            ),
        ]
        for unit in units { nextMember(unit.name, depth: 3, unit.words) }
    }

    /// Writes the conventions of a leg, with its exercise style if any leg of the request is American.
    mutating func append(_ leg: Conventions.LegConvention?, hasExercise: Bool) {
        guard let leg else { return append("null") }
        append("{")
        name("timeToExpiration")
        append(leg.timeToExpiration)
        if let volatility = leg.volatility {
            comma()
            name("impliedVolatility")
            append(volatility.value)
            comma()
            name("source")
            append(quoted: volatility.source.rawValue)
        }
        if let premiumSource = leg.premiumSource {
            comma()
            name("premiumSource")
            append(quoted: premiumSource.rawValue)
        }
        if hasExercise {
            comma()
            name("exercise")
            append(quoted: leg.exercise.rawValue)
        }
        append("}")
    }
}

extension Conventions {
    /// The model of options with this exercise style; `nil` if some are American and some European.
    static func modelWords(_ exercise: ExerciseStyle?) -> StaticString {
        switch exercise {
        case .european: "Black-Scholes-Merton, European exercise"
        case .american: "Black-Scholes-Merton, American exercise"
        case nil: "Black-Scholes-Merton, exercise of each leg"
        }
    }
}

extension Conventions.ProbabilityMeasure {
    fileprivate var words: StaticString {
        switch self {
        case .lognormalAtFirstExpiration:
            #""at the first expiration, ln S ~ N(ln S0 + (r - q - v^2/2) T, v^2 T); not discounted; valueAtRisk and expectedShortfall are losses; expectedMove is one standard deviation of ln S around its mean""#
        case .smileAtFirstExpiration:
            #""at the first expiration, P(S < K) = 1 + dC/dK with call prices C by Black (1976) at the volatility of the smile in distribution; not discounted; valueAtRisk and expectedShortfall are losses; expectedMove holds the quantiles at N(-1) and N(1)""#
        case .afterDividendsAtFirstExpiration:
            #""at the first expiration, after its dividends; between ex-dates, ln S changes by N((r - q - v^2/2) t, v^2 t); not discounted; valueAtRisk and expectedShortfall are losses; expectedMove holds the quantiles at N(-1) and N(1)""#
        }
    }
}

extension Conventions.UnderlyingVolatility.Source {
    var words: StaticString {
        switch self {
        case .given: #""given""#
        case .legsAgree: #""legs of the first expiration, which have this one""#
        case .legsAtCurrentPrice: #""legs of the first expiration at the current price""#
        case .legsInterpolated: #""legs of the first expiration, interpolated at the current price""#
        }
    }
}
