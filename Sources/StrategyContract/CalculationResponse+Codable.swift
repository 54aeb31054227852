public import StrategyAnalytics

extension CalculationResponse: Codable {
    private enum Key: String, CodingKey {
        case curve, metrics, greeks, probability, valueCurves, scenarios, strategyName, conventions
    }

    /// Reads a response.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            curve: PayoffCurve(try container.decode([PayoffCurve.Point].self, forKey: .curve)),
            metrics: try container.decode(Metrics.self, forKey: .metrics))
        greeks = try container.decodeIfPresent(StrategyGreeks.self, forKey: .greeks)
        probability = try container.decodeIfPresent(ProfitProbabilities.self, forKey: .probability)
        valueCurves = try container.decodeIfPresent([ValueCurve].self, forKey: .valueCurves)
        scenarios = try container.decodeIfPresent(ScenarioMatrix.self, forKey: .scenarios)
        strategyName = try container.decodeIfPresent(StrategyName.self, forKey: .strategyName)
        conventions = try container.decodeIfPresent(Conventions.self, forKey: .conventions)
    }

    /// Writes a response in the shape of the contract.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Array(curve), forKey: .curve)
        try container.encode(metrics, forKey: .metrics)
        try container.encodeIfPresent(greeks, forKey: .greeks)
        try container.encodeIfPresent(probability, forKey: .probability)
        try container.encodeIfPresent(valueCurves, forKey: .valueCurves)
        try container.encodeIfPresent(scenarios, forKey: .scenarios)
        try container.encodeIfPresent(strategyName, forKey: .strategyName)
        try container.encodeIfPresent(conventions, forKey: .conventions)
    }
}

extension PayoffCurve {
    init(_ points: [Point]) {
        self.init(stockPrices: points.map(\.stockPrice), profitLosses: points.map(\.profitLoss))
    }
}

extension PayoffCurve.Point: Codable {
    private enum Key: String, CodingKey {
        case stockPrice, profitLoss
    }

    /// Reads a point.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            stockPrice: try container.decode(Double.self, forKey: .stockPrice),
            profitLoss: try container.decode(Double.self, forKey: .profitLoss))
    }

    /// Writes a point.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(stockPrice, forKey: .stockPrice)
        try container.encode(profitLoss, forKey: .profitLoss)
    }
}

extension Metrics: Codable {
    private enum Key: String, CodingKey {
        case netCost, maxProfit, maxLoss, breakEvenPoints
    }

    /// Reads metrics.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            netCost: try container.decode(Double.self, forKey: .netCost),
            maxProfit: try container.decodeIfPresent(Double.self, forKey: .maxProfit),
            maxLoss: try container.decodeIfPresent(Double.self, forKey: .maxLoss),
            breakEvenPoints: try container.decode([Double].self, forKey: .breakEvenPoints))
    }

    /// Writes metrics, with `null` for what is unlimited.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(netCost, forKey: .netCost)
        try container.encode(maxProfit, forKey: .maxProfit)
        try container.encode(maxLoss, forKey: .maxLoss)
        try container.encode(breakEvenPoints, forKey: .breakEvenPoints)
    }
}

extension StrategyName: Codable {
    private enum Key: String, CodingKey {
        case name, family, legs
    }

    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            family: try container.decodeIfPresent(String.self, forKey: .family).flatMap { Family(rawValue: $0) },
            roles: try container.decode([String?].self, forKey: .legs))
    }

    /// Writes a name, with `null` for what there is not.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(family?.rawValue, forKey: .family)
        try container.encode(roles, forKey: .legs)
    }
}
