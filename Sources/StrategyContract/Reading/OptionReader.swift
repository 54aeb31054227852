internal import COptionsJSON
internal import OptionPricing
internal import StrategyAnalytics

/// Reads options with their volatility or price from JSON, one after another, reusing its memory.
///
/// ```swift
/// var reader = OptionReader()
/// let request = try reader.readPriceRequest(line.span)
/// ```
/// Unknown members are ignored unless the reader or the request is strict, `null` counts as absent, and if a name occurs
/// more than once, the last occurrence counts. The whole text is validated.
public struct OptionReader: ~Copyable {
    private static let types: [Name] = [.call, .put]
    private static let option = KnownMembers.option(with: .volatility)
    private static let quote = KnownMembers.option(with: .price)
    private static let models: [Name] = [.blackScholesMerton, .bachelier]

    private var fields = FieldReader(maximumElements: 0)
    /// The token of the member `id` of the last request; 0 if there is none.
    private var identifier = 0

    /// Whether unknown members are refused even if a request does not enable this.
    private let isStrict: Bool

    /// Creates a reader. Keep one per task or thread.
    ///
    /// - Parameter strict: Whether unknown members are refused. A request can also enable this with its member
    ///   `strict`.
    public init(strict: Bool = false) { isStrict = strict }

    /// Reads an option and its volatility.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Returns: The request.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. An absent field counts as broken at
    ///   the end of the object.
    public mutating func readPriceRequest(_ json: Span<UInt8>) throws(ContractError) -> PriceRequest {
        let (option, delta, volatility, units) = try read(json, with: .volatility)
        if let delta { return try PriceRequest(option, delta: delta, volatility: volatility, greekUnits: units) }
        return try PriceRequest(option, volatility: volatility, greekUnits: units)
    }

    /// Reads an option and its price. Parameters and errors are those of ``readPriceRequest(_:)``.
    public mutating func readImpliedVolatilityRequest(
        _ json: Span<UInt8>
    ) throws(ContractError) -> ImpliedVolatilityRequest {
        let (option, _, price, units) = try read(json, with: .price)
        return try ImpliedVolatilityRequest(option, price: price, greekUnits: units)
    }

    /// The JSON text of the member `id` of the last request, if it is a string or a number. Also available for refused
    /// requests, unless they are not JSON.
    package var identifierJSON: [UInt8]? {
        guard identifier > 0 else { return nil }
        let token = fields.json[identifier]
        return token.kind == JSON_NUMBER || token.kind == JSON_STRING ? fields.json.bytes(token) : nil
    }

    /// Reads an option, the required number `name`, and the units of greeks. With a volatility, the option may have a delta in
    /// place of its strike price, which is then unspecified.
    private mutating func read(_ json: Span<UInt8>, with name: Name) throws(ContractError) -> (
        ModelledOption, delta: Double?, Double, GreekUnits?
    ) {
        identifier = 0
        try fields.read(json)
        let members = try fields.request()
        identifier = members[.id] ?? 0
        try fields.refuseUnknownMembers(name == .price ? Self.quote : Self.option, members, isStrict: isStrict)
        let type = fields.choice(.type, of: Self.types, members)
        let model = members[.model] == nil ? .blackScholesMerton : fields.choice(.model, of: Self.models, members)
        // In the normal model, prices may have either sign.
        let sign: StrategyRule = model == .blackScholesMerton ? .positive : .finite
        let underlying = underlyingPrice(members, sign)
        let delta = name == .volatility ? delta(members) : nil
        let strike = delta == nil ? fields.number(.strikePrice, members, sign) : 1
        let timeToExpiration = timeToExpiration(members)
        let riskFreeRate = fields.number(.riskFreeRate, ifPresentIn: members, .finite) ?? 0
        let dividendYield = fields.number(.dividendYield, ifPresentIn: members, .finite) ?? 0
        let number = fields.number(name, members, .nonNegative)
        fields.requireEuropeanExercise(ifPresentIn: members)
        let units = fields.greekUnits(ifPresentIn: members)
        try fields.throwProblem()
        guard let type, let underlying, let strike, let timeToExpiration, let number else {
            preconditionFailure("a required field without a value is a problem")
        }
        let kind: OptionKind = type == .call ? .call : .put
        let option = try ContractError.wording { () throws(PricingError) -> ModelledOption in
            switch (underlying, model) {
            case (.spot(let spot), .bachelier):
                try .bachelier(
                    NormalOption(
                        kind, spot: spot, strike: strike, timeToExpiration: timeToExpiration,
                        riskFreeRate: riskFreeRate, dividendYield: dividendYield))
            case (.forward(let forward), .bachelier):
                try .bachelier(
                    NormalOption(
                        kind, forward: forward, strike: strike, timeToExpiration: timeToExpiration,
                        riskFreeRate: riskFreeRate))
            case (.spot(let spot), _):
                try .blackScholesMerton(
                    EuropeanOption(
                        kind, spot: spot, strike: strike, timeToExpiration: timeToExpiration,
                        riskFreeRate: riskFreeRate, dividendYield: dividendYield))
            case (.forward(let forward), _):
                try .black76(
                    ForwardOption(
                        kind, forward: forward, strike: strike, timeToExpiration: timeToExpiration,
                        riskFreeRate: riskFreeRate))
            }
        }
        return (option, delta, number, units)
    }

    /// Reads the delta in place of the strike price.
    private mutating func delta(_ members: ObjectFields) -> Double? {
        guard let delta = members[.delta] else { return nil }
        if members[.strikePrice] != nil {
            fields.report(delta, members.path.member(.delta), .notGivenWith(members.path.member(.strikePrice)))
        }
        // A value that violates a rule has been reported; the strike price is not required then.
        return fields.number(.delta, members, .betweenMinusOneAndOne) ?? 0
    }

    private enum UnderlyingPrice {
        case spot(Double)
        case forward(Double)
    }

    /// Reads the price of the underlying: now, or forward at the expiration.
    private mutating func underlyingPrice(_ members: ObjectFields, _ rule: StrategyRule) -> UnderlyingPrice? {
        guard let forward = members[.forwardPrice] else {
            return fields.number(.currentPrice, members, rule).map { .spot($0) }
        }
        if members[.currentPrice] != nil {
            fields.report(
                forward, members.path.member(.forwardPrice), .notGivenWith(members.path.member(.currentPrice)))
            _ = fields.number(.currentPrice, members, rule)
        }
        return fields.number(.forwardPrice, members, rule).map { .forward($0) }
    }

    /// Reads the years to expiration, which are either given or the time between two dates.
    private mutating func timeToExpiration(_ members: ObjectFields) -> Double? {
        // A valuation date must be a valid date even if it is not used.
        let start = fields.timestamp(.valuationDate, ifPresentIn: members)
        switch (members[.timeToExpiration], members[.expirationDate]) {
        case (_?, let expiration):
            if let expiration {
                fields.report(
                    expiration, members.path.member(.expirationDate),
                    .notGivenWith(members.path.member(.timeToExpiration)))
            }
            return fields.number(.timeToExpiration, members, .nonNegative)
        case (nil, let expiration?):
            if members[.valuationDate] == nil { fields.reportMissing(.valuationDate, members) }
            guard let end = fields.date(.expirationDate, members), let start else { return nil }
            let years = DayCount.actual365Fixed(from: start, to: end)
            guard years > 0 else {
                fields.report(expiration, members.path.member(.expirationDate), .afterValuation)
                return nil
            }
            return years
        case (nil, nil):
            fields.reportMissing(members[.valuationDate] == nil ? .timeToExpiration : .expirationDate, members)
            return nil
        }
    }
}
