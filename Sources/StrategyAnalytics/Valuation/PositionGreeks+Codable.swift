/// A greek that is infinite is `null`, as in the contract, and reads as NaN.
extension PositionGreeks: Codable {
    private enum Key: String, CodingKey {
        case delta, gamma, theta, vega, rho
    }

    private static var fields: [(Key, WritableKeyPath<PositionGreeks, Double>)] {
        [(.delta, \.delta), (.gamma, \.gamma), (.theta, \.theta), (.vega, \.vega), (.rho, \.rho)]
    }

    /// Reads greeks.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        for (key, field) in Self.fields {
            self[keyPath: field] = try container.decodeIfPresent(Double.self, forKey: key) ?? .nan
        }
    }

    /// Writes greeks.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, field) in Self.fields {
            let value = self[keyPath: field]
            try container.encode(value.isFinite ? value : nil, forKey: key)
        }
    }
}
