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
    /// The member is refused by the rule if it is given.
    case forbidden(StrategyRule)
}

/// A string of a request that is one of a few words: the raw values, in the order of the cases.
package protocol MemberChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// An explanation in the message for a word that is refused; empty if there is none.
    static func note(on refused: String) -> String
}

extension MemberChoice {
    package static func note(on refused: String) -> String { "" }
}

/// Reads, checks or lists the members of an object. A value that breaks a rule is reported, and its property keeps its value.
///
/// Methods for members return whether the member is given. Names of members within rules are those of the same object.
package protocol MemberVisitor: ~Copyable {
    /// Whether the text that is read gives the member.
    func reads(_ name: String) -> Bool

    mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double?, _ presence: MemberPresence
    ) -> Bool
    mutating func integer(
        _ name: String, _ range: ClosedRange<Int>, _ value: inout Int?, _ presence: MemberPresence
    ) -> Bool
    /// Leaves the value of a member unread.
    mutating func skip(_ name: String)
    mutating func flag(_ name: String, _ value: inout Bool)
    mutating func choice<Choice: MemberChoice>(
        _ name: String, _ value: inout Choice?, _ presence: MemberPresence
    ) -> Bool
    mutating func date(_ name: String, _ value: inout CalendarDate?, _ presence: MemberPresence) -> Bool
    mutating func timestamp(_ name: String, _ value: inout Timestamp?, _ presence: MemberPresence) -> Bool

    /// A list of numbers that obey `rule`, with as many elements as `count` allows.
    mutating func numbers(
        _ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [Double]?,
        _ presence: MemberPresence
    ) -> Bool
    /// A list of words.
    mutating func choices<Choice: MemberChoice & Hashable>(_ name: String, _ value: inout Set<Choice>)
    /// A list of dates or years after the valuation.
    mutating func valueDates(_ name: String, _ value: inout [ValueDate]?)

    /// An object. If it is given, the members that it lacks have the values of `defaults`.
    mutating func object<Object: RequestObject>(_ name: String, _ value: inout Object?, defaults: Object) -> Bool
    /// A list of objects that begin as copies of `defaults`.
    mutating func objects<Object: RequestObject>(
        _ name: String, count: ClosedRange<Int>, _ counted: StrategyRule.Counted, _ value: inout [Object],
        defaults: Object, _ presence: MemberPresence
    ) -> Bool
    /// Members of the same object that have a value of their own: `nil` if none of them is given.
    mutating func group<Group: RequestObject>(_ value: inout Group?, defaults: Group)
    /// The identifier of an object: a string or a number, as it is written in the JSON. Other values are ignored.
    mutating func identifier(_ value: inout [UInt8]?)

    /// Reports that the value of a member breaks a rule about several members.
    mutating func report(_ name: String, _ rule: StrategyRule, _ value: StrategyError.Value)
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

    @discardableResult
    package mutating func choice<Choice: MemberChoice>(_ name: String, _ value: inout Choice?) -> Bool {
        choice(name, &value, .optional)
    }

    @discardableResult
    package mutating func timestamp(_ name: String, _ value: inout Timestamp?) -> Bool {
        timestamp(name, &value, .optional)
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
        _ = integer(name, range, &optional, presence)
        if let optional { value = optional }
    }

    package mutating func choice<Choice: MemberChoice>(_ name: String, _ value: inout Choice) {
        var optional: Choice? = value
        _ = choice(name, &optional, .optional)
        if let optional { value = optional }
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

    package mutating func object<Object: RequestObject>(_ name: String, _ value: inout Object) {
        var optional: Object? = value
        _ = object(name, &optional, defaults: value)
        if let optional { value = optional }
    }
}
