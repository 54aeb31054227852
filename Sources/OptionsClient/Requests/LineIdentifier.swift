public import Foundation

/// The identifier of a line of a batch or of a position of a book, which the result repeats.
public enum LineIdentifier: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number.
    case number(Decimal)
}

extension LineIdentifier: Codable {
    /// Reads a text or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Decimal.self))
        }
    }

    /// Writes the text or the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

extension LineIdentifier: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// A number.
    public init(integerLiteral value: Int) { self = .number(Decimal(value)) }
}
