/// Answers requests by rows of CSV, in place of the lines of JSON that another answerer writes.
package struct TableAnswerer<Base: LineAnswerer & ~Copyable>: LineAnswerer, ~Copyable {
    private var base: Base
    private let columns: [[UInt8]]
    private var json: [UInt8] = []

    /// Creates an answerer whose rows have the members `columns` of the answers, between the identifier and the error.
    package init(_ base: consuming Base, columns: [String]) {
        self.base = base
        self.columns = columns.map { Array($0.utf8) }
    }

    /// The header of a table with these columns, without its line end.
    package static func header(_ columns: [String]) -> [UInt8] {
        Array((["id"] + columns + ["error"]).joined(separator: ",").utf8)
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        json.removeAll(keepingCapacity: true)
        try base.appendAnswer(to: request, &json)
        output.append(cell: base.identifierText ?? [])
        var column = 0
        for member in FlatMembers(json) where json[member.name] != [UInt8(ascii: "i"), UInt8(ascii: "d")] {
            while column < columns.count, !columns[column].elementsEqual(json[member.name]) {
                output.append(UInt8(ascii: ","))
                column += 1
            }
            guard column < columns.count else { break }
            output.append(UInt8(ascii: ","))
            append(json[member.value], to: &output)
            column += 1
        }
        output.append(contentsOf: repeatElement(UInt8(ascii: ","), count: columns.count - column + 1))
    }

    /// Appends a value of an answer: nothing for `null`, and JSON for a list.
    private func append(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if value.elementsEqual("null".utf8) { return }
        if value.first == UInt8(ascii: "[") {
            output.append(cell: Array(value))
        } else if value.first == UInt8(ascii: "\"") {
            // The words of answers need no escapes.
            output.append(contentsOf: value.dropFirst().dropLast())
        } else {
            output.append(contentsOf: value)
        }
    }

    package var identifierJSON: [UInt8]? { mutating get { base.identifierJSON } }

    package var identifierText: [UInt8]? { mutating get { base.identifierText } }

    package var oddities: UInt64 { mutating get { base.oddities } }

    package mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        error.append(csvTo: &output, identifier: wasRead ? base.identifierText : nil, columns: columns.count)
    }
}

/// The members of an object that an answerer wrote, without white space.
private struct FlatMembers: Sequence, IteratorProtocol {
    private let json: [UInt8]
    private var index = 1

    init(_ json: [UInt8]) { self.json = json }

    /// Returns the ranges of the next name, without its quotation marks, and its value.
    mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
        guard index + 1 < json.count else { return nil }
        let name = index + 1
        index = end(of: index)
        let value = index + 1
        let names = name..<index - 1
        index = end(of: value)
        defer { index += 1 }
        return (names, value..<index)
    }

    /// Returns the end of the value that begins at `start`.
    private func end(of start: Int) -> Int {
        var (index, depth, isInString) = (start, 0, false)
        while index < json.count {
            let byte = json[index]
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                isInString = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ","), UInt8(ascii: ":"):
                    if depth == 0 { return index }
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    if depth == 0 { return index }
                    depth -= 1
                default: break
                }
            }
            index += 1
        }
        return index
    }
}
