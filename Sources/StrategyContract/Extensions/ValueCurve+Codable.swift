internal import OptionPricing
internal import StrategyAnalytics

extension ValueCurve: Codable {
    private enum Key: String, CodingKey {
        case date, points
    }

    /// Reads a curve.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            date: try container.decode(ValueDate.self, forKey: .date),
            curve: PayoffCurve(try container.decode([PayoffCurve.Point].self, forKey: .points)))
    }

    /// Writes a curve in the shape of the contract.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(date, forKey: .date)
        try container.encode(Array(curve), forKey: .points)
    }
}

extension ValueDate: Codable {
    /// Reads a date or years.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let years = try? container.decode(Double.self) {
            self = .years(years)
            return
        }
        guard let date = CalendarDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date YYYY-MM-DD is expected")
        }
        self = .date(date)
    }

    /// Writes a date as text, years as a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .date(let date): try container.encode(date.description)
        case .years(let years): try container.encode(years)
        }
    }
}
