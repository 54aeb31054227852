package import ExactPayoff

/// The members of an object, as its declaration lists them.
package struct MemberTable: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        package let kind: Kind
        /// Whether the member is required if no other is given.
        package let isRequired: Bool
    }

    /// The values that a member may have.
    package indirect enum Kind: Sendable {
        case number(StrategyRule)
        case flag
        /// One of these words.
        case choice([String])
        /// One of many words.
        case oneOf([String])
        /// The name of a strategy.
        case strategyName([String])
        case date
        /// A date or an instant.
        case timestamp
        /// A date or years after the valuation.
        case valueDate
        case object(MemberTable)
        /// An array whose elements are of a kind.
        case list(Kind, count: ClosedRange<Int>)
    }

    package private(set) var members: [Member] = []

    /// Lists the members of an object. Its properties have their default values.
    package init<Object: RequestObject>(of object: Object) {
        var (object, lister) = (object, MemberLister())
        object.visitMembers(&lister)
        self = lister.table
    }

    fileprivate init() {}

    fileprivate mutating func append(_ name: String, _ kind: Kind, _ presence: MemberPresence) {
        let isRequired = if case .required = presence { true } else { false }
        members.append(Member(name: name, kind: kind, isRequired: isRequired))
    }
}

extension MemberTable.Kind {
    /// The members of the object, or of the objects in the list; `nil` if the value is neither.
    package var objectMembers: MemberTable? {
        switch self {
        case .object(let table), .list(.object(let table), _): table
        default: nil
        }
    }
}

/// Lists members.
private struct MemberLister: MemberVisitor {
    var table = MemberTable()

    func reads(_ name: String) -> Bool { false }

    private mutating func append(
        _ name: String, _ kind: MemberTable.Kind, _ presence: MemberPresence = .optional
    ) -> Bool {
        table.append(name, kind, presence)
        return false
    }

    mutating func number(
        _ name: String, _ rule: StrategyRule, _ value: inout Double?, _ presence: MemberPresence
    ) -> Bool { append(name, .number(rule), presence) }

    mutating func skip(_ name: String) {}

    mutating func skipIfAbsent(_ name: String) -> Bool { false }

    mutating func flag(_ name: String, _ value: inout Bool) { _ = append(name, .flag) }

    mutating func text(
        _ name: String, _ type: any MemberText.Type, isSet: Bool, _ presence: MemberPresence
    ) -> (isGiven: Bool, value: MemberTextValue?) {
        (append(name, type.kind, presence), nil)
    }

    mutating func numbers(
        _ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [Double]?,
        _ presence: MemberPresence
    ) -> Bool { append(name, .list(.number(rule), count: count), presence) }

    mutating func matrix(_ name: String, _ rule: StrategyRule, count: ClosedRange<Int>, _ value: inout [[Double]]?) {
        _ = append(name, .list(.list(.number(rule), count: count), count: count))
    }

    mutating func texts(_ name: String, _ type: any MemberText.Type) -> [MemberTextValue]? {
        _ = append(name, .list(type.kind, count: RequestLimits.listRange))
        return nil
    }

    mutating func valueDates(_ name: String, _ value: inout [ValueDate]?) {
        _ = append(name, .list(.valueDate, count: RequestLimits.listRange))
    }

    mutating func object(_ name: String, isSet: Bool, _ visit: (inout MemberLister) -> Void) -> Bool {
        append(name, .object(Self.table(visit)))
    }

    mutating func objects(
        _ name: String, count: ClosedRange<Int>, _ counted: StrategyRule.Counted, setCount: Int,
        _ presence: MemberPresence, _ visit: (_ visitor: inout MemberLister, _ index: Int) -> Void
    ) -> Bool { append(name, .list(.object(Self.table { visit(&$0, 0) }), count: count), presence) }

    private static func table(_ visit: (inout MemberLister) -> Void) -> MemberTable {
        var lister = MemberLister()
        visit(&lister)
        return lister.table
    }

    mutating func group(isSet: Bool, _ visit: (inout MemberLister) -> Void) -> Bool {
        visit(&self)
        return false
    }

    mutating func identifier(_ value: inout [UInt8]?) {}
    mutating func report(_ name: String, _ rule: StrategyRule, _ value: StrategyError.Value) {}
    mutating func reportAbsent(_ name: String) {}
    mutating func reportObject(_ rule: StrategyRule, _ value: StrategyError.Value) {}
}
