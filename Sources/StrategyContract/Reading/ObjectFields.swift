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
        end = Self.position(afterContentsOf: path, before: next)
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

    /// Positions leave room between two tokens for absent and unknown members of objects nested three deep.
    static func position(of token: Int) -> Int { 8 * token }

    /// Returns the position after the contents of an object, before token `next`. The end of a nested object precedes the
    /// end of its container.
    static func position(afterContentsOf path: ObjectPath, before next: Int) -> Int {
        position(of: next) - 2 * path.depth - 1
    }

    /// Returns the position of an unknown member of an object, before token `next`.
    static func position(ofUnknownMemberIn path: ObjectPath, before next: Int) -> Int {
        position(of: next) - 2 * path.depth - 2
    }
}
