/// Appends JSON to a buffer of bytes.
package struct JSONWriter {
    package var bytes: [UInt8] = []
    let pretty: Bool
    private let isCancelled: (@Sendable () -> Bool)?
    /// Whether the output is incomplete because the check ended the writing.
    private var wasCancelled = false
    private var elementsUntilCheck = Self.checkInterval
    private static let checkInterval = 4096

    /// Creates a writer. It calls `isCancelled` while it writes long lists; `true` ends the writing.
    init(pretty: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.pretty = pretty
        self.isCancelled = isCancelled
    }

    /// Appends the output of `body` to `bytes`, without copying them. Returns whether it is complete.
    @discardableResult
    package static func append(
        to bytes: inout [UInt8], pretty: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil,
        _ body: (inout JSONWriter) -> Void
    ) -> Bool {
        var writer = JSONWriter(pretty: pretty, isCancelled: isCancelled)
        swap(&writer.bytes, &bytes)
        body(&writer)
        swap(&writer.bytes, &bytes)
        return !writer.wasCancelled
    }

    /// Whether to continue writing elements.
    mutating func continues(with elements: Int) -> Bool {
        elementsUntilCheck -= elements
        if elementsUntilCheck <= 0, let isCancelled {
            elementsUntilCheck = Self.checkInterval
            wasCancelled = wasCancelled || isCancelled()
        }
        return !wasCancelled
    }

    package mutating func append(_ text: StaticString) {
        bytes.write(atMost: text.utf8CodeUnitCount) { end in end.put(text) }
    }

    /// A string with its quotes and escapes; `null` for `nil`.
    package mutating func append(quoted text: String?) {
        guard let text else { return append("null") }
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            append(escaping: text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append(#"\""#)
            case UInt8(ascii: "\\"): append(#"\\"#)
            case 0..<0x20:
                append(#"\u00"#)
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            default: bytes.append(byte)
            }
        }
    }

    /// A finite number: see ``OutputCursor/put(_:)``.
    mutating func append(_ value: Double) {
        bytes.write(atMost: numberSize) { end in end.put(value) }
    }

    /// Appends a value; `null` if it is infinite, since JSON has no such number.
    package mutating func append(finite value: Double) {
        if value.isFinite { append(value) } else { append("null") }
    }

    /// A text, and a value that may be infinite.
    @inline(__always)
    mutating func append(_ text: StaticString, finite value: Double) {
        append(text)
        append(finite: value)
    }

    /// The member `id`, as it was written, and the comma after it.
    mutating func append(identifier: [UInt8]?) {
        guard let identifier else { return }
        append(#""id":"#)
        bytes.append(contentsOf: identifier)
        append(",")
    }

    /// Returns `value` as a JSON number, for messages.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        var writer = JSONWriter()
        writer.append(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes a line feed and the indentation if the output is indented.
    mutating func line(depth: Int) {
        guard pretty else { return }
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    mutating func comma() {
        append(pretty ? ", " : ",")
    }

    mutating func name(_ name: StaticString) {
        // The length with quotes, colon and space.
        bytes.write(atMost: name.utf8CodeUnitCount + 4) { [pretty] end in end.put(name: name, pretty) }
    }

    /// Writes the name of a member on a new line, and its value if it is a text.
    mutating func member(_ name: StaticString, depth: Int, _ text: StaticString = "") {
        line(depth: depth)
        self.name(name)
        append(text)
    }

    /// Writes `null` for `nil`.
    mutating func append(_ value: Double?) {
        if let value { append(value) } else { append("null") }
    }

    /// Writes `{"name": value, …}` on one line; absent and infinite values are `null`.
    mutating func append(inline members: [(name: StaticString, value: Double?)]) {
        // The maximum size of names with quotes, colons, commas and spaces, numbers and brackets.
        let size = members.reduce(2) { $0 + $1.name.utf8CodeUnitCount + 6 + numberSize }
        bytes.write(atMost: size) { [pretty] end in
            end.put("{")
            for (index, member) in members.enumerated() {
                if index > 0 { pretty ? end.put(", ") : end.put(",") }
                end.put(name: member.name, pretty)
                if let value = member.value, value.isFinite { end.put(value) } else { end.put("null") }
            }
            end.put("}")
        }
    }

    /// Writes `[element, …]` on one line.
    mutating func append<Element>(inline elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        append("[")
        for (index, element) in elements.enumerated() where continues(with: 1) {
            if index > 0 { comma() }
            write(&self, element)
        }
        append("]")
    }

    /// Writes `[element, …]` with one element per line.
    mutating func append<Element>(lines elements: [Element], depth: Int, _ write: (inout JSONWriter, Element) -> Void) {
        append("[")
        for (index, element) in elements.enumerated() where continues(with: 1) {
            if index > 0 { append(",") }
            line(depth: depth + 1)
            write(&self, element)
        }
        line(depth: depth)
        append("]")
    }

    /// Writes a member that is not the first of its object, on a new line.
    mutating func nextMember(_ name: StaticString, depth: Int, _ text: StaticString = "") {
        append(",")
        member(name, depth: depth, text)
    }

    /// Writes a member that is not the first of its object, unless it has no value.
    mutating func nextMember<Value>(
        _ name: StaticString, depth: Int, ifPresent value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        nextMember(name, depth: depth)
        write(&self, value)
    }
}
