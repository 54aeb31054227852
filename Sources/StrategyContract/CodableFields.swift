internal import StrategyAnalytics

/// The members of one object, read through `Codable`. What the machinery reports becomes a ``ContractError``.
struct CodableFields {
    private let container: KeyedDecodingContainer<Name>
    /// The path of the object, from the root of whatever is being decoded.
    let path: String

    init(_ decoder: any Decoder) throws(ContractError) {
        path = Self.text(decoder.codingPath)
        do {
            container = try decoder.container(keyedBy: Name.self)
        } catch {
            let expected = path.isEmpty ? "a JSON object" : "an object"
            throw ContractError(.wrongType, path: path, "must be \(expected)")
        }
    }

    func number(_ name: Name) throws(ContractError) -> Double {
        try required(Double.self, name, "a finite number")
    }

    func integer(_ name: Name, in allowed: ClosedRange<Int>, absent: Int? = nil) throws(ContractError) -> Int {
        if let absent, isAbsent(name) { return absent }
        let number = try required(Double.self, name, "a finite number")
        guard let integer = Int(exactly: number) else {
            throw .notAllowed(path(of: name), ContractError.integerRule(allowed), got: JSONWriter.text(number))
        }
        return integer
    }

    func choice(_ name: Name, of choices: [Name]) throws(ContractError) -> Name {
        let text = try required(String.self, name, "a string")
        guard let choice = choices.first(where: { $0.text == text }) else {
            throw .notAllowed(path(of: name), ContractError.choiceRule(choices.map(\.text)), got: "\"\(text)\"")
        }
        return choice
    }

    /// Makes sure that the strike price of shares is not given.
    func absent(_ name: Name) throws(ContractError) -> Double? {
        if isAbsent(name) { return nil }
        throw .strikePriceOfStock(path(of: name), got: JSONWriter.text(try number(name)))
    }

    func legs() throws -> [Leg] {
        do {
            if isAbsent(.legs) { throw ContractError.missing(path(of: .legs)) }
            return try container.decode([Leg].self, forKey: .legs)
        } catch is DecodingError {
            throw ContractError(.wrongType, path: path(of: .legs), "must be an array")
        }
    }

    private func required<Value: Decodable>(
        _ type: Value.Type, _ name: Name, _ expected: String
    ) throws(ContractError) -> Value {
        if isAbsent(name) { throw .missing(path(of: name)) }
        do {
            return try container.decode(type, forKey: name)
        } catch {
            throw ContractError(.wrongType, path: path(of: name), "must be \(expected)")
        }
    }

    private func isAbsent(_ name: Name) -> Bool {
        (try? container.decodeNil(forKey: name)) ?? true
    }

    private func path(of name: Name) -> String {
        ObjectPath.member(name.text, of: path)
    }

    private static func text(_ codingPath: [any CodingKey]) -> String {
        var text = ""
        for key in codingPath {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text
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
