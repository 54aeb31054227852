package import ExactPayoff

extension RequestObject {
    /// Throws the first broken rule, in the order of the members.
    package func validate() throws(StrategyError) {
        var (object, validator) = (self, MemberValidator())
        object.visitMembers(&validator)
        if let error = validator.error { throw error }
    }
}

/// Checks the values of members.
private struct MemberValidator: MemberVisitor {
    /// The first broken rule.
    var error: StrategyError?
    /// The path of the current object.
    private var path = ""

    func reads(_ name: String) -> Bool { false }

    // MARK: Values

    mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double?, _ presence: MemberPresence
    ) -> Bool {
        if allows(name, value != nil, presence), let value { check(name, rule, value) }
        return value != nil
    }

    mutating func skip(_ name: String) {}

    mutating func skipIfAbsent(_ name: String) -> Bool { false }

    mutating func flag(_ name: String, _ value: inout Bool) {}

    mutating func text(
        _ name: String, _ type: any MemberText.Type, isSet: Bool, _ presence: MemberPresence
    ) -> (isGiven: Bool, value: MemberTextValue?) {
        _ = allows(name, isSet, presence)
        return (isSet, nil)
    }

    // MARK: Lists

    mutating func numbers(
        _ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [Double]?,
        _ presence: MemberPresence
    ) -> Bool {
        guard allows(name, value != nil, presence), let value, allowsCount(name, value.count, count, .elements)
        else { return value != nil }
        for (index, number) in value.enumerated() { check("\(name)[\(index)]", rule, number) }
        return true
    }

    mutating func matrix(_ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [[Double]]?) {
        guard let value, allowsCount(name, value.count, count, .rows) else { return }
        for (index, row) in value.enumerated() {
            var row: [Double]? = row
            _ = numbers("\(name)[\(index)]", rule, count: count, &row, .required)
        }
    }

    mutating func texts(_ name: String, _ type: any MemberText.Type) -> [MemberTextValue]? { nil }

    mutating func valueDates(_ name: String, _ value: inout [ValueDate]?) {
        guard let value, allowsCount(name, value.count, RequestLimits.listRange, .elements) else { return }
        for (index, date) in value.enumerated() {
            if case .years(let years) = date { check("\(name)[\(index)]", .nonNegative, years) }
        }
    }

    // MARK: Objects

    mutating func object(_ name: String, isSet: Bool, _ visit: (inout MemberValidator) -> Void) -> Bool {
        if isSet { self.visit(at: name, visit) }
        return isSet
    }

    mutating func objects(
        _ name: String, count: ClosedRange<Int>, _ counted: StrategyRule.Counted, setCount: Int,
        _ presence: MemberPresence, _ visit: (_ visitor: inout MemberValidator, _ index: Int) -> Void
    ) -> Bool {
        if setCount == 0, !presence.isRequired { return false }
        guard allowsCount(name, setCount, count, counted) else { return true }
        for index in 0..<setCount where error == nil { self.visit(at: "\(name)[\(index)]") { visit(&$0, index) } }
        return true
    }

    private mutating func visit(at name: String, _ visit: (inout MemberValidator) -> Void) {
        let outer = path
        path = StrategyError.member(name, of: outer)
        visit(&self)
        path = outer
    }

    mutating func group(isSet: Bool, _ visit: (inout MemberValidator) -> Void) -> Bool {
        if isSet { visit(&self) }
        return isSet
    }

    mutating func identifier(_ value: inout [UInt8]?) {}

    // MARK: Broken rules

    /// Returns whether `presence` permits that the member is given, or that it is not.
    private mutating func allows(_ name: String, _ isGiven: Bool, _ presence: MemberPresence) -> Bool {
        switch presence {
        case .optional: return true
        case .required:
            if !isGiven { report(name, .required, .absent) }
            return isGiven
        case .notGivenWith, .notGivenInRowWith, .notForStock:
            if isGiven, let rule = presence.rule { report(name, rule, .absent) }
            return !isGiven
        }
    }

    private mutating func allowsCount(
        _ name: String, _ count: Int, _ range: ClosedRange<Int>, _ counted: StrategyRule.Counted
    ) -> Bool {
        if !range.contains(count) { report(name, .count(range, counted), .count(count)) }
        return range.contains(count)
    }

    private mutating func check(_ name: @autoclosure () -> String, _ rule: StrategyRule, _ number: Double) {
        guard rule.isBroken(by: number) else { return }
        let count: Int? = if case .integer = rule { Int(exactly: number) } else { nil }
        report(name(), rule, count.map { .count($0) } ?? .number(number))
    }

    mutating func report(_ name: String, _ rule: StrategyRule, _ value: StrategyError.Value) {
        if error == nil { error = StrategyError(StrategyError.member(name, of: path), rule.within(path), value) }
    }

    mutating func reportAbsent(_ name: String) { report(name, .required, .absent) }

    mutating func reportObject(_ rule: StrategyRule, _ value: StrategyError.Value) {
        if error == nil { error = StrategyError(path, rule, value) }
    }
}
