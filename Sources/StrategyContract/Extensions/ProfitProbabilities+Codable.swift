public import StrategyAnalytics

extension ProfitProbabilities: Codable {
    private enum Key: String, CodingKey {
        case ofProfit, ofLoss, ofMaxProfit, ofMaxLoss, expectedProfitLoss, expectedProfit, expectedLoss
        case valueAtRisk, expectedShortfall, ofTouching, expectedMove
    }

    private enum MoveKey: String, CodingKey {
        case lower, upper
    }

    /// Reads probabilities.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let move = try container.nestedContainer(keyedBy: MoveKey.self, forKey: .expectedMove)
        self.init(
            ofProfit: try container.decode(Double.self, forKey: .ofProfit),
            ofLoss: try container.decode(Double.self, forKey: .ofLoss),
            ofMaximumProfit: try container.decode(Double.self, forKey: .ofMaxProfit),
            ofMaximumLoss: try container.decode(Double.self, forKey: .ofMaxLoss),
            expectedProfitLoss: try container.decode(Double.self, forKey: .expectedProfitLoss),
            expectedProfit: try container.decodeIfPresent(Double.self, forKey: .expectedProfit),
            expectedLoss: try container.decodeIfPresent(Double.self, forKey: .expectedLoss),
            valueAtRisk: try container.decode([Risk].self, forKey: .valueAtRisk),
            expectedShortfall: try container.decode([Risk].self, forKey: .expectedShortfall),
            ofTouching: try container.decode([TouchingProbability].self, forKey: .ofTouching),
            expectedMove: PriceInterval(
                lower: try move.decode(Double.self, forKey: .lower),
                upper: try move.decode(Double.self, forKey: .upper)))
    }

    /// Writes probabilities, with `null` for a mean over nothing.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ofProfit, forKey: .ofProfit)
        try container.encode(ofLoss, forKey: .ofLoss)
        try container.encode(ofMaximumProfit, forKey: .ofMaxProfit)
        try container.encode(ofMaximumLoss, forKey: .ofMaxLoss)
        try container.encode(expectedProfitLoss, forKey: .expectedProfitLoss)
        try container.encode(expectedProfit, forKey: .expectedProfit)
        try container.encode(expectedLoss, forKey: .expectedLoss)
        try container.encode(valueAtRisk, forKey: .valueAtRisk)
        try container.encode(expectedShortfall, forKey: .expectedShortfall)
        try container.encode(ofTouching, forKey: .ofTouching)
        var move = container.nestedContainer(keyedBy: MoveKey.self, forKey: .expectedMove)
        try move.encode(expectedMove.lower, forKey: .lower)
        try move.encode(expectedMove.upper, forKey: .upper)
    }
}
