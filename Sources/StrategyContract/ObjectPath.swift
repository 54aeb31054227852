/// Where an object of a request stands, as messages name it.
enum ObjectPath: Hashable {
    /// The request itself, which has no name.
    case request
    /// One of the legs.
    case leg(Int)
    /// A member of the request.
    case member(Name)

    /// `legs[3]`; empty for the request.
    var text: String {
        switch self {
        case .request: ""
        case .leg(let number): "\(Name.legs.text)[\(number)]"
        case .member(let name): name.text
        }
    }

    /// A member of the object: `legs[3].premium`.
    func member(_ name: Name) -> String { Self.member(name.text, of: text) }

    /// The member `name` of the object at `path`, which is empty for the request.
    static func member(_ name: String, of path: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
