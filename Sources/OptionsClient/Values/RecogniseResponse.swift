/// An account, split into named strategies.
public struct RecogniseResponse: Codable, Hashable, Sendable {
    /// The identifier of the request.
    public let id: LineIdentifier?
    /// The strategies, those with the most conditions first.
    public let strategies: [RecognisedStrategy]
    /// Whether no split is better.
    public let optimal: Bool
}

/// A strategy of an account.
public struct RecognisedStrategy: Codable, Hashable, Sendable {
    /// A leg of the request, or a part of it.
    public struct Leg: Codable, Hashable, Sendable {
        /// The index of the leg in the request.
        public let index: Int
        /// The quantity that the strategy takes.
        public let quantity: Int
        /// The role of the leg; `nil` in a closed position.
        public let role: String?
    }

    /// The name.
    public let name: String
    /// The kind of strategy; `nil` of a closed position.
    public let family: String?
    /// How many times the account holds the strategy.
    public let quantity: Int
    /// The legs.
    public let legs: [Leg]
    /// The other names of the strategy.
    public let aliases: [String]
}
