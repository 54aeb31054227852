internal import MarketData
internal import NIOCore
internal import StrategyContract

/// The members of a JSON object in the body of a request, each validated by its rule.
struct JSONMembers {
    /// The maximum number of elements of an array in any body.
    static let maximumElements = 1000

    private let members: [String: JSONValue]
    /// The path of the object, for messages: empty for the body itself.
    private let path: String

    /// Parses a body.
    ///
    /// - Throws: 400 if it is not a JSON object; for malformed JSON, with the fault and its position.
    init(_ body: ByteBuffer) throws(ServerError) {
        let value: JSONValue
        do throws(ContractError) {
            value = try JSONValue(
                json: Array(body.readableBytesView).span, maximumElements: Self.maximumElements)
        } catch {
            throw ServerError(error)
        }
        guard case .object(let members) = value else {
            throw ServerError(400, "the body must be a JSON object, got \(value.text)")
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
        throw ServerError(400, "\(path)\(unknown) is unknown; members are \(names.sorted().joined(separator: ", "))")
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
        case .some(let other): throw refusal(name, rule, other)
        }
    }

    /// Returns a member that must be `true` or `false`.
    func bool(_ name: String) throws(ServerError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case .bool(let value)?: return value
        case .some(let other): throw refusal(name, "true or false", other)
        }
    }

    /// Returns a member that must be an integer in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
        switch self[name] {
        case nil: return nil
        case .number(let value, _)? where value == value.rounded() && range.contains(Int(exactly: value) ?? .min):
            return Int(value)
        case .some(let other):
            throw refusal(name, "an integer from \(range.lowerBound) to \(range.upperBound)", other)
        }
    }

    /// Returns a member that must be a number.
    func number(_ name: String, _ rule: String, where isAllowed: (ExactDecimal) -> Bool) throws(ServerError)
        -> ExactDecimal
    {
        guard let value = self[name] else { throw ServerError(400, "\(path)\(name) is required: \(rule)") }
        guard case .number(let number, let written) = value else { throw refusal(name, rule, value) }
        guard number.isFinite else { throw refusal(name, "finite", value) }
        guard let decimal = ExactDecimal(written), isAllowed(decimal) else { throw refusal(name, rule, value) }
        return decimal
    }

    /// Returns a member that must be a day.
    func day(_ name: String) throws(ServerError) -> CalendarDate? {
        try string(name, RequestParameters.dayRule).map { text throws(ServerError) in
            try RequestParameters.day(text, name: path + name)
        }
    }

    /// Returns a member that must be an array of at most ``maximumElements`` strings.
    func strings(_ name: String, _ rule: String) throws(ServerError) -> [String]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements, let count) = value else { throw refusal(name, rule, value) }
        guard count <= Self.maximumElements else {
            throw ServerError(
                400, "\(path)\(name) must have at most \(Self.maximumElements) elements, got \(count)")
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                throw ServerError(400, "\(path)\(name)[\(index)] must be a string, got \(element.text)")
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns a member that must be an object.
    func object(_ name: String) throws(ServerError) -> JSONMembers? {
        switch self[name] {
        case nil: return nil
        case .object(let members)?: return JSONMembers(members, path: "\(path)\(name).")
        case .some(let other): throw refusal(name, "an object", other)
        }
    }

    private func refusal(_ name: String, _ rule: String, _ value: JSONValue) -> ServerError {
        ServerError(400, "\(path)\(name) must be \(rule), got \(value.text)")
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
