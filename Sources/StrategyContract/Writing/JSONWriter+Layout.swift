/// Lines, spaces and names, as the output is indented or not.
extension JSONWriter {
    /// A new line where the output is indented.
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

    /// A member's name on a line of its own.
    mutating func member(_ name: StaticString, depth: Int) {
        line(depth: depth)
        self.name(name)
    }

    /// `null` is written out.
    mutating func append(_ value: Double?) {
        if let value { append(value) } else { append("null") }
    }
}

/// Members and elements, with their commas.
extension JSONWriter {
    /// `{"name": value, …}` on one line; what is absent or infinite is `null`.
    mutating func append(inline members: [(name: StaticString, value: Double?)]) {
        append("{")
        for (index, member) in members.enumerated() {
            if index > 0 { comma() }
            name(member.name)
            append(finite: member.value ?? .nan)
        }
        append("}")
    }

    /// `[element, …]` on one line.
    mutating func append<Element>(
        inline elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { comma() }
            write(&self, element)
        }
        append("]")
    }

    /// `[element, …]`, each element on a line of its own.
    mutating func append<Element>(
        lines elements: [Element], depth: Int, _ write: (inout JSONWriter, Element) -> Void
    ) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            line(depth: depth + 1)
            write(&self, element)
        }
        line(depth: depth)
        append("]")
    }

    /// A member that is not the first of its object, on a line of its own.
    mutating func nextMember(_ name: StaticString, depth: Int) {
        append(",")
        member(name, depth: depth)
    }
}
