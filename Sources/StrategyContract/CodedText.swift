/// The JSON text of a value that any machinery for `Codable` reads, so that one decoder knows the rules.
///
/// Only members that the contract knows are in it, in the order of ``Name``: a `Codable` type does not see the order of the
/// document.
struct CodedText: Decodable {
    private(set) var json: [UInt8] = []

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            json.append(UInt8(ascii: "{"))
            let names = container.allKeys.sorted { $0.rawValue < $1.rawValue }
            for (index, name) in names.enumerated() {
                json += "\(index > 0 ? "," : "")\"\(name.text)\":".utf8
                json += try container.decode(CodedText.self, forKey: name).json
            }
            json.append(UInt8(ascii: "}"))
        } else if var container = try? decoder.unkeyedContainer() {
            json.append(UInt8(ascii: "["))
            while !container.isAtEnd {
                if container.currentIndex > 0 { json.append(UInt8(ascii: ",")) }
                json += try container.decode(CodedText.self).json
            }
            json.append(UInt8(ascii: "]"))
        } else {
            try append(decoder.singleValueContainer())
        }
    }

    private mutating func append(_ container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            json += "null".utf8
        } else if let number = try? container.decode(Double.self) {
            guard number.isFinite else {
                throw ContractError.notFinite(Self.path(container.codingPath), got: "\(number)")
            }
            json.append(jsonNumber: number)
        } else if let text = try? container.decode(String.self) {
            JSONWriter.append(to: &json) { $0.append(quoted: text) }
        } else {
            json += (try container.decode(Bool.self) ? "true" : "false").utf8
        }
    }

    /// A place as messages name it: `request.legs[3]`.
    static func path(_ codingPath: [any CodingKey]) -> String {
        codingPath.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path = ObjectPath.member(key.stringValue, of: path)
            }
        }
    }
}

extension Name: CodingKey {
    init?(stringValue: String) {
        guard let name = Self.allCases.first(where: { $0.text == stringValue }) else { return nil }
        self = name
    }

    var stringValue: String { text }

    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}

extension RequestDecoder {
    /// Reads a value from the text of a `Codable` one; messages name the place from the root of what is being decoded.
    static func decode<Value>(
        from decoder: any Decoder, _ read: (inout RequestDecoder, Span<UInt8>) throws(ContractError) -> Value
    ) throws -> Value {
        let text = try CodedText(from: decoder)
        var requests = RequestDecoder()
        do throws(ContractError) {
            return try read(&requests, text.json.span)
        } catch {
            throw error.within(CodedText.path(decoder.codingPath))
        }
    }
}
