internal import COptionsJSON

/// Strict reading, which refuses unknown members.
extension FieldReader {
    /// Reports the first unknown member of the last request read.
    mutating func refuseUnknownMembers(_ known: KnownObject) throws(ContractError) {
        do throws(JSONReader.Failure) {
            try json.findUnknownMembers()
        } catch {
            throw error.status == JSON_CANCELLED ? .cancelled : ContractError(error, in: Span())
        }
        var firstUnknown: [Int: Int] = [:]
        for index in 0..<json.unknownCount {
            let object = json.unknownMember(index).object
            if firstUnknown[object] == nil { firstUnknown[object] = index }
        }
        refuseUnknownMembers(of: 0, known, in: known, firstUnknown)
    }

    /// Reports the first unknown member of the object at `index`, and of the objects in it. `firstUnknown` is the first
    /// member without a token of each object.
    private mutating func refuseUnknownMembers(
        of object: Int, _ known: KnownObject, in request: KnownObject, _ firstUnknown: [Int: Int]
    ) {
        guard json[object].kind == JSON_OBJECT else { return }
        if let index = firstUnknown[object] {
            let member = json.unknownMember(index)
            report(at: ReadingPosition(unknownMemberAtDepth: path.depth, before: member.next)) {
                $0.unknownMember(member.name, known, request)
            }
        }
        var index = object + 1
        while index < Int(json[object].next), !isCancelled() {
            let name = json[index].name
            if name == KnownObject.identifier {
                // Any value is allowed.
            } else if let member = known.index(ofName: name) {
                refuseUnknownMembers(inMember: member, of: known, index, in: request, firstUnknown)
            } else {
                report(at: ReadingPosition(of: index)) {
                    $0.unknownMember(KnownObject.names[Int(name)], known, request)
                }
            }
            index = Int(json[index].next)
        }
    }

    /// Reports the first unknown member in the value of a member, if the value is an object or a list of objects.
    private mutating func refuseUnknownMembers(
        inMember member: Int, of object: KnownObject, _ value: Int, in request: KnownObject, _ firstUnknown: [Int: Int]
    ) {
        guard let known = object.members[member].nested else { return }
        let name = object.members[member].name
        guard object.members[member].isList else {
            path.append(ObjectPath.Step(name))
            refuseUnknownMembers(of: value, known, in: request, firstUnknown)
            path.removeLast()
            return
        }
        guard json[value].kind == JSON_ARRAY else { return }
        var (element, number) = (value + 1, 0)
        while element < Int(json[value].next), !isCancelled() {
            path.append(ObjectPath.Step(name, number))
            refuseUnknownMembers(of: element, known, in: request, firstUnknown)
            path.removeLast()
            (element, number) = (Int(json[element].next), number + 1)
        }
    }

    /// The error of an unknown member of a strict request; the message suggests the nearest known name.
    private func unknownMember(_ name: String, _ known: KnownObject, _ request: KnownObject) -> ContractError {
        let nearest = NearestName.of(name, in: known.members.map(\.name) + ["id"], else: request.allNames + ["id"])
        let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
        return ContractError(
            .unknownMember, path: path.member(writing: name), "is not a known member" + suggestion)
    }
}
