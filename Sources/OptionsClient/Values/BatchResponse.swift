/// The results for one strategy of a batch: those of `calculate`, after the identifier of the request. The members of
/// ``results`` are also members of the response.
@dynamicMemberLookup
public struct BatchResponse: Codable, Hashable, Sendable {
    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// The results.
    public let results: CalculateResponse

    /// A member of ``results``.
    public subscript<Value>(dynamicMember member: KeyPath<CalculateResponse, Value>) -> Value {
        results[keyPath: member]
    }

    private enum CodingKeys: CodingKey { case id }

    /// Reads a response, in which the results are not nested.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decodeIfPresent(LineIdentifier.self, forKey: .id)
        results = try CalculateResponse(from: decoder)
    }

    /// Writes the response as it is read.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(id, forKey: .id)
        try results.encode(to: encoder)
    }
}
