/// A strategy of a batch, with an identifier that its result repeats.
public struct BatchRequest: Hashable, Sendable {
    /// The identifier.
    public var id: LineIdentifier?
    /// The strategy.
    public var strategy: CalculateRequest

    /// Creates a line of a batch.
    public init(id: LineIdentifier? = nil, _ strategy: CalculateRequest) {
        self.id = id
        self.strategy = strategy
    }
}

extension BatchRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
    }

    /// Reads the members of a strategy and `id`.
    public init(from decoder: any Decoder) throws {
        strategy = try CalculateRequest(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(LineIdentifier.self, forKey: .id)
    }

    /// Writes the members of the strategy and `id`.
    public func encode(to encoder: any Encoder) throws {
        try strategy.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
    }
}

/// The refusal of a line of a batch. The other lines are answered.
public struct LineRefusal: Error, Codable, Hashable, Sendable {
    /// The identifier of the line.
    public let id: LineIdentifier?
    /// The sentence of the server.
    public let error: String
    /// The kind of failure, such as `not_allowed`; `nil` if the line has none.
    public let code: String?
    /// The member that is refused, such as `legs[0].strikePrice`; `nil` for the line as a whole.
    public let path: String?
}
