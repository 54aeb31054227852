internal import OptionPricing

/// Reads options with their volatility or price from JSON, one after another, reusing its memory.
///
/// ```swift
/// var decoder = OptionDecoder()
/// let request = try decoder.decodePriceRequest(line.span)
/// ```
///
/// Unknown members are ignored, `null` counts as absent, and of a name that occurs twice the last one counts. The whole
/// text is checked, also what nobody reads.
public struct OptionDecoder: ~Copyable {
    private static let types: [Name] = [.call, .put]

    private var reader = FieldReader(maximumElements: 0)

    /// Creates a decoder; each task keeps its own.
    public init() {}

    /// Reads an option and its volatility.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``; a byte-order mark may precede it.
    /// - Returns: The request, valid.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. A field that is absent counts as
    ///   broken where the object ends.
    public mutating func decodePriceRequest(_ json: Span<UInt8>) throws(ContractError) -> PriceRequest {
        let (option, volatility) = try decode(json, with: .volatility, .volatility)
        return try PriceRequest(option: option, volatility: volatility)
    }

    /// Reads an option and its price.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``; a byte-order mark may precede it.
    /// - Returns: The request, valid.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. A field that is absent counts as
    ///   broken where the object ends.
    public mutating func decodeImpliedVolatilityRequest(
        _ json: Span<UInt8>
    ) throws(ContractError) -> ImpliedVolatilityRequest {
        let (option, price) = try decode(json, with: .price, .price)
        return try ImpliedVolatilityRequest(option: option, price: price)
    }

    /// An option, and the number that comes with it.
    private mutating func decode(
        _ json: Span<UInt8>, with name: Name, _ parameter: PricingError.Parameter
    ) throws(ContractError) -> (EuropeanOption, Double) {
        try reader.read(json)
        let fields = try reader.request()
        let type = reader.choice(.type, of: Self.types, fields)
        let spot = positive(.currentPrice, .spot, fields)
        let strike = positive(.strikePrice, .strike, fields)
        let timeToExpiration = timeToExpiration(fields)
        let riskFreeRate = reader.numberOrZero(.riskFreeRate, fields) { value throws(PricingError) in
            try PricingError.requireFinite(.riskFreeRate, value)
        }
        let dividendYield = reader.numberOrZero(.dividendYield, fields) { value throws(PricingError) in
            try PricingError.requireFinite(.dividendYield, value)
        }
        let number = reader.number(name, fields) { value throws(PricingError) in
            try PricingError.requireNonNegative(parameter, value)
        }
        try reader.throwProblem()
        guard let type, let spot, let strike, let timeToExpiration, let riskFreeRate, let dividendYield, let number
        else { preconditionFailure("a field without a value is a problem") }
        let option = try ContractError.translating { () throws(PricingError) in
            try EuropeanOption(
                type == .call ? .call : .put, spot: spot, strike: strike, timeToExpiration: timeToExpiration,
                riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        }
        return (option, number)
    }

    /// A required number greater than 0.
    private mutating func positive(
        _ name: Name, _ parameter: PricingError.Parameter, _ fields: ObjectFields
    ) -> Double? {
        reader.number(name, fields) { value throws(PricingError) in
            try PricingError.requirePositive(parameter, value)
        }
    }

    /// The years to expiration: as given, or between two dates.
    private mutating func timeToExpiration(_ fields: ObjectFields) -> Double? {
        // One that is given must be a date, also where it is not needed.
        let start = fields[.valuationDate] == nil ? nil : reader.date(.valuationDate, fields)
        switch (fields[.timeToExpiration], fields[.expirationDate]) {
        case (_?, let expiration):
            if let expiration {
                refuse(expiration, .expirationDate, "must not be given with", .timeToExpiration, fields)
            }
            return positive(.timeToExpiration, .timeToExpiration, fields)
        case (nil, let expiration?):
            if fields[.valuationDate] == nil { reader.reportMissing(.valuationDate, fields) }
            guard let end = reader.date(.expirationDate, fields), let start else { return nil }
            guard start < end else {
                refuse(expiration, .expirationDate, "must be after", .valuationDate, fields)
                return nil
            }
            return DayCount.actual365Fixed(from: start, to: end)
        case (nil, nil):
            reader.reportMissing(fields[.valuationDate] == nil ? .timeToExpiration : .expirationDate, fields)
            return nil
        }
    }

    /// Reports the member at `index` for what it is to another.
    private mutating func refuse(
        _ index: Int, _ name: Name, _ rule: String, _ other: Name, _ fields: ObjectFields
    ) {
        reader.report(index) {
            .notAllowed(fields.path.member(name), "\(rule) \(fields.path.member(other))", got: $0)
        }
    }
}
