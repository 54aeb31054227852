/// A request that is typed on the command line.
struct TypedRequest {
    let currentPrice: JSONNumber
    let legs: [TypedLeg]
    /// The other members, with their JSON.
    let members: [(name: String, json: String)]

    /// Writes the request in JSON.
    ///
    /// - Parameter pretty: Indents by two spaces, with one leg per line.
    /// - Returns: The text, without a line end.
    func json(pretty: Bool) -> String {
        let legs = legs.map { leg in
            let members: [(name: String, json: String?)] = [
                ("type", "\"\(leg.type)\""), ("position", "\"\(leg.position)\""),
                ("strikePrice", leg.strikePrice?.text), ("premium", leg.premium?.text),
                ("quantity", leg.quantity.text), ("expirationDate", leg.expirationDate.map { "\"\($0)\"" }),
            ]
            let given = members.compactMap { member in member.json.map { Self.member(member.name, $0, pretty) } }
            return "{" + given.joined(separator: pretty ? ", " : ",") + "}"
        }
        let list =
            pretty ? "[\n    " + legs.joined(separator: ",\n    ") + "\n  ]" : "[" + legs.joined(separator: ",") + "]"
        let all = [("currentPrice", currentPrice.text), ("legs", list)] + members.map { ($0.name, $0.json) }
        let given = all.map { Self.member($0.0, $0.1, pretty) }
        return pretty
            ? "{\n  " + given.joined(separator: ",\n  ") + "\n}" : "{" + given.joined(separator: ",") + "}"
    }

    private static func member(_ name: String, _ json: String, _ pretty: Bool) -> String {
        "\"\(name)\":" + (pretty ? " " : "") + json
    }
}
