/// Lines, spaces and names, with or without indentation.
extension JSONWriter {
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
        append("\"")
        append(name)
        append(pretty ? "\": " : "\":")
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

    // MARK: Members and elements with commas

    /// Writes `{"name": value, …}` on one line; absent and infinite values are `null`.
    mutating func append(inline members: [(name: StaticString, value: Double?)]) {
        append("{")
        for (index, member) in members.enumerated() {
            if index > 0 { comma() }
            name(member.name)
            append(finite: member.value ?? .nan)
        }
        append("}")
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
