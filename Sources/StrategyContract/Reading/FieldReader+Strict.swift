internal import COptionsJSON

/// Strict reading, which refuses unknown members.
extension FieldReader {
    /// Reports the first unknown member of the last request read, if the request has the member `strict` with the value
    /// `true`, or `isStrict`.
    mutating func refuseUnknownMembers(
        _ known: KnownMembers, _ request: ObjectFields, isStrict: Bool
    ) throws(ContractError) {
        let asksForIt = flag(.strict, ifPresentIn: request) ?? false
        guard asksForIt || isStrict else { return }
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
        refuseUnknownMembers(of: 0, at: .request, known, firstUnknown)
    }

    /// Reports the first unknown member of the object at `index`, and of the objects in it. `firstUnknown` is the first
    /// member without a token of each object.
    private mutating func refuseUnknownMembers(
        of object: Int, at path: ObjectPath, _ known: KnownMembers, _ firstUnknown: [Int: Int]
    ) {
        guard json[object].kind == JSON_OBJECT else { return }
        if let index = firstUnknown[object] {
            let member = json.unknownMember(index)
            report(
                at: ObjectFields.position(ofUnknownMemberIn: path, before: member.next),
                .unknownMember(member.name, at: path, known))
        }
        let members = known.members(of: path)
        var index = object + 1
        while index < Int(json[object].next), !isCancelled() {
            guard let name = Name(rawValue: json[index].name) else {
                preconditionFailure("a token of a member has a name")
            }
            if name == .id {
                // Any value is allowed.
            } else if members.contains(name) {
                refuseUnknownMembers(ofValue: index, name, in: path, known, firstUnknown)
            } else {
                report(at: ObjectFields.position(of: index), .unknownMember(name.text, at: path, known))
            }
            index = Int(json[index].next)
        }
    }

    private mutating func refuseUnknownMembers(
        ofValue value: Int, _ name: Name, in path: ObjectPath, _ known: KnownMembers, _ firstUnknown: [Int: Int]
    ) {
        if name == .legs || name == .positions {
            guard json[value].kind == JSON_ARRAY else { return }
            var (element, number) = (value + 1, 0)
            while element < Int(json[value].next), !isCancelled() {
                let path = name == .legs ? path.leg(number) : .position(number)
                refuseUnknownMembers(of: element, at: path, known, firstUnknown)
                (element, number) = (Int(json[element].next), number + 1)
            }
        } else if path == .request, known.objects.contains(where: { $0.name == name }) {
            refuseUnknownMembers(of: value, at: .member(name), known, firstUnknown)
        }
    }
}

extension ContractError {
    /// The error of an unknown member of a strict request; the message suggests the nearest known name.
    fileprivate static func unknownMember(_ name: String, at path: ObjectPath, _ known: KnownMembers) -> ContractError {
        let nearest = NearestName.of(name, in: known.members(of: path) + [.id], else: known.all)
        let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
        return ContractError(
            .unknownMember, path: path.member(writing: name), "is not a known member" + suggestion)
    }
}
