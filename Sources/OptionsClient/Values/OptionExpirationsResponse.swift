/// The expirations of the options on a stock.
public struct OptionExpirationsResponse: Codable, Hashable, Sendable {
    /// The days, ascending, each once.
    public let expirationDates: [String]
    /// The instant to which the data applies.
    public let asOf: String?
    /// Where the data is from.
    public let source: MarketSource?
    /// Whether the sources could not be asked for newer data.
    public let stale: Bool?
}
