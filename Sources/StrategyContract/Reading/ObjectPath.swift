internal import StrategyAnalytics

/// The path of an object of a request, as it appears in messages.
enum ObjectPath: Hashable {
    /// The request itself, whose path is empty.
    case request
    /// One of the legs.
    case leg(Int)
    /// One of the positions of a book.
    case position(Int)
    /// One of the legs of a position.
    case positionLeg(position: Int, leg: Int)
    /// A member of the request.
    case member(Name)

    /// The path, such as `legs[3]`; empty for the request.
    var text: String {
        switch self {
        case .request: ""
        case .leg(let number): "\(Name.legs.text)[\(number)]"
        case .position(let number): "\(Name.positions.text)[\(number)]"
        case .positionLeg(let position, let leg): "\(Self.position(position).text).\(Self.leg(leg).text)"
        case .member(let name): name.text
        }
    }

    /// The number of objects around the object.
    var depth: Int {
        switch self {
        case .request: 0
        case .leg, .position, .member: 1
        case .positionLeg: 2
        }
    }

    /// Returns the path of a leg of the object.
    func leg(_ number: Int) -> ObjectPath {
        if case .position(let position) = self { .positionLeg(position: position, leg: number) } else { .leg(number) }
    }

    /// Returns the path of a member with any name, which is quoted unless it is a word, and truncated after 40 characters.
    func member(writing name: String) -> String {
        let isWord =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
            }
        let limit = 40
        let short = name.count > limit ? name.prefix(limit) + "…" : name
        return StrategyError.member(isWord ? short : "\"\(short)\"", of: text)
    }

    /// Returns the path of a member of the object: `legs[3].premium`.
    func member(_ name: Name) -> String { StrategyError.member(name.text, of: text) }
}
