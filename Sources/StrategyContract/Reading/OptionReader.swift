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

    private var fields = FieldReader(maximumElements: 0)

    /// Whether unknown members are refused even if a request does not ask for it.
    private let isStrict: Bool

    /// Creates a reader. Keep one per task or thread.
    ///
    /// - Parameter strict: Whether unknown members are refused. A request may also ask for it, by its member `strict`.
    public init(strict: Bool = false) { isStrict = strict }

    /// Reads an option and its volatility.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Returns: The request.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. An absent field counts as broken at
    ///   the end of the object.
    public mutating func readPriceRequest(_ json: Span<UInt8>) throws(ContractError) -> PriceRequest {
        let (option, volatility, units) = try read(json, with: .volatility)
        return try PriceRequest(option: option, volatility: volatility, greekUnits: units)
    }

    /// Reads an option and its price. Parameters and errors are those of ``readPriceRequest(_:)``.
    public mutating func readImpliedVolatilityRequest(
        _ json: Span<UInt8>
    ) throws(ContractError) -> ImpliedVolatilityRequest {
        let (option, price, _) = try read(json, with: .price)
        return try ImpliedVolatilityRequest(option: option, price: price)
    }

    /// Reads an option, the required number `name` and, with a volatility, the units of the greeks.
    private mutating func read(_ json: Span<UInt8>, with name: Name) throws(ContractError) -> (
        EuropeanOption, Double, GreekUnits?
    ) {
        try fields.read(json)
        let members = try fields.request()
        try fields.refuseUnknownMembers(name == .price ? Self.quote : Self.option, members, isStrict: isStrict)
        let type = fields.choice(.type, of: Self.types, members)
        let spot = fields.number(.currentPrice, members, .positive)
        let strike = fields.number(.strikePrice, members, .positive)
        let timeToExpiration = timeToExpiration(members)
        let riskFreeRate = fields.number(.riskFreeRate, ifPresentIn: members, .finite) ?? 0
        let dividendYield = fields.number(.dividendYield, ifPresentIn: members, .finite) ?? 0
        let number = fields.number(name, members, .nonNegative)
        let units = name == .price ? nil : fields.greekUnits(ifPresentIn: members)
        try fields.throwProblem()
        guard let type, let spot, let strike, let timeToExpiration, let number else {
            preconditionFailure("a required field without a value is a problem")
        }
        let option = try ContractError.wording { () throws(PricingError) in
            try EuropeanOption(
                type == .call ? .call : .put, spot: spot, strike: strike, timeToExpiration: timeToExpiration,
                riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        }
        return (option, number, units)
    }

    /// Reads the years to expiration, which are either given or the time between two dates.
    private mutating func timeToExpiration(_ members: ObjectFields) -> Double? {
        // A valuation date must be a valid date even if it is not used.
        let start = members[.valuationDate] == nil ? nil : fields.date(.valuationDate, members)
        switch (members[.timeToExpiration], members[.expirationDate]) {
        case (_?, let expiration):
            if let expiration {
                fields.report(
                    expiration, members.path.member(.expirationDate),
                    .notGivenWith(members.path.member(.timeToExpiration)))
            }
            return fields.number(.timeToExpiration, members, .positive)
        case (nil, let expiration?):
            if members[.valuationDate] == nil { fields.reportMissing(.valuationDate, members) }
            guard let end = fields.date(.expirationDate, members), let start else { return nil }
            guard start < end else {
                fields.report(expiration, members.path.member(.expirationDate), .afterValuation)
                return nil
            }
            return DayCount.actual365Fixed(from: start, to: end)
        case (nil, nil):
            fields.reportMissing(members[.valuationDate] == nil ? .timeToExpiration : .expirationDate, members)
            return nil
        }
    }
}
