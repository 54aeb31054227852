internal import CSimdjson

/// Where the members of one object stand; of a name that occurs twice the last one.
struct ObjectFields {
    /// The path of the object: `legs[3]`, or nothing for the request itself.
    private let leg: Int?
    /// Token 0 is the request itself, so 0 stands for none.
    private var tokens = InlineArray<13, Int>(repeating: 0)  // one for each Name
    /// The position at which absent members count as broken: after everything in the object, before what follows it.
    let end: Int

    init(of object: Int, leg: Int?, in reader: borrowing JSONReader) {
        self.leg = leg
        let next = Int(reader[object].next)
        // A leg that is the last thing in the request ends before the request does.
        end = Self.position(of: next) - (leg == nil ? 1 : 2)
        var index = object + 1
        while index < next {
            let token = reader[index]
            // A member that is null counts as absent.
            tokens[Int(token.name)] = token.kind == JSON_NULL ? 0 : index
            index = Int(token.next)
        }
    }

    /// The token of a member.
    subscript(name: Name) -> Int? {
        let index = tokens[Int(name.rawValue)]
        return index == 0 ? nil : index
    }

    var path: String { leg.map { "legs[\($0)]" } ?? "" }

    func path(of name: Name) -> String { leg == nil ? name.text : "\(path).\(name.text)" }

    /// Positions leave room between two tokens for what is missing there.
    static func position(of token: Int) -> Int { 3 * token }
}
