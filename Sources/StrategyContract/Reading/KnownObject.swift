internal import COptionsJSON
internal import OptionPricing
internal import StrategyRequests

/// The known members of an object of a request, prepared for reading.
final class KnownObject: Sendable {
    private static let calculationTable = MemberTable(of: CalculationMembers())
    private static let scenarioTable = MemberTable(of: ScenarioMembers())
    private static let recognitionTable = MemberTable(of: RecognitionMembers())
    private static let riskTable = MemberTable(of: RiskMembers())
    private static let marginTable = MemberTable(of: MarginMembers())
    private static let findTable = MemberTable(of: FindMembers())
    private static let priceTable = MemberTable(of: OptionMembers(.volatility))
    private static let impliedVolatilityTable = MemberTable(of: OptionMembers(.price))

    /// A request of `options calculate`.
    static let calculation = KnownObject(calculationTable)
    /// A request of `options scenario`.
    static let scenario = KnownObject(scenarioTable)
    /// A request of `options recognise`.
    static let recognition = KnownObject(recognitionTable)
    /// A request of `options risk`.
    static let risk = KnownObject(riskTable)
    /// A request of `options margin`.
    static let margin = KnownObject(marginTable)
    /// A request of `options find`.
    static let find = KnownObject(findTable)
    /// A line of `options price`.
    static let price = KnownObject(priceTable)
    /// A line of `options implied-volatility`.
    static let impliedVolatility = KnownObject(impliedVolatilityTable)

    /// The names to which tokens refer by index: `id`, which every object may have, and the members of all requests.
    static let names: [String] = union(of: [findTable], and: strategyNames)
    /// The names of requests about given strategies and options: without those of `options find`, many of which are short words
    /// that are more likely misspelt in other requests.
    static let strategyNames: [String] = union(
        of: [
            calculationTable, scenarioTable, recognitionTable, riskTable, marginTable, priceTable,
            impliedVolatilityTable,
        ], and: ["id"])

    private static func union(of tables: [MemberTable], and known: [String]) -> [String] {
        var names = known
        for table in tables {
            for name in table.allNames where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The index of `id` in ``names``.
    static let identifier: Int32 = 0

    /// A member of the object.
    struct Member {
        let name: String
        /// The strings that are allowed, if the value is a string or a list of strings.
        let text: KnownText?
        /// The members of the value, if it is an object or a list of objects.
        let nested: KnownObject?
        let isList: Bool

        init(_ member: MemberTable.Member) {
            name = member.name
            text = KnownText(member.kind)
            nested = member.kind.objectMembers.map { KnownObject($0) }
            isList = if case .list = member.kind { true } else { false }
        }
    }

    /// The members, in the order of their declaration.
    let members: [Member]
    /// The names of all members of the object and of the objects in it.
    let allNames: [String]
    /// The greatest number of elements that a list in the object, or in the objects in it, may have.
    let maximumElements: Int
    /// The index in ``members`` of each name in ``names``; -1 for others.
    private let indices: [Int32]
    /// The lengths of the names of ``members`` in bytes.
    private let nameLengths: [Int]

    private init(_ table: MemberTable) {
        members = table.members.map { Member($0) }
        allNames = table.allNames
        maximumElements = table.maximumElements
        nameLengths = table.members.map(\.name.utf8.count)
        indices = Self.names.map { name in Int32(table.members.firstIndex { $0.name == name } ?? -1) }
    }

    /// Returns the index in ``members`` of a name. The lengths spare most comparisons of names.
    func index(ofMember name: String) -> Int? {
        let length = name.utf8.count
        return nameLengths.indices.first { nameLengths[$0] == length && members[$0].name == name }
    }

    /// Returns the index in ``members`` of a name in ``names``.
    func index(ofName name: Int32) -> Int? {
        let index = indices[Int(name)]
        return index < 0 ? nil : Int(index)
    }

    /// Enters the tokens of the members of the object at `index` into `tokens`, from element `first`, in the order of ``members``. Returns
    /// the token of the member `id`; 0 if there is none. Adds a digest of the names that belong to other objects to `misplaced`.
    func findMembers(
        of index: Int, in json: borrowing JSONReader, into tokens: inout [UInt32], from first: Int,
        _ misplaced: inout UInt64
    ) -> Int {
        var identifier = 0
        // A span checks once that no other array shares the elements.
        var found = tokens.mutableSpan
        var child = index + 1
        let end = Int(json[index].next)
        while child < end {
            let token = json[child]
            // A member that is null counts as absent.
            let value = token.kind == JSON_NULL ? 0 : child
            if token.name == Self.identifier {
                identifier = value
            } else if let member = self.index(ofName: token.name) {
                found[first + member] = UInt32(value)
            } else {
                misplaced &+= UInt64(token.name) &* 0x9E37_79B9_7F4A_7C15
            }
            child = Int(token.next)
        }
        return identifier
    }
}

extension MemberTable {
    /// The names of all members of the object and of the objects in it.
    fileprivate var allNames: [String] {
        members.map(\.name) + members.flatMap { $0.kind.objectMembers?.allNames ?? [] }
    }

    /// The greatest number of elements that a list in the object, or in the objects in it, may have.
    fileprivate var maximumElements: Int {
        members.reduce(0) { greatest, member in
            let own = if case .list(_, let count) = member.kind { count.upperBound } else { 0 }
            return max(greatest, own, member.kind.objectMembers?.maximumElements ?? 0)
        }
    }
}

/// The strings that a member may have, prepared for reading.
enum KnownText {
    case words([[UInt8]])
    case date, timestamp

    init?(_ kind: MemberTable.Kind) {
        switch kind {
        case .choice(let words), .oneOf(let words), .strategyName(let words), .list(.choice(let words), _),
            .list(.oneOf(let words), _), .list(.strategyName(let words), _):
            self = .words(words.map { Array($0.utf8) })
        case .date: self = .date
        case .timestamp: self = .timestamp
        default: return nil
        }
    }

    /// Returns the value of a string; `nil` if it is not allowed.
    func value(of text: Span<UInt8>) -> MemberTextValue? {
        switch self {
        case .date: CalendarDate(utf8: text).map { .date($0) }
        case .timestamp: Timestamp(utf8: text).map { .timestamp($0) }
        case .words(let words):
            words.firstIndex { word in
                word.count == text.count && word.indices.allSatisfy { word[$0] == text[$0] }
            }.map { .word($0) }
        }
    }
}
