internal import CSimdjson
internal import StrategyAnalytics

/// Reads requests from JSON, one after another, reusing its memory.
///
/// ```swift
/// var decoder = RequestDecoder()
/// let request = try decoder.decode(bytes.span)
/// ```
///
/// Unknown members are ignored, `null` counts as absent, and of a name that occurs twice the last one counts. The whole
/// text is checked, also what nobody reads.
public struct RequestDecoder: ~Copyable {
    var reader: FieldReader

    /// Creates a decoder; each task keeps its own.
    public init() {
        reader = FieldReader(maximumElements: PayoffProfile.legCountRange.upperBound)
    }

    /// Reads one request.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``; a byte-order mark may precede it.
    /// - Returns: The request, valid.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. A field that is absent counts as
    ///   broken where its object ends.
    public mutating func decode(_ json: Span<UInt8>) throws(ContractError) -> CalculationRequest {
        try reader.read(json)
        return try strategy()
    }

    /// The request whose text was read.
    mutating func strategy() throws(ContractError) -> CalculationRequest {
        let request = try request()
        try reader.throwProblem()
        return try CalculationRequest(
            currentPrice: request.currentPrice, legs: request.legs, extensions: request.extensions)
    }

    /// Reads one leg that stands alone.
    mutating func decodeLeg(_ json: Span<UInt8>) throws(ContractError) -> Leg {
        try reader.read(json)
        guard let fields = reader.object(0, at: .request), let leg = leg(fields, at: 0) else {
            try reader.throwProblem()
            preconditionFailure("what is not a leg is a problem")
        }
        try reader.throwProblem()
        return leg
    }

    /// The names that have a meaning in requests, or may get one.
    package static let knownNames = Name.allCases.map(\.text)

    /// The member `id` of the text that was last decoded, if it is a string or a number; also when the request was refused,
    /// unless it was not JSON.
    package var identifier: Identifier? {
        guard !reader.json.isEmpty, reader.json[0].kind == JSON_OBJECT else { return nil }
        return identifier(ObjectFields(of: 0, at: .request, in: reader.json))
    }

    /// The member `id` of an object, if it is a string or a number.
    func identifier(_ fields: ObjectFields) -> Identifier? {
        guard let index = fields[.id] else { return nil }
        let token = reader.json[index]
        switch token.kind {
        case JSON_NUMBER: return Identifier(json: reader.json.bytes(token), text: reader.json.bytes(token))
        case JSON_STRING:
            let text = reader.json.text(of: token) { span in span.indices.map { span[$0] } }
            return Identifier(json: reader.json.bytes(token), text: text)
        default: return nil
        }
    }

    /// What a caller knows a request by.
    package struct Identifier {
        /// As it was written.
        package let json: [UInt8]
        /// Without quotes and escapes.
        package let text: [UInt8]
    }
}
