internal import COptionsJSON
internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests

/// Reads the members of requests, one request after another, and records the first broken rule.
/// A value that breaks a rule is reported, and counts as absent from then on.
struct FieldReader: ~Copyable {
    var json: JSONReader
    /// The broken rule that comes first in the document, and its position.
    private var problem: (position: ReadingPosition, error: ContractError)?

    let maximumBytes: Int
    /// Whether unknown members are refused even if a request does not enable this.
    private let isStrict: Bool
    /// The elements of long lists that were read.
    private var elementCount = 0

    /// The object whose members are read.
    struct Scope {
        var object: KnownObject
        /// The place of its first member in `tokens`.
        var first = 0
        /// The index of the next member.
        var next = 0
        /// The token of its member `id`; 0 if there is none.
        var identifier = 0
        /// The position of the object itself.
        var start = ReadingPosition.beginning
        /// The position at which absent members count as broken.
        var end = ReadingPosition.end
    }
    private(set) var scope = Scope(object: .calculation)
    /// The tokens of the members of the current object and those around it. Token 0 is the request itself, so 0 means absent.
    private(set) var tokens: [UInt32] = []
    /// The number of tokens in use. The rest of the array is 0.
    private var tokenEnd = 0
    /// The members and elements that lead to the current object.
    var path = ObjectPath()
    /// How many members have been given so far.
    private(set) var givenCount = 0
    /// The token of the member `id` of the last request; 0 if there is none.
    private var requestIdentifier = 0
    /// A digest of the names in the last request that belong to other objects.
    private var misplacedNames: UInt64 = 0

    /// Creates a reader. It only validates and counts the elements of an array beyond `maximumElements`, and calls
    /// `isCancelled` while it reads a long text; `true` ends the reading.
    init(
        maximumElements: Int, maximumBytes: Int = RequestLimits.requestBytes, strict: Bool,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.maximumBytes = maximumBytes
        isStrict = strict
        json = JSONReader(
            names: KnownObject.names, maximumDepth: RequestLimits.nestingDepth,
            maximumElements: maximumElements, isCancelled: isCancelled)
    }

    /// Reads a request into `request`, which is empty.
    ///
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    mutating func read<Request: RequestMembers>(
        _ text: Span<UInt8>, as known: KnownObject, into request: inout Request
    ) throws(ContractError) {
        problem = nil
        requestIdentifier = 0
        misplacedNames = 0
        path = ObjectPath()
        guard text.count <= maximumBytes else {
            json.clear()
            throw .tooLarge(limit: maximumBytes)
        }
        do throws(JSONReader.Failure) {
            try json.read(text)
        } catch {
            throw ContractError(error, in: text)
        }
        guard json[0].kind == JSON_OBJECT else {
            throw .wrongType("", expected: "a JSON object", got: json.written(json[0]))
        }
        readMembers(of: 0, known) { request.visitMembers(&$0) }
        if isStrict || request.isStrict, problem?.position != .beginning { try refuseUnknownMembers(known) }
        if let problem { throw problem.error }
    }

    /// The JSON text of the member `id` of the last request, if it is a string or a number. Also available for refused
    /// requests, unless they are not JSON.
    var identifierJSON: [UInt8]? {
        requestIdentifier == 0 || json.isEmpty ? nil : identifierJSON(requestIdentifier)
    }

    /// The text of that member.
    var identifierText: [UInt8]? {
        guard let written = identifierJSON else { return nil }
        let token = json[requestIdentifier]
        return token.kind == JSON_STRING ? json.text(of: token) { span in span.indices.map { span[$0] } } : written
    }

    func identifierJSON(_ index: Int) -> [UInt8]? {
        let token = json[index]
        return token.kind == JSON_NUMBER || token.kind == JSON_STRING ? json.bytes(token) : nil
    }

    /// A digest of the unknown members of the last request; 0 if there are none.
    var unknownNames: UInt64 { json.unknownNames &+ misplacedNames }

    // MARK: Objects

    /// Reads the members of the object at `index` by `visit`. If a name occurs more than once, the last occurrence counts.
    private mutating func readMembers(of index: Int, _ known: KnownObject, _ visit: (inout FieldReader) -> Void) {
        let outer = scope
        let end = Int(json[index].next)
        scope = Scope(
            object: known, first: tokenEnd, start: ReadingPosition(of: index),
            end: ReadingPosition(endOfObjectAtDepth: path.depth, before: end))
        tokenEnd += known.members.count
        while tokens.count < tokenEnd { tokens.append(0) }
        scope.identifier = known.findMembers(of: index, in: json, into: &tokens, from: scope.first, &misplacedNames)
        if index == 0 { requestIdentifier = scope.identifier }
        visit(&self)
        Self.clear(&tokens, scope.first..<tokenEnd)
        tokenEnd = scope.first
        scope = outer
    }

    private static func clear(_ tokens: inout [UInt32], _ range: Range<Int>) {
        var used = tokens.mutableSpan
        for index in range { used[index] = 0 }
    }

    /// Reads the object at `index`, the value of the last member visited or an element of its list.
    mutating func readObject(
        _ index: Int, at step: ObjectPath.Step, _ known: KnownObject, _ visit: (inout FieldReader) -> Void
    ) {
        path.append(step)
        if json[index].kind == JSON_OBJECT {
            readMembers(of: index, known, visit)
        } else {
            report(index) { .wrongType($0.path.text, expected: "an object", got: $1) }
        }
        path.removeLast()
    }

    /// The members of the objects in the last member visited.
    var nestedObject: KnownObject {
        guard let nested = scope.object.members[scope.next - 1].nested else {
            preconditionFailure("the member has no members")
        }
        return nested
    }

