/// A time at which a strategy is valued: a day, or years after the valuation.
public enum ValueDate: Hashable, Sendable {
    /// A day, `YYYY-MM-DD`.
    case date(String)
    /// Years after the valuation.
    case years(Double)
}

extension ValueDate: Codable {
    /// Reads a text or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let date = try? container.decode(String.self) {
            self = .date(date)
        } else {
            self = .years(try container.decode(Double.self))
        }
    }

    /// Writes the text or the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .date(let date): try container.encode(date)
        case .years(let years): try container.encode(years)
        }
    }
}
