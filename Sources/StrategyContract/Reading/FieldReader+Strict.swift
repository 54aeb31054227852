internal import COptionsJSON

/// The search for unknown members, which a strict request must not have.
extension FieldReader {
    /// An unknown member of an object at ``path``.
    struct UnknownMember {
        let name: String
        let object: KnownObject
        let request: KnownObject
    }

    /// Reports the first unknown member of the last request read.
    mutating func refuseUnknownMembers(_ known: KnownObject) throws(ContractError) {
        try findUnknownMembers(known) { reader, position, member in
            reader.report(at: position) { $0.error(of: member()) }
        }
    }

    /// Calls `found` with each unknown member of the last request read, and its position.
    mutating func findUnknownMembers(
        _ known: KnownObject,
        _ found: (_ reader: inout FieldReader, ReadingPosition, _ member: () -> UnknownMember) -> Void
    ) throws(ContractError) {
        do throws(JSONReader.Failure) {
            try json.findUnknownMembers()
        } catch {
            throw error.status == JSON_CANCELLED ? .cancelled : ContractError(error, in: Span())
        }
        var unknown: [Int: [Int]] = [:]
        for index in 0..<json.unknownCount { unknown[json.unknownMember(index).object, default: []].append(index) }
        findUnknownMembers(of: 0, known, in: known, unknown, found)
    }

    /// Finds those of the object at `index`, and of the objects in it. `unknown` are the members without a token of each
    /// object.
    private mutating func findUnknownMembers(
        of object: Int, _ known: KnownObject, in request: KnownObject, _ unknown: [Int: [Int]],
        _ found: (_ reader: inout FieldReader, ReadingPosition, _ member: () -> UnknownMember) -> Void
    ) {
        guard json[object].kind == JSON_OBJECT else { return }
        for index in unknown[object] ?? [] {
            let member = json.unknownMember(index)
            found(&self, ReadingPosition(unknownMemberAtDepth: path.depth, before: member.next)) {
                UnknownMember(name: member.name, object: known, request: request)
            }
        }
        var index = object + 1
        while index < Int(json[object].next), !isCancelled() {
            let name = json[index].name
            if name == KnownObject.identifier {
                // Any value is allowed.
            } else if let member = known.index(ofName: name) {
                findUnknownMembers(inMember: member, of: known, index, in: request, unknown, found)
            } else {
                found(&self, ReadingPosition(of: index)) {
                    UnknownMember(name: KnownObject.names[Int(name)], object: known, request: request)
                }
            }
            index = Int(json[index].next)
        }
    }

    /// Finds those in the value of a member, if the value is an object or a list of objects.
    private mutating func findUnknownMembers(
        inMember member: Int, of object: KnownObject, _ value: Int, in request: KnownObject, _ unknown: [Int: [Int]],
        _ found: (_ reader: inout FieldReader, ReadingPosition, _ member: () -> UnknownMember) -> Void
    ) {
        guard let known = object.members[member].nested else { return }
        let name = object.members[member].name
        guard object.members[member].isList else {
            path.append(ObjectPath.Step(name))
            findUnknownMembers(of: value, known, in: request, unknown, found)
            path.removeLast()
            return
        }
        guard json[value].kind == JSON_ARRAY else { return }
        var (element, number) = (value + 1, 0)
        while element < Int(json[value].next), !isCancelled() {
            path.append(ObjectPath.Step(name, number))
            findUnknownMembers(of: element, known, in: request, unknown, found)
            path.removeLast()
            (element, number) = (Int(json[element].next), number + 1)
        }
    }

    /// The error of an unknown member of a strict request; the message suggests the nearest known name.
    func error(of member: UnknownMember) -> ContractError {
        let nearest = NearestName.of(
            member.name, in: member.object.members.map(\.name) + ["id"], else: member.request.allNames + ["id"])
        let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
        return ContractError(
            .unknownMember, path: path.member(writing: member.name), "is not a known member" + suggestion)
    }
}
