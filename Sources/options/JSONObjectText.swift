/// The text of a JSON object to which members are appended. Of a name that occurs twice, the last one counts.
///
/// Text that is not an object stays as it is; the reader reports it.
struct JSONObjectText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Appends a member of the object.
    mutating func append(_ name: String, _ json: String) {
        guard let end = bytes.lastIndex(where: { !Self.isSpace($0) }), bytes[end] == UInt8(ascii: "}") else { return }
        insert([(name, json)], before: end)
    }

    /// Appends members to the object that is the last value of a member, or to a new one.
    mutating func append(_ members: [(name: String, json: String)], toObject name: String) {
        if let end = endOfObject(name) { return insert(members, before: end) }
        append(name, "{\(members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}")
    }

    private mutating func insert(_ members: [(name: String, json: String)], before end: Int) {
        let last = bytes[..<end].last { !Self.isSpace($0) }
        let isEmpty = last == UInt8(ascii: "{")
        let text = members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
        bytes.insert(contentsOf: Array(((isEmpty ? "" : ",") + text).utf8), at: end)
    }

    /// The index of the bracket that ends the object of a member of this object.
    private func endOfObject(_ name: String) -> Int? {
        let wanted = Array("\"\(name)\"".utf8)
        var (depth, index) = (0, 0)
        var (start, found): (Int?, Int?) = (nil, nil)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let stringStart = index
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                let isName = depth == 1 && index < bytes.count && Array(bytes[stringStart...index]) == wanted
                if isName, value(after: index + 1) == UInt8(ascii: "{") { start = depth }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == start {
                    found = index
                    start = nil
                }
            default: break
            }
            index += 1
        }
        return found
    }

    /// The first byte of the value after the name that ends before an index; `nil` if no colon follows.
    private func value(after index: Int) -> UInt8? {
        let rest = bytes[min(index, bytes.count)...].drop { Self.isSpace($0) }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        return rest.dropFirst().first { !Self.isSpace($0) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// A text with the escapes of a JSON string.
    static func escaped(_ text: String) -> String {
        text.map { character in
            character == "\"" || character == "\\" ? "\\\(character)" : character < " " ? " " : "\(character)"
        }.joined()
    }
}
