internal import COptionsJSON

/// Where the members of one object stand; of a name that occurs twice the last one.
struct ObjectFields {
    private typealias Tokens = InlineArray<64, UInt32>
    /// How many names there may be; ``FieldReader`` makes sure that there are no more.
    static var capacity: Int { Tokens.count }

    /// Where the object stands.
    let path: ObjectPath
    /// By name. Token 0 is the request itself, so 0 stands for none.
    private var tokens = Tokens(repeating: 0)
    /// The position at which absent members count as broken: after everything in the object, before what follows it.
    let end: Int

    init(of object: Int, at path: ObjectPath, in reader: borrowing JSONReader) {
        self.path = path
        let next = Int(reader[object].next)
        // An object that is the last thing in another ends before that one does.
        end = Self.position(of: next) - (path == .request ? 1 : 2)
        var index = object + 1
        while index < next {
            let token = reader[index]
            // A member that is null counts as absent.
            tokens[Int(token.name)] = token.kind == JSON_NULL ? 0 : UInt32(index)
            index = Int(token.next)
        }
    }

    /// The token of a member.
    subscript(name: Name) -> Int? {
        let index = tokens[Int(name.rawValue)]
        return index == 0 ? nil : Int(index)
    }

    /// Positions leave room between two tokens for what is missing there.
    static func position(of token: Int) -> Int { 3 * token }
}
