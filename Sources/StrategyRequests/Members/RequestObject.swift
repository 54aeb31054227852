package import ExactPayoff
package import OptionPricing

/// An object of a request, such as a leg, whose members are declared in one place.
///
/// The declaration drives everything that concerns the members: the reader of JSON, the check for unknown members and its
/// suggestions, the validation of Swift values, and the comparison with the documents.
package protocol RequestObject {
    /// Presents every member to a visitor: its name, its rule, and the property with its value.
    ///
    /// Each call presents the same members in the same order, whatever their values are. If several required members are
    /// absent, the first in this order is reported.
    mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor)
}

/// The members of a whole request.
package protocol RequestMembers: RequestObject {
    /// Whether the request asks for the refusal of unknown members.
    var isStrict: Bool { get }
}

/// Whether a member may, must or must not be given.
package enum MemberPresence {
    case optional
    case required
    /// The member must not be given with another one.
    case notGivenWith(String)
    /// The member must not be given with another one of the same row of a table.
    case notGivenInRowWith(String)
    /// A stock leg has no strike price.
    case notForStock

    /// Whether the member must be given.
    package var isRequired: Bool { if case .required = self { true } else { false } }

    /// The rule that refuses the member if it is given.
    package var rule: StrategyRule? {
        switch self {
        case .optional, .required: nil
        case .notGivenWith(let name): .notGivenWith(name)
        case .notGivenInRowWith(let name): .notGivenInRowWith(name)
        case .notForStock: .noStrikePriceOfStock
        }
    }
}

/// A type whose values are strings in JSON.
package protocol MemberText: Sendable {
    /// The strings that are allowed.
    static var kind: MemberTable.Kind { get }
    /// Returns an explanation for the message about a string that is refused; empty if there is none.
    static func note(on refused: String) -> String
    init?(_ value: MemberTextValue)
}

/// A value of any ``MemberText``. A concrete type avoids a metadata lookup in generic visitors.
package enum MemberTextValue {
    /// The index of the word.
    case word(Int)
    case date(CalendarDate)
    case timestamp(Timestamp)
}

extension MemberText {
    package static func note(on refused: String) -> String { "" }
}

/// One of a few words, in the order of the cases.
package protocol MemberChoice: MemberText, CaseIterable where AllCases == [Self] {
    /// The cases that a request may state.
    static var allowedCases: [Self] { get }
    var word: String { get }
}

extension MemberChoice where Self: RawRepresentable, RawValue == String {
    package var word: String { rawValue }
}

extension MemberChoice {
    package static var allowedCases: [Self] { allCases }

    package static var kind: MemberTable.Kind { .choice(allowedCases.map(\.word)) }

    package init?(_ value: MemberTextValue) {
        guard case .word(let index) = value else { return nil }
        self = Self.allowedCases[index]
    }
}

extension CalendarDate: MemberText {
    package static var kind: MemberTable.Kind { .date }
    package init?(_ value: MemberTextValue) {
        guard case .date(let date) = value else { return nil }
        self = date
    }
}

extension Timestamp: MemberText {
    package static var kind: MemberTable.Kind { .timestamp }
    package init?(_ value: MemberTextValue) {
        guard case .timestamp(let timestamp) = value else { return nil }
        self = timestamp
    }
}

/// Reads, checks or lists the members of an object. A value that breaks a rule is reported, and its property keeps its value.
///
/// Methods for members return whether the member is given. Names of members within rules are those of the same object.
package protocol MemberVisitor: ~Copyable {
    /// Whether the JSON that is read has the member.
    func reads(_ name: String) -> Bool

    mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double?, _ presence: MemberPresence
    ) -> Bool
    /// Leaves the value of a member unread.
    mutating func skip(_ name: String)
    /// Passes over a member that the JSON that is read lacks, and returns whether it did. It is presented otherwise.
    mutating func skipIfAbsent(_ name: String) -> Bool
    mutating func flag(_ name: String, _ value: inout Bool)
    /// A string of a type. `isSet` is whether the property has a value. Returns the value that was read.
    mutating func text(
        _ name: String, _ type: any MemberText.Type, isSet: Bool, _ presence: MemberPresence
    ) -> (isGiven: Bool, value: MemberTextValue?)

    /// A list of numbers that obey `rule`, with as many elements as `count` allows.
    mutating func numbers(
        _ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [Double]?,
        _ presence: MemberPresence
    ) -> Bool
    /// A list of rows of numbers that obey `rule`. `count` is the allowed number of rows, and of numbers in a row.
    mutating func matrix(_ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [[Double]]?)
    /// A list of strings of a type. Returns the values that were read.
    mutating func texts(_ name: String, _ type: any MemberText.Type) -> [MemberTextValue]?
    /// A list of dates or years after the valuation.
    mutating func valueDates(_ name: String, _ value: inout [ValueDate]?)

    /// An object. `isSet` is whether the property has a value. `visit` visits its members.
    mutating func object(_ name: String, isSet: Bool, _ visit: (inout Self) -> Void) -> Bool
    /// A list of objects. `setCount` is the number of objects in the property. `visit` visits the members of one.
    mutating func objects(
        _ name: String, count: ClosedRange<Int>, _ counted: StrategyRule.Counted, setCount: Int,
        _ presence: MemberPresence, _ visit: (_ visitor: inout Self, _ index: Int) -> Void
    ) -> Bool
    /// Members of the same object that have a value of their own. Returns whether at least one of them is given.
    mutating func group(isSet: Bool, _ visit: (inout Self) -> Void) -> Bool
    /// The identifier of an object: a string or a number, as it is written in the JSON. Other values are ignored.
    mutating func identifier(_ value: inout [UInt8]?)

    /// Reports that the value of a member breaks a rule about several members.
    mutating func report(_ name: String, _ rule: StrategyRule, _ value: StrategyError.Value)
    /// Reports that a required member is absent. This precedes all other broken rules of the object.
    mutating func reportAbsent(_ name: String)
    /// Reports that the object breaks a rule that is checked after all members of the request.
    mutating func reportObject(_ rule: StrategyRule, _ value: StrategyError.Value)
}