    /// Whether reading has been cancelled. If it has, cancellation is the reported error from then on. Call this for
    /// each element of a long list.
    mutating func isCancelled() -> Bool {
        if problem?.position == .beginning { return true }
        elementCount &+= 1
        guard elementCount.isMultiple(of: 256), let check = json.isCancelled, check() else { return false }
        problem = (.beginning, .cancelled)
        return true
    }

    // MARK: Broken rules

    mutating func report(at position: ReadingPosition, _ error: (borrowing FieldReader) -> ContractError) {
        if let problem, position >= problem.position { return }
        problem = (position, error(self))
    }

    /// Reports an error about the value at `index`, which the message shows as written.
    mutating func report(
        _ index: Int, _ error: (_ reader: borrowing FieldReader, _ written: String) -> ContractError
    ) {
        report(at: ReadingPosition(of: index)) { error($0, $0.json.written($0.json[index])) }
    }

    /// Reports that the value at `index` breaks a rule.
    mutating func report(_ index: Int, _ name: String, _ rule: StrategyRule) {
        // A number may exceed the range of doubles even if another rule applies, such as one on members that must be
        // absent.
        let isBroken = json[index].kind == JSON_NUMBER && rule.isBroken(by: json[index].number)
        let value = isBroken ? StrategyError.Value.number(json[index].number) : .absent
        report(index) { reader, written in
            let error = StrategyError(reader.path.member(name), rule.within(reader.path.text), value)
            return ContractError(error, written: written)
        }
    }

    /// Reports that the value at `index` has another type than a member should have.
    mutating func reportType(_ index: Int, _ name: String, expected: String) {
        report(index) { .wrongType($0.path.member(name), expected: expected, got: $1) }
    }

    // MARK: Values

    /// Returns the token of the next member, which is `name`, and whether its value is to be read.
    @inline(__always)
    mutating func next(_ name: String, _ presence: MemberPresence) -> (isGiven: Bool, value: Int?) {
        assert(scope.object.members[scope.next].name == name, "members are visited in the order of their declaration")
        let index = Int(tokens[scope.first &+ scope.next])
        scope.next &+= 1
        guard index > 0 else {
            if case .required = presence { reportMissing(name) }
            return (false, nil)
        }
        givenCount &+= 1
        switch presence {
        case .optional, .required: return (true, index)
        case .notGivenWith, .notGivenInRowWith, .notForStock:
            if let rule = presence.rule { report(index, name, rule) }
            return (true, nil)
        }
    }

    mutating func skip(_ name: String) { scope.next += 1 }

    mutating func skipIfAbsent(_ name: String) -> Bool {
        guard tokens[scope.first &+ scope.next] == 0 else { return false }
        scope.next += 1
        return true
    }

    @inline(never)
    mutating func reportMissing(_ name: String) {
        report(at: scope.end) { ContractError(StrategyError($0.path.member(name), .required)) }
    }

    mutating func readNumber(at index: Int, _ name: @autoclosure () -> String, _ rule: StrategyRule) -> Double? {
        let token = json[index]
        guard token.kind == JSON_NUMBER else {
            reportType(index, name(), expected: "a number")
            return nil
        }
        let number = token.number
        guard rule.isBroken(by: number) else { return number }
        report(index, name(), rule)
        return nil
    }

    /// Reads a string of the last member visited.
    mutating func readText(
        at index: Int, _ name: @autoclosure () -> String, _ type: any MemberText.Type
    ) -> MemberTextValue? {
        guard json[index].kind == JSON_STRING else {
            reportType(index, name(), expected: "a string")
            return nil
        }
        let kind = scope.object.members[scope.next - 1].text
        if let value = json.text(of: json[index], { kind?.value(of: $0) }) { return value }
        report(index) { reader, written in
            let note = type.note(on: reader.json.string(of: reader.json[index]))
            return .notAllowed(reader.path.member(name()), type.kind.words + note, got: written)
        }
        return nil
    }

    /// Reads the elements of an array, and omits those that break a rule. `nil` if the array breaks one.
    mutating func readList<Element>(
        at array: Int, _ name: String, _ allowed: ClosedRange<Int>, _ counted: StrategyRule.Counted,
        _ read: (_ reader: inout FieldReader, _ index: Int, _ number: Int) -> Element?
    ) -> [Element]? {
        var elements: [Element] = []
        let isList = readElements(of: array, name, allowed, counted) { reader, index, number in
            if let element = read(&reader, index, number) { elements.append(element) }
        }
        return isList ? elements : nil
    }

    /// Reads the elements of an array by `read`. Returns false, and reads none, if the array breaks a rule.
    @discardableResult
    mutating func readElements(
        of array: Int, _ name: String, _ allowed: ClosedRange<Int>, _ counted: StrategyRule.Counted,
        _ read: (_ reader: inout FieldReader, _ index: Int, _ number: Int) -> Void
    ) -> Bool {
        guard json[array].kind == JSON_ARRAY else {
            reportType(array, name, expected: "an array")
            return false
        }
        let count = Int(json[array].count)
        guard allowed.contains(count) else {
            report(array) { reader, _ in
                ContractError(StrategyError(reader.path.member(name), .count(allowed, counted), .count(count)))
            }
            return false
        }
        var index = array + 1
        for number in 0..<count {
            // No rule that is broken later in the list is reported.
            if isCancelled() || problem.map({ $0.position < ReadingPosition(of: index) }) ?? false { break }
            read(&self, index, number)
            index = Int(json[index].next)
        }
        return true
    }
}
