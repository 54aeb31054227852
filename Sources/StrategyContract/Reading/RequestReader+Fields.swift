internal import COptionsJSON
internal import OptionPricing
internal import StrategyAnalytics

/// The general path of reading, from the tokens of any JSON text.
extension RequestReader {
    private static let inclusions: [Name] = [
        .greeks, .probability, .valueCurves, .scenarios, .strategyName, .value, .allGreeks, .curveDetails,
    ]

    /// Reads the `members` of a request into `request`.
    mutating func readFields(
        _ members: ObjectFields, into request: inout CalculationRequest
    ) throws(ContractError) {
        let extensions = extensions(members)
        let currentPrice = fields.number(.currentPrice, members, .positive)
        let terms = AbsentPremium.ModelTerms(members, currentPrice: currentPrice, extensions: extensions)
        let legs = legs(members, valuation: extensions?.valuation, absentPremium: .model(terms))
        try fields.throwProblem()
        request = try ContractError.wording { () throws(StrategyError) in
            try CalculationRequest(currentPrice: currentPrice ?? .nan, legs: legs, extensions: extensions)
        }
    }

    // MARK: Legs

    /// Reads the legs of a request, a position or an account, whose number must be in `countRange`.
    mutating func legs(
        _ container: ObjectFields, valuation: Timestamp?,
        countRange: ClosedRange<Int> = PayoffProfile.legCountRange, absentPremium: AbsentPremium = .required
    ) -> [Leg] {
        guard let array = fields.value(.legs, of: JSON_ARRAY, "an array", container) else { return [] }
        let count = Int(fields.json[array].count)
        if !countRange.contains(count) {
            fields.report(array, container.path.member(.legs), .count(countRange, .legs), count: count)
        }
        var legs: [Leg] = []
        legs.reserveCapacity(min(count, countRange.upperBound))
        var number = 0
        var index = array + 1
        while index < Int(fields.json[array].next), !fields.isCancelled() {
            if let members = fields.object(index, at: container.path.leg(number)),
                let leg = leg(members, valuation: valuation, absentPremium)
            {
                legs.append(leg)
            }
            number += 1
            index = Int(fields.json[index].next)
        }
        return legs
    }

    private mutating func leg(
        _ members: ObjectFields, valuation: Timestamp?, _ absentPremium: AbsentPremium
    ) -> Leg? {
        let impliedVolatility = fields.number(.impliedVolatility, ifPresentIn: members, .nonNegative)
        let expiration = expiration(members, valuation: valuation)
        let type = fields.choice(.type, of: [.call, .put, .stock], members)
        let position = fields.choice(.position, of: [.long, .short], members)
        let strikePrice = strikePrice(of: type, members)
        let terms = type == .stock ? nil : modelTerms(members, absentPremium)
        let isFree = if case .zero = absentPremium { members[.premium] == nil } else { false }
        let premium = terms != nil || isFree ? 0 : fields.number(.premium, members, .nonNegative)
        let fee = fields.number(.fee, ifPresentIn: members, .nonNegative)
        fields.requireEuropeanExercise(ifPresentIn: members)
        let quantity = fields.integer(.quantity, Leg.quantityRange, members)
        let shares =
            members[.sharesPerContract] == nil
            ? type == .stock ? Leg.defaultSharesPerStockUnit : Leg.defaultSharesPerContract
            : fields.integer(.sharesPerContract, Leg.sharesPerContractRange, members)
        guard let type, let position, strikePrice != nil || type == .stock, let premium, let quantity, let shares
        else { return nil }
        let leg = Leg(
            type == .call ? .call : type == .put ? .put : .stock, position == .long ? .long : .short,
            strike: DecimalPrice(strikePrice ?? 0), entry: DecimalPrice(premium), quantity: quantity,
            sharesPerContract: shares, expiration: expiration, impliedVolatility: impliedVolatility, fee: fee ?? 0)
        return terms.map { priced(leg, members, $0) } ?? leg
    }

    /// The terms for the model value of a leg without a premium; `nil` if its premium is given or required.
    private func modelTerms(_ leg: ObjectFields, _ absentPremium: AbsentPremium) -> AbsentPremium.ModelTerms? {
        guard leg[.premium] == nil, case .model(let terms) = absentPremium, terms.suffice(for: leg) else { return nil }
        return terms
    }

    /// Returns the leg with its model value as its premium. If another value of the request was refused, returns it
    /// unchanged.
    private mutating func priced(_ leg: Leg, _ members: ObjectFields, _ terms: AbsentPremium.ModelTerms) -> Leg {
        guard let currentPrice = terms.currentPrice, !fields.hasProblem else { return leg }
        do throws(StrategyError) {
            return try leg.pricedByModel(at: currentPrice, with: terms.extensions ?? RequestExtensions())
        } catch {
            let path = members.path.text
            fields.report(at: members.end, ContractError(error.within(path)))
            return leg
        }
    }

