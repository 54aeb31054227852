internal import Hummingbird
internal import HummingbirdCore
internal import MarketData
internal import StrategyContract

/// The parameters in the path and the query of a request, each validated by its rule.
struct RequestParameters {
    private var query: [String: String] = [:]
    private let path: Parameters

    /// Parses the parameters of a request.
    ///
    /// - Throws: 400 if the query is not percent-encoded UTF-8, or a name occurs twice.
    init(_ request: Request, _ context: OptionsRequestContext) throws(ServerError) {
        try self.init(query: request.uri.query ?? "", path: context.parameters)
    }

    init(query text: some StringProtocol, path: Parameters = .init()) throws(ServerError) {
        self.path = path
        for (name, value) in try Self.pairs(text) {
            guard query.updateValue(value, forKey: name) == nil else {
                throw ServerError(.notAllowed, path: name, "must be given once, got it twice")
            }
        }
    }

    /// Returns the names and values of a query, in which names may occur several times.
    static func pairs(_ query: some StringProtocol) throws(ServerError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in query.split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count).dropFirst()
            guard let name = decoded(name, plusIsSpace: true), let value = decoded(value, plusIsSpace: true) else {
                throw ServerError(
                    400, "the query must be UTF-8 with percent encoding, got \"\(pair)\"", code: .malformed)
            }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Decodes percent-encoded UTF-8; `nil` if the text is malformed.
    static func decoded(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                    digits.first != UInt8(ascii: "+")
                else { return nil }
                bytes.append(value)
                rest.removeFirst(2)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns a parameter of the query, if it is there.
    func text(_ name: String) -> String? { query[name] }

    /// Returns a segment of the path.
    func segment(_ name: String) throws(ServerError) -> String {
        let text = path.get(name) ?? ""
        guard let decoded = Self.decoded(text, plusIsSpace: false) else {
            throw ServerError(.notAllowed, path: name, "must be UTF-8 with percent encoding, got \"\(text)\"")
        }
        return decoded
    }

    /// Returns the ticker in the path.
    func ticker() throws(ServerError) -> Ticker { try Self.ticker(try segment("ticker"), name: "ticker") }

    /// Returns a ticker of the query.
    func requiredTicker(_ name: String) throws(ServerError) -> Ticker {
        try Self.ticker(try required(name, Self.tickerRule), name: name)
    }

    /// Returns the asset in the path.
    func asset() throws(ServerError) -> Asset { try Self.asset(try segment("asset"), name: "asset") }

    /// Returns a day of the query, if it is there.
    func day(_ name: String) throws(ServerError) -> CalendarDate? {
        try query[name].map { text throws(ServerError) in try Self.day(text, name: name) }
    }

    /// Returns a day of the query.
    func requiredDay(_ name: String) throws(ServerError) -> CalendarDate {
        try Self.day(try required(name, Self.dayRule), name: name)
    }

    /// Returns the kind of an option; `nil` if it is absent.
    func optionKind(_ name: String) throws(ServerError) -> OptionKind? {
        switch query[name] {
        case nil: return nil
        case "call": return .call
        case "put": return .put
        case .some(let other):
            throw ServerError(.notAllowed, path: name, #"must be "call" or "put", got \#(Self.quoted(other))"#)
        }
    }

    /// Returns the dividends that a chain uses; the estimated ones if the parameter is absent.
    func dividendUse() throws(ServerError) -> DividendUse {
        guard let text = query["dividends"] else { return .estimated }
        guard let use = DividendUse(rawValue: text) else {
            throw ServerError(
                .notAllowed, path: "dividends",
                #"must be "estimated", "declared" or "none", got \#(Self.quoted(text))"#)
        }
        return use
    }

    /// Returns whether a switch of the query is on; it is off if it is absent.
    func flag(_ name: String) throws(ServerError) -> Bool {
        switch query[name] {
        case nil, "false": return false
        case "true": return true
        case .some(let other):
            throw ServerError(.notAllowed, path: name, #"must be "true" or "false", got \#(Self.quoted(other))"#)
        }
    }

    /// Returns an integer of the query, if it is there.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
        guard let text = query[name] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
            range.contains(value)
        else {
            throw ServerError(
                .notAllowed, path: name,
                "must be an integer from \(range.lowerBound) to \(range.upperBound), got \(Self.quoted(text))")
        }
        return value
    }

    /// Returns a positive decimal of the query.
    func requiredPositive(_ name: String) throws(ServerError) -> ExactDecimal {
        let rule = "a number greater than 0"
        let text = try required(name, rule)
        func refusal(_ rule: String) -> ServerError {
            ServerError(.notAllowed, path: name, "must be \(rule), got \(Self.quoted(text))")
        }
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }
        guard isDecimal, let number = Double(text) else { throw refusal(rule) }
        guard number.isFinite else { throw refusal("finite") }
        guard number > 0 else { throw refusal(rule) }
        guard number <= 1e100 else { throw refusal("at most 10^100") }
        guard text.utf8.count <= 40 else { throw refusal("written in at most 40 characters") }
        guard let value = ExactDecimal(text), value > .zero else { throw refusal(rule) }
        return value
    }

    /// Returns a parameter of the query.
    func required(_ name: String, _ rule: String) throws(ServerError) -> String {
        guard let text = query[name] else { throw ServerError(.missing, path: name, "is required: \(rule)") }
        return text
    }
}

// MARK: Rules that bodies share

extension RequestParameters {
    static let tickerRule = "1 to 15 letters, digits or . - ^ : ="
    static let dayRule = "a day as YYYY-MM-DD"
    static let assetRule = "a ticker of 1 to 15 letters, digits or . - ^ : =, or coin: and the identifier of a coin"

    static func ticker(_ text: String, name: String) throws(ServerError) -> Ticker {
        guard let ticker = Ticker(text) else {
            throw ServerError(.notAllowed, path: name, "must be \(tickerRule), got \(quoted(text))")
        }
        return ticker
    }

    static func asset(_ text: String, name: String) throws(ServerError) -> Asset {
        guard let asset = Asset(text) else {
            throw ServerError(.notAllowed, path: name, "must be \(assetRule), got \(quoted(text))")
        }
        return asset
    }

    static func day(_ text: String, name: String) throws(ServerError) -> CalendarDate {
        guard let day = CalendarDate(text) else {
            throw ServerError(.notAllowed, path: name, "must be \(dayRule), got \(quoted(text))")
        }
        return day
    }

    /// A value in a message: in quotes, and cut if it is long.
    static func quoted(_ text: String) -> String {
        text.count <= 60 ? "\"\(text)\"" : "\"\(text.prefix(60))…\" (\(text.count) characters)"
    }
}
