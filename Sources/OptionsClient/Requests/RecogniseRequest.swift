/// The legs of an account over one underlying.
public struct RecogniseRequest: Codable, Hashable, Sendable {
    /// The legs, at most 200. Their premiums have no effect.
    public var legs: [StrategyLeg]
    /// The day or the instant from which years to expiration count. Required if some legs have dates and others years.
    public var valuationDate: String?
    /// The years to expiration of the options without an expiration of their own.
    public var timeToExpiration: Double?
    /// An identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request. Its further members can be set afterwards.
    public init(legs: [StrategyLeg]) {
        self.legs = legs
    }
}