    private mutating func strikePrice(of type: Name?, _ members: ObjectFields) -> Double? {
        switch (type, members[.strikePrice]) {
        case (.stock, let index?):
            fields.report(index, members.path.member(.strikePrice), .noStrikePriceOfStock)
            return nil
        case (.stock, nil), (nil, nil):
            // Without a type, it is unknown whether a strike price is required.
            return nil
        default: return fields.number(.strikePrice, members, .positive)
        }
    }

    private mutating func expiration(_ members: ObjectFields, valuation: Timestamp?) -> LegExpiration? {
        let years = fields.number(.timeToExpiration, ifPresentIn: members, .nonNegative)
        guard let index = members[.expirationDate], let date = fields.date(.expirationDate, members) else {
            return years.map { .years($0) }
        }
        if members[.timeToExpiration] != nil {
            let other = members.path.member(.timeToExpiration)
            fields.report(index, members.path.member(.expirationDate), .notGivenWith(other))
        } else if let valuation, DayCount.actual365Fixed(from: valuation, to: date) <= 0 {
            fields.report(index, members.path.member(.expirationDate), .afterValuation)
        }
        return .date(date)
    }

    // MARK: Extensions

    /// Reads the extensions of a request; `nil` if it has none.
    mutating func extensions(_ members: ObjectFields) -> RequestExtensions? {
        guard KnownMembers.extensions.contains(where: { members[$0] != nil }) else { return nil }
        var extensions = RequestExtensions()
        extensions.valuation = fields.timestamp(.valuationDate, ifPresentIn: members)
        extensions.timeToExpiration = fields.number(.timeToExpiration, ifPresentIn: members, .positive)
        extensions.riskFreeRate = fields.number(.riskFreeRate, ifPresentIn: members, .finite) ?? 0
        extensions.dividendYield = fields.number(.dividendYield, ifPresentIn: members, .finite) ?? 0
        extensions.volatility = fields.number(.volatility, ifPresentIn: members, .positive)
        extensions.curveRange = curveRange(members)
        extensions.curvePrices = curvePrices(members)
        if let names = fields.choices(.include, ifPresentIn: members, of: Self.inclusions) {
            extensions.include = Set(names.compactMap { Inclusion(rawValue: $0.text) })
        }
        if let names = fields.choices(.exclude, ifPresentIn: members, of: [.curve]) {
            extensions.exclude = Set(names.compactMap { Exclusion(rawValue: $0.text) })
        }
        extensions.greekUnits = fields.greekUnits(ifPresentIn: members) ?? greekUnits
        extensions.valueDates = fields.valueDates(.valueDates, ifPresentIn: members)
        if let levels = fields.numbers(.confidenceLevels, ifPresentIn: members, .betweenZeroAndOne) {
            extensions.confidenceLevels = levels
        }
        readLevels(members, into: &extensions)
        if let grid = fields.object(.scenarioGrid, ifPresentIn: members) {
            if let spot = fields.numbers(.spotShifts, ifPresentIn: grid, .atLeastMinusOne) {
                extensions.scenarioShifts.spot = spot
            }
            if let volatility = fields.numbers(.volatilityShifts, ifPresentIn: grid, .finite) {
                extensions.scenarioShifts.volatility = volatility
            }
            extensions.scenarioShifts.dates = fields.valueDates(.dates, ifPresentIn: grid)
        }
        return extensions
    }

    private mutating func readLevels(_ members: ObjectFields, into extensions: inout RequestExtensions) {
        extensions.priceLevels = fields.numbers(.priceLevels, ifPresentIn: members, .nonNegative) ?? []
        extensions.profitLevels = fields.numbers(.profitLevels, ifPresentIn: members, .finite) ?? []
        extensions.touchLevels = fields.numbers(.touchLevels, ifPresentIn: members, .nonNegative) ?? []
        extensions.standardDeviations = fields.numbers(.standardDeviations, ifPresentIn: members, .positive) ?? []
    }

    private mutating func curvePrices(_ request: ObjectFields) -> [Double]? {
        if let index = request[.curvePrices], request[.curveRange] != nil {
            fields.report(index, Name.curvePrices.text, .notGivenWith(Name.curveRange.text))
        }
        return fields.numbers(
            .curvePrices, ifPresentIn: request, .priceOrZero, count: RequestLimits.curvePriceRange)
    }

    private mutating func curveRange(_ request: ObjectFields) -> CurveRange? {
        guard let members = fields.object(.curveRange, ifPresentIn: request) else { return nil }
        for name in [Name.minimum, .maximum] where members[name] == nil { fields.reportMissing(name, members) }
        let minimum = fields.number(.minimum, ifPresentIn: members, .nonNegative)
        let maximum = fields.number(.maximum, ifPresentIn: members, .priceOrZero)
        let allowed = minimum != nil && minimum == maximum ? CurveRange.pointsOrOneRange : CurveRange.pointsRange
        let points = fields.integer(.points, allowed, members)
        guard let minimum, let maximum, let points, let index = members[.maximum] else { return nil }
        guard minimum < maximum || minimum == maximum && points == 1 else {
            fields.report(index, members.path.member(.maximum), .greaterThan(members.path.member(.minimum)))
            return nil
        }
        return CurveRange(minimum: minimum, maximum: maximum, points: points)
    }
}
