extension ScenarioMatrix: Codable {
    private enum Key: String, CodingKey {
        case stockPrices, volatilityShifts, dates, profitLoss
    }

    /// Reads a matrix.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        stockPrices = try container.decode([Double].self, forKey: .stockPrices)
        volatilityShifts = try container.decode([Double].self, forKey: .volatilityShifts)
        dates = try container.decode([ValueDate].self, forKey: .dates)
        profitLoss = try container.decode([[[Double]]].self, forKey: .profitLoss).flatMap { $0.flatMap(\.self) }
        guard profitLoss.count == stockPrices.count * volatilityShifts.count * dates.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .profitLoss, in: container, debugDescription: "a profit for each scenario is expected")
        }
    }

    /// Writes a matrix in the shape of the contract.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(stockPrices, forKey: .stockPrices)
        try container.encode(volatilityShifts, forKey: .volatilityShifts)
        try container.encode(dates, forKey: .dates)
        let profits = stockPrices.indices.map { price in
            volatilityShifts.indices.map { shift in dates.indices.map { self[price, shift, $0] } }
        }
        try container.encode(profits, forKey: .profitLoss)
    }
}
