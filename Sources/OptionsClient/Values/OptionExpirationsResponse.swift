/// The expirations of the options on a stock.
public struct OptionExpirationsResponse: Codable, Hashable, Sendable {
    /// The distinct days, ascending.
    public let expirationDates: [String]
    /// The instant to which the data applies.
    public let asOf: String?
    /// Where the data is from.
    public let source: MarketSource?
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool?
}