extension MemberVisitor where Self: ~Copyable {
    /// Whether a member is given, before it is visited.
    package func isGiven<Value>(_ name: String, _ value: Value?) -> Bool { value != nil || reads(name) }

    // MARK: Optional members

    @discardableResult
    package mutating func number(_ name: String, _ rule: StrategyRule, _ value: inout Double?) -> Bool {
        number(name, rule, &value, .optional)
    }

    @inline(__always)
    @discardableResult
    package mutating func text<Value: MemberText>(
        _ name: String, _ value: inout Value?, _ presence: MemberPresence = .optional
    ) -> Bool {
        let member = text(name, Value.self, isSet: value != nil, presence)
        if let read = member.value { value = Value(read) }
        return member.isGiven
    }

    @inline(__always)
    package mutating func integer(
        _ name: String, _ range: ClosedRange<Int>, _ value: inout Int?, _ presence: MemberPresence
    ) {
        var number = value.map { Double($0) }
        _ = self.number(name, .integer(range), &number, presence)
        value = number.flatMap { Int(exactly: $0) }
    }

    // MARK: Properties that have a value even if the member is absent

    package mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double, _ presence: MemberPresence = .optional
    ) {
        var optional: Double? = value
        _ = number(name, rule, &optional, presence)
        if let optional { value = optional }
    }

    package mutating func integer(
        _ name: String, _ range: ClosedRange<Int>, _ value: inout Int, _ presence: MemberPresence = .optional
    ) {
        var optional: Int? = value
        integer(name, range, &optional, presence)
        if let optional { value = optional }
    }

    @inline(__always)
    package mutating func text<Value: MemberText>(_ name: String, _ value: inout Value) {
        if let read = text(name, Value.self, isSet: true, .optional).value { value = Value(read) ?? value }
    }

    /// A list with a default.
    package mutating func numbers(
        _ name: String, _ rule: StrategyRule, _ value: inout [Double], count: ClosedRange<Int> = RequestLimits.listRange
    ) {
        var optional: [Double]? = value
        _ = numbers(name, rule, count: count, &optional, .optional)
        if let optional { value = optional }
    }

    /// A list that is empty if it is absent.
    package mutating func numbers(_ name: String, _ rule: StrategyRule, emptyIfAbsent value: inout [Double]) {
        var optional: [Double]? = value.isEmpty ? nil : value
        _ = numbers(name, rule, count: RequestLimits.listRange, &optional, .optional)
        if let optional { value = optional }
    }

    /// A list of words.
    @inline(__always)
    package mutating func choices<Choice: MemberChoice & Hashable>(_ name: String, _ value: inout Set<Choice>) {
        if let read = texts(name, Choice.self) { value = Set(read.compactMap { Choice($0) }) }
    }

    // MARK: Objects

    /// An object. If it is given, the members that it lacks have the values of `defaults`.
    @inline(__always)
    package mutating func object<Object: RequestObject>(
        _ name: String, _ value: inout Object?, defaults: Object
    ) -> Bool {
        var object = value ?? defaults
        let isGiven = self.object(name, isSet: value != nil) { object.visitMembers(&$0) }
        if isGiven { value = object }
        return isGiven
    }

    /// An object with defaults.
    @inline(__always)
    package mutating func object<Object: RequestObject>(_ name: String, _ value: inout Object) {
        _ = object(name, isSet: true) { value.visitMembers(&$0) }
    }

    /// Members of the same object that have a value of their own: `nil` if none of them is given.
    @inline(__always)
    package mutating func group<Group: RequestObject>(_ value: inout Group?, defaults: Group) {
        var group = value ?? defaults
        if self.group(isSet: value != nil, { group.visitMembers(&$0) }) { value = group }
    }
}

extension Array where Element: RequestObject {
    /// Visits the members of an element, which is a copy of `defaults` if it is new. Inlining avoids a metadata lookup.
    @inline(__always)
    mutating func visitElement<Visitor: MemberVisitor & ~Copyable>(
        _ index: Int, defaults: Element, _ visitor: inout Visitor
    ) {
        if isEmpty { reserveCapacity(4) }
        // An element that is not an object is not visited.
        while count <= index { append(defaults) }
        self[index].visitMembers(&visitor)
    }
}
