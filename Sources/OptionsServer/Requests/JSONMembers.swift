internal import MarketData
internal import NIOCore
internal import StrategyContract

/// The members of a JSON object in the body of a request, each validated by its rule.
struct JSONMembers {
    /// The maximum number of elements of an array, unless a body says otherwise.
    static let maximumElements = 1000

    private let members: [String: JSONValue]
    /// The path of the object, for messages: empty for the body itself, otherwise with a full stop at the end.
    let path: String

    /// Parses a body.
    ///
    /// - Throws: 400 if it is not a JSON object; for malformed JSON, with the fault and its position.
    init(_ body: ByteBuffer, maximumElements: Int = Self.maximumElements) throws(ServerError) {
        let value: JSONValue
        do throws(ContractError) {
            value = try JSONValue(json: Array(body.readableBytesView).span, maximumElements: maximumElements)
        } catch {
            throw ServerError(error)
        }
        guard case .object(let members) = value else {
            throw ServerError(400, "the body must be a JSON object, got \(value.text)", code: .wrongType)
        }
        self.init(members, path: "")
    }

    init(_ members: [String: JSONValue], path: String) {
        self.members = members
        self.path = path
    }

    /// The number of members.
    var count: Int { members.count }

    /// The names of the members, ascending.
    var names: [String] { members.keys.sorted() }

    /// Refuses members that have no meaning.
    func allow(_ names: Set<String>) throws(ServerError) {
        guard let unknown = members.keys.filter({ !names.contains($0) }).min() else { return }
        throw ServerError(
            .unknownMember, path: "\(path)\(unknown)",
            "is unknown; members are \(names.sorted().joined(separator: ", "))")
    }

    /// Returns a member, unless it is absent or `null`.
    subscript(name: String) -> JSONValue? {
        if case .null? = members[name] { return nil }
        return members[name]
    }

