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
    var reader: JSONReader
    var problem = FirstProblem()

    /// Creates a decoder; each task keeps its own.
    public init() {
        reader = JSONReader(
            names: Name.allCases.map(\.text), maximumDepth: Limits.nestingDepth,
            maximumElements: PayoffProfile.legCountRange.upperBound)
    }

    /// Reads one request.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``; a byte-order mark may precede it.
    /// - Returns: The request, valid.
    /// - Throws: ``ContractError`` naming the first broken rule in document order. A field that is absent counts as
    ///   broken where its object ends.
    public mutating func decode(_ json: Span<UInt8>) throws(ContractError) -> CalculationRequest {
        guard json.count <= Limits.requestBytes else { throw .tooLarge }
        do throws(JSONReader.Failure) {
            try reader.read(json)
        } catch {
            throw ContractError(error, in: json)
        }
        problem = FirstProblem()
        let request = try request()
        if let error = problem.error { throw error }
        return try CalculationRequest(currentPrice: request.currentPrice, legs: request.legs)
    }
}

/// The broken rule that comes first in the document.
struct FirstProblem {
    private var position = Int.max
    private(set) var error: ContractError?

    mutating func report(at position: Int, _ error: @autoclosure () -> ContractError) {
        guard position < self.position else { return }
        self.position = position
        self.error = error()
    }
}
