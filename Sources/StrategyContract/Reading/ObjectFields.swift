internal import COptionsJSON

/// The tokens of the members of one object. If a name occurs more than once, the last occurrence counts.
struct ObjectFields {
    private typealias Tokens = InlineArray<64, UInt32>
    /// The maximum number of names, which ``FieldReader`` checks.
    static var capacity: Int { Tokens.count }

    /// The path of the object.
    let path: ObjectPath
    /// Token indices by name. Token 0 is the request itself, so 0 means absent.
    private var tokens = Tokens(repeating: 0)
    /// The position at which absent members count as broken: after the contents of the object, before the next token.
    let end: Int

    init(of object: Int, at path: ObjectPath, in reader: borrowing JSONReader) {
        self.path = path
        let next = Int(reader[object].next)
        // The end of a nested object precedes the end of its container.
        end = Self.position(of: next) - (path == .request ? 1 : 2)
        var index = object + 1
        while index < next {
            let token = reader[index]
            // A member that is null counts as absent.
            tokens[Int(token.name)] = token.kind == JSON_NULL ? 0 : UInt32(index)
            index = Int(token.next)
        }
    }

    /// Returns the token of a member.
    subscript(name: Name) -> Int? {
        let index = tokens[Int(name.rawValue)]
        return index == 0 ? nil : Int(index)
    }

    /// Positions leave room between two tokens for absent members.
    static func position(of token: Int) -> Int { 3 * token }
}
