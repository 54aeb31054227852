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

    /// Returns the path of a leg of the object.
    func leg(_ number: Int) -> ObjectPath {
        if case .position(let position) = self { .positionLeg(position: position, leg: number) } else { .leg(number) }
    }

    /// Returns the path of a member of the object: `legs[3].premium`.
    func member(_ name: Name) -> String { StrategyError.member(name.text, of: text) }
}
