internal import MarketData
internal import StrategyContract

/// Writes the JSON of market data.
///
/// ```swift
/// var json = JSONText()
/// json.object { json in
///     json.member("ticker", "COIN")
///     json.member("price", ExactDecimal("165.12"))
/// }
/// ```
struct JSONText {
    private(set) var bytes: [UInt8] = []
    /// Whether the next member or element is the first of its object or array.
    private var isFirst = true

    /// Writes `{`, the members, and `}`.
    mutating func object(_ members: (inout JSONText) -> Void) { enclose("{", "}", members) }

    /// Writes `[`, the elements, and `]`.
    mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONText, Element) -> Void) {
        enclose("[", "]") { json in
            for element in elements {
                json.separate()
                write(&json, element)
            }
        }
    }

    /// Writes a member; `null` for `nil`.
    mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        begin(name)
        if let value { value.write(to: &self) } else { append("null") }
    }

    /// Writes a member whose value `write` writes.
    mutating func member(_ name: StaticString, _ write: (inout JSONText) -> Void) {
        begin(name)
        write(&self)
    }

    /// Writes a member that is an array with an object for each element, whose members `members` writes.
    mutating func member<Element>(
        _ name: StaticString, objects elements: some Sequence<Element>, _ members: (inout JSONText, Element) -> Void
    ) {
        member(name) { $0.array(elements) { json, element in json.object { members(&$0, element) } } }
    }

    /// Writes a member whose name is not a compile-time constant.
    mutating func member(named name: String, _ value: some JSONWritable) {
        member(named: name) { value.write(to: &$0) }
    }

    /// Writes a member whose name is not a compile-time constant, and whose value `write` writes.
    mutating func member(named name: String, _ write: (inout JSONText) -> Void) {
        separate()
        append(quoted: name)
        append(":")
        write(&self)
    }

    private mutating func begin(_ name: StaticString) {
        separate()
        append("\"")
        append(name)
        append("\":")
    }

    private mutating func separate() {
        if !isFirst { append(",") }
        isFirst = false
    }

    private mutating func enclose(_ open: StaticString, _ close: StaticString, _ body: (inout JSONText) -> Void) {
        append(open)
        isFirst = true
        body(&self)
        append(close)
        isFirst = false
    }

    mutating func append(_ text: StaticString) {
        JSONWriter.append(to: &bytes) { $0.append(text) }
    }

    /// Writes ASCII text that needs no escaping.
    mutating func append(plain text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(quoted text: String) {
        JSONWriter.append(to: &bytes) { $0.append(quoted: text) }
    }

    /// Writes a finite number; `null` for any other.
    mutating func append(finite value: Double) {
        JSONWriter.append(to: &bytes) { $0.append(finite: value) }
    }
}

/// A value that JSON has.
protocol JSONWritable {
    func write(to json: inout JSONText)
}

extension String: JSONWritable {
    func write(to json: inout JSONText) { json.append(quoted: self) }
}

extension Bool: JSONWritable {
    func write(to json: inout JSONText) { json.append(self ? "true" : "false") }
}

extension Int: JSONWritable {
    func write(to json: inout JSONText) { json.append(plain: description) }
}

extension Double: JSONWritable {
    func write(to json: inout JSONText) { json.append(finite: self) }
}

extension ExactDecimal: JSONWritable {
    func write(to json: inout JSONText) { json.append(plain: description) }
}

extension CalendarDate: JSONWritable {
    func write(to json: inout JSONText) {
        json.append("\"")
        json.append(plain: description)
        json.append("\"")
    }
}

extension Timestamp: JSONWritable {
    func write(to json: inout JSONText) {
        json.append("\"")
        json.append(plain: rfc3339)
        json.append("\"")
    }
}

extension MarketSource: JSONWritable {
    func write(to json: inout JSONText) { json.append(quoted: rawValue) }
}
