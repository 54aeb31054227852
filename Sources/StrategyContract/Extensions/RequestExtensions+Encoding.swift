internal import OptionPricing

extension RequestExtensions {
    /// Writes what the request says beyond the contract's table, but for its legs.
    func encode(to fields: inout KeyedEncodingContainer<Name>) throws {
        try fields.encodeIfPresent(valuation?.description, forKey: .valuationDate)
        try fields.encodeIfPresent(timeToExpiration, forKey: .timeToExpiration)
        try fields.encode(riskFreeRate, forKey: .riskFreeRate)
        try fields.encode(dividendYield, forKey: .dividendYield)
        try fields.encodeIfPresent(volatility, forKey: .volatility)
        if let curveRange {
            var range = fields.nestedContainer(keyedBy: Name.self, forKey: .curveRange)
            try range.encode(curveRange.minimum, forKey: .minimum)
            try range.encode(curveRange.maximum, forKey: .maximum)
            try range.encode(curveRange.points, forKey: .points)
        }
        if !include.isEmpty { try fields.encode(include.map(\.rawValue).sorted(), forKey: .include) }
        try fields.encodeIfPresent(valueDates, forKey: .valueDates)
        if confidenceLevels != Self.defaultConfidenceLevels {
            try fields.encode(confidenceLevels, forKey: .confidenceLevels)
        }
        if scenarioShifts != ScenarioShifts() {
            var grid = fields.nestedContainer(keyedBy: Name.self, forKey: .scenarioGrid)
            try grid.encode(scenarioShifts.spot, forKey: .spotShifts)
            try grid.encode(scenarioShifts.volatility, forKey: .volatilityShifts)
            try grid.encodeIfPresent(scenarioShifts.dates, forKey: .dates)
        }
    }
}

extension LegTerms {
    /// Writes the terms among the members of their leg.
    func encode(to fields: inout KeyedEncodingContainer<Name>) throws {
        try fields.encodeIfPresent(impliedVolatility, forKey: .impliedVolatility)
        switch expiration {
        case .date(let date): try fields.encode(date.description, forKey: .expirationDate)
        case .years(let years): try fields.encode(years, forKey: .timeToExpiration)
        case nil: break
        }
    }
}