    /// Returns a member that must be a string.
    func string(_ name: String, _ rule: String) throws(ServerError) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text)?: return text
        case .some(let other): throw refusal(name, rule, other, .wrongType)
        }
    }

    /// Returns a member that must be one of several strings.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, as _: Value.Type = Value.self
    ) throws(ServerError) -> Value? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value, let choice = Value(rawValue: text) else {
            let rule = Self.rule(Value.allCases.map(\.rawValue))
            if case .string = value { throw refusal(name, rule, value) }
            throw refusal(name, rule, value, .wrongType)
        }
        return choice
    }

    /// The rule of a member that must be one of several strings: `"call", "put" or "stock"`.
    static func rule(_ choices: some Collection<String>) -> String {
        let quoted = choices.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// Returns a member that must be a string with a number of characters, as Unicode scalars.
    func text(_ name: String, lengths: ClosedRange<Int>) throws(ServerError) -> String? {
        let rule =
            lengths.lowerBound == 0
            ? "at most \(lengths.upperBound) characters" : "\(lengths.lowerBound) to \(lengths.upperBound) characters"
        guard let text = try string(name, rule) else { return nil }
        guard lengths.contains(text.unicodeScalars.count) else { throw refusal(name, rule, .string(text)) }
        return text
    }

    /// Returns a member that is required.
    func required<Value>(_ name: String, _ rule: String, _ value: Value?) throws(ServerError) -> Value {
        guard let value else { throw ServerError(.missing, path: "\(path)\(name)", "is required: \(rule)") }
        return value
    }

    /// Returns a member that must be `true` or `false`.
    func bool(_ name: String) throws(ServerError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case .bool(let value)?: return value
        case .some(let other): throw refusal(name, "true or false", other, .wrongType)
        }
    }

    /// Returns a member that must be an integer in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
        switch self[name] {
        case nil: return nil
        case .number(let value, _)? where value == value.rounded() && range.contains(Int(exactly: value) ?? .min):
            return Int(value)
        case .some(let other):
            let rule = "an integer from \(range.lowerBound) to \(range.upperBound)"
            if case .number = other { throw refusal(name, rule, other) }
            throw refusal(name, rule, other, .wrongType)
        }
    }

    /// Returns a member that must be a number.
    func number(_ name: String, _ rule: String, where isAllowed: (ExactDecimal) -> Bool) throws(ServerError)
        -> ExactDecimal
    {
        guard let value = self[name] else {
            throw ServerError(.missing, path: "\(path)\(name)", "is required: \(rule)")
        }
        guard case .number(let number, let written) = value else { throw refusal(name, rule, value, .wrongType) }
        guard number.isFinite else { throw refusal(name, "finite", value) }
        guard let decimal = ExactDecimal(written), isAllowed(decimal) else { throw refusal(name, rule, value) }
        return decimal
    }

    /// Returns a member that must be an amount of money from 0 to a limit of 10^15. An absent one is `otherwise`, unless it
    /// is required.
    func amount(
        _ name: String, atMost limit: ExactDecimal, otherwise: ExactDecimal? = nil
    ) throws(ServerError) -> ExactDecimal {
        if let otherwise, self[name] == nil { return otherwise }
        return try number(name, "a number from 0 to 10^15") { $0 >= .zero && $0 <= limit }
    }

    /// Returns a member that must be a day.
    func day(_ name: String) throws(ServerError) -> CalendarDate? {
        try string(name, RequestParameters.dayRule).map { text throws(ServerError) in
            try RequestParameters.day(text, name: path + name)
        }
    }

    /// Returns a member that must be an array of strings.
    func strings(
        _ name: String, _ rule: String, maximumElements: Int = Self.maximumElements
    ) throws(ServerError) -> [String]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements, let count) = value else { throw refusal(name, rule, value, .wrongType) }
        guard count <= maximumElements else {
            throw ServerError(
                .notAllowed, path: "\(path)\(name)", "must have at most \(maximumElements) elements, got \(count)")
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                throw ServerError(.wrongType, path: "\(path)\(name)[\(index)]", "must be a string, got \(element.text)")
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns a member that must be an array of objects.
    func objects(_ name: String, counts: ClosedRange<Int>) throws(ServerError) -> [JSONMembers]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements, let count) = value else { throw refusal(name, "an array", value, .wrongType) }
        guard counts.contains(count) else {
            throw ServerError(
                .notAllowed, path: "\(path)\(name)",
                "must have \(counts.lowerBound) to \(counts.upperBound) elements, got \(count)")
        }
        var objects: [JSONMembers] = []
        for (index, element) in elements.enumerated() {
            guard case .object(let members) = element else {
                throw ServerError(
                    .wrongType, path: "\(path)\(name)[\(index)]", "must be an object, got \(element.text)")
            }
            objects.append(JSONMembers(members, path: "\(path)\(name)[\(index)]."))
        }
        return objects
    }

    /// Returns a member that must be an object.
    func object(_ name: String) throws(ServerError) -> JSONMembers? {
        switch self[name] {
        case nil: return nil
        case .object(let members)?: return JSONMembers(members, path: "\(path)\(name).")
        case .some(let other): throw refusal(name, "an object", other, .wrongType)
        }
    }

    /// Refuses a member that must not be given.
    func refuse(_ name: String, _ reason: String) throws(ServerError) {
        guard let value = self[name] else { return }
        throw ServerError(.notAllowed, path: "\(path)\(name)", "must not be given \(reason), got \(value.text)")
    }

    private func refusal(
        _ name: String, _ rule: String, _ value: JSONValue, _ code: ContractError.Code = .notAllowed
    ) -> ServerError {
        ServerError(code, path: "\(path)\(name)", "must be \(rule), got \(value.text)")
    }
}

extension JSONValue {
    /// The value in a message: a number as it was written, truncated if it is long.
    fileprivate var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(_, let written): written.utf8.count <= 40 ? written : "\(written.prefix(40))…"
        case .string(let value): RequestParameters.quoted(value)
        case .array: "an array"
        case .object: "an object"
        }
    }
}
