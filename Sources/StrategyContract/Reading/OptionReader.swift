internal import ExactPayoff
public import OptionPricing
public import StrategyRequests

/// Reads options with their volatility or price from JSON, one after another, reusing its memory.
///
/// ```swift
/// var reader = OptionReader()
/// let request = try reader.readPriceRequest(line.span)
/// ```
/// Unknown members are ignored unless the reader or the request is strict, `null` counts as absent, and if a name occurs
/// more than once, the last occurrence counts. The whole text is validated.
public struct OptionReader: ~Copyable {
    private var fields: FieldReader
    private let exercise: ExerciseStyle
    private let dividends: [RequestDividend]
    private var unusualMembers: UInt64 = 0

    /// Creates a reader. Keep one per task or thread.
    ///
    /// - Parameters:
    ///   - strict: Whether unknown members are refused. A request can also enable this with its member `strict`.
    ///   - exercise: When the holder may exercise, unless a request gives it by its member `exercise`.
    ///   - dividends: The dividends of the underlying, unless a request gives its own by its member `dividends`.
    public init(strict: Bool = false, exercise: ExerciseStyle = .european, dividends: [RequestDividend] = []) {
        self.exercise = exercise
        self.dividends = dividends
        let lines = [KnownObject.price, .impliedVolatility]
        fields = FieldReader(maximumElements: lines.map(\.maximumElements).max() ?? 0, strict: strict)
    }

    /// Reads an option and its volatility.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Returns: The request.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. An absent field counts as broken at
    ///   the end of the object.
    public mutating func readPriceRequest(_ json: Span<UInt8>) throws(ContractError) -> PriceRequest {
        var members = OptionMembers(.volatility, exercise: exercise)
        try fields.read(json, as: .price, into: &members)
        unusualMembers = members.unusualMembers
        if !dividends.isEmpty, !members.hasDividends { members.dividends = dividends }
        return try ContractError.wording { () throws(StrategyError) in try PriceRequest(members) }
    }

    /// Reads an option and its price. Parameters and errors are those of ``readPriceRequest(_:)``.
    public mutating func readImpliedVolatilityRequest(
        _ json: Span<UInt8>
    ) throws(ContractError) -> ImpliedVolatilityRequest {
        var members = OptionMembers(.price, exercise: exercise)
        try fields.read(json, as: .impliedVolatility, into: &members)
        unusualMembers = members.unusualMembers
        if !dividends.isEmpty, !members.hasDividends { members.dividends = dividends }
        return try ContractError.wording { () throws(StrategyError) in try ImpliedVolatilityRequest(members) }
    }

    /// A digest of what ``RequestWarnings`` warns of in the last request; 0 if there is nothing.
    package var oddities: UInt64 { fields.unknownNames ^ unusualMembers }

    /// The JSON text of the member `id` of the last request, if it is a string or a number. Also available for refused
    /// requests, unless they are not JSON.
    package var identifierJSON: [UInt8]? { fields.identifierJSON }

    /// The text of that member.
    var identifierText: [UInt8]? { fields.identifierText }
}

extension PriceRequest {
    /// Reads a request from JSON. To read many, keep an ``OptionReader``.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = OptionReader()
        self = try reader.readPriceRequest(json.span)
    }
}

extension ImpliedVolatilityRequest {
    /// Reads a request from JSON. To read many, keep an ``OptionReader``.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = OptionReader()
        self = try reader.readImpliedVolatilityRequest(json.span)
    }
}
