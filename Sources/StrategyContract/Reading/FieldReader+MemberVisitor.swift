internal import COptionsJSON
internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests

/// Reads the members that an object presents.
extension FieldReader: MemberVisitor {
    func reads(_ name: String) -> Bool {
        scope.object.index(ofMember: name).map { tokens[scope.first + $0] != 0 } ?? false
    }

    mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double?, _ presence: MemberPresence
    ) -> Bool {
        let member = next(name, presence)
        if let index = member.value { value = readNumber(at: index, name, rule) ?? value }
        return member.isGiven
    }

    mutating func flag(_ name: String, _ value: inout Bool) {
        guard let index = next(name, .optional).value else { return }
        switch json[index].kind {
        case JSON_TRUE: value = true
        case JSON_FALSE: value = false
        default: reportType(index, name, expected: "true or false")
        }
    }

    mutating func text(
        _ name: String, _ type: any MemberText.Type, isSet: Bool, _ presence: MemberPresence
    ) -> (isGiven: Bool, value: MemberTextValue?) {
        let member = next(name, presence)
        return (member.isGiven, member.value.flatMap { readText(at: $0, name, type) })
    }

    mutating func numbers(
        _ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [Double]?,
        _ presence: MemberPresence
    ) -> Bool {
        let member = next(name, presence)
        if let index = member.value {
            value =
                readList(at: index, name, count, .elements) { reader, index, number in
                    reader.readNumber(at: index, "\(name)[\(number)]", rule)
                } ?? value
        }
        return member.isGiven
    }

    mutating func matrix(_ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [[Double]]?) {
        guard let index = next(name, .optional).value else { return }
        value =
            readList(at: index, name, count, .rows) { reader, index, row in
                reader.readList(at: index, "\(name)[\(row)]", count, .elements) { reader, index, column in
                    reader.readNumber(at: index, "\(name)[\(row)][\(column)]", rule)
                }
            } ?? value
    }

    mutating func texts(_ name: String, _ type: any MemberText.Type) -> [MemberTextValue]? {
        guard let index = next(name, .optional).value else { return nil }
        return readList(at: index, name, RequestLimits.listRange, .elements) { reader, index, number in
            reader.readText(at: index, "\(name)[\(number)]", type)
        }
    }

    mutating func valueDates(_ name: String, _ value: inout [ValueDate]?) {
        guard let index = next(name, .optional).value else { return }
        value =
            readList(at: index, name, RequestLimits.listRange, .elements) { reader, index, number in
                reader.readValueDate(at: index, "\(name)[\(number)]")
            } ?? value
    }

    private mutating func readValueDate(at index: Int, _ name: @autoclosure () -> String) -> ValueDate? {
        let token = json[index]
        if token.kind == JSON_NUMBER { return readNumber(at: index, name(), .nonNegative).map { .years($0) } }
        if token.kind == JSON_STRING, let date = json.text(of: token, { CalendarDate(utf8: $0) }) {
            return .date(date)
        }
        report(index) {
            .notAllowed($0.path.member(name()), MemberTable.Kind.valueDate.words, got: $1)
        }
        return nil
    }

    mutating func object(_ name: String, isSet: Bool, _ visit: (inout FieldReader) -> Void) -> Bool {
        let member = next(name, .optional)
        if let index = member.value { readObject(index, at: ObjectPath.Step(name), nestedObject, visit) }
        return member.isGiven
    }

    mutating func objects(
        _ name: String, count: ClosedRange<Int>, _ counted: StrategyRule.Counted, setCount: Int,
        _ presence: MemberPresence, _ visit: (_ visitor: inout FieldReader, _ index: Int) -> Void
    ) -> Bool {
        let member = next(name, presence)
        if let index = member.value {
            let known = nestedObject
            readElements(of: index, name, count, counted) { reader, index, number in
                reader.readObject(index, at: ObjectPath.Step(name, number), known) { visit(&$0, number) }
            }
        }
        return member.isGiven
    }

    mutating func group(isSet: Bool, _ visit: (inout FieldReader) -> Void) -> Bool {
        let countBefore = givenCount
        visit(&self)
        return givenCount > countBefore
    }

    mutating func identifier(_ value: inout [UInt8]?) {
        if scope.identifier > 0 { value = identifierJSON(scope.identifier) }
    }

    mutating func report(_ name: String, _ rule: StrategyRule, _ value: StrategyError.Value) {
        guard let member = scope.object.index(ofMember: name) else { return }
        let index = Int(tokens[scope.first + member])
        if index == 0 { reportMissing(name) } else { report(index, name, rule) }
    }

    mutating func reportAbsent(_ name: String) {
        report(at: scope.start) { ContractError(StrategyError($0.path.member(name), .required)) }
    }

    mutating func reportObject(_ rule: StrategyRule, _ value: StrategyError.Value) {
        report(at: .end) { ContractError(StrategyError($0.path.text, rule, value)) }
    }
}
