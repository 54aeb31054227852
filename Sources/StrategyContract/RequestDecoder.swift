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
        let request = try request()
        try reader.throwProblem()
        return try CalculationRequest(currentPrice: request.currentPrice, legs: request.legs)
    }
}
