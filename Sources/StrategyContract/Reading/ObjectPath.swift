internal import ExactPayoff

/// The path of an object of a request, as it appears in messages.
struct ObjectPath {
    /// A member of an object, or an element of the list that is its value.
    struct Step {
        let name: String
        let element: Int?

        init(_ name: String, _ element: Int? = nil) {
            self.name = name
            self.element = element
        }
    }

    private var steps: [Step] = []

    /// The number of objects around the object.
    var depth: Int { steps.count }

    mutating func append(_ step: Step) { steps.append(step) }
    mutating func removeLast() { steps.removeLast() }

    /// The path, such as `legs[3]`; empty for the request.
    var text: String {
        steps.map { step in step.element.map { "\(step.name)[\($0)]" } ?? step.name }.joined(separator: ".")
    }

    /// Returns the path of a member of the object: `legs[3].premium`.
    func member(_ name: String) -> String { StrategyError.member(name, of: text) }

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
        return member(isWord ? String(short) : "\"\(short)\"")
    }
}
