/// The smile: with k = ln(K / forward), the variance times `timeToExpiration` is level + slope (correlation (k − shift)
/// + √((k − shift)² + width²)).
public struct ChainSmile: Codable, Hashable, Sendable {
    /// The form.
    public let model: String
    /// The level.
    public let level: Double
    /// The slope of the wings.
    public let slope: Double
    /// The asymmetry of the wings.
    public let correlation: Double
    /// The log-moneyness of the vertex.
    public let shift: Double
    /// The curvature at the vertex.
    public let width: Double
    /// The lowest strike of the fit.
    public let lowestStrike: Double
    /// The highest strike of the fit.
    public let highestStrike: Double
    /// The root mean square of the differences of volatilities.
    public let rootMeanSquare: Double
    /// Whether no butterfly has a negative price at the volatilities of the smile.
    public let isFreeOfButterflyArbitrage: Bool
}

/// Quotes that allow a profit without risk.
public struct ChainArbitrage: Codable, Hashable, Sendable {
    /// The condition that the quotes violate.
    public let condition: String
    /// The profit now, per share of the option sold; per share of the option bought if none is sold.
    public let profit: Double
    /// The shares held until expiration, per share of the option; negative if sold short.
    public let shares: Double
    /// The amount held at expiration, per share of the option; negative if owed.
    public let cash: Double
    /// The trades, ascending by strike.
    public let trades: [ArbitrageTrade]
}

/// An option that is bought at its ask or sold at its bid.
public struct ArbitrageTrade: Codable, Hashable, Sendable {
    /// Call or put.
    public let contractType: ContractType
    /// The strike price, per share.
    public let strikePrice: Double
    /// The options per share: positive if bought, negative if sold.
    public let quantity: Double
    /// The price of one option, per share.
    public let price: Double
}
