/// A JSON value whose numbers are written as integers or as decimals, as a source does.
enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Written with a decimal point; `null` if it is not finite.
    case number(Double)
    case text(String)
    case array([JSON])
    case object([(String, JSON)])

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// A number that may be whole: whole ones are written as integers for half of the symbols, as decimals for the
    /// others.
    static func mixed(_ value: Double, _ symbol: String) -> JSON {
        value == value.rounded() && abs(value) < 1e15 && Noise.hash(symbol) & 1 == 0
            ? .integer(Int(value)) : .number(value)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += [byte >> 4, byte & 15].map { $0 < 10 ? $0 + 0x30 : $0 + 0x57 }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}

extension JSON {
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
    init(_ value: Double?) { self = value.map { .number($0) } ?? .null }

    /// The object with further members, or without some.
    func adding(_ members: [(String, JSON)]) -> JSON {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }

    func removing(_ names: Set<String>) -> JSON {
        guard case .object(let own) = self else { return self }
        return .object(own.filter { !names.contains($0.0) })
    }

    /// XML converted to JSON: no elements become `null`, one element stands alone, several become an array.
    static func collapsed(_ elements: [JSON], as name: String) -> JSON {
        switch elements.count {
        case 0: nil
        case 1: .object([(name, elements[0])])
        default: .object([(name, .array(elements))])
        }
    }
}
