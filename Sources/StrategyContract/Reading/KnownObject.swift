internal import StrategyAnalytics

/// The known members of an object of a request, prepared for reading.
final class KnownObject: Sendable {
    private static let calculationTable = MemberTable(of: CalculationMembers())
    private static let scenarioTable = MemberTable(of: ScenarioMembers())
    private static let recognitionTable = MemberTable(of: RecognitionMembers())
    private static let priceTable = MemberTable(of: OptionMembers(.volatility))
    private static let impliedVolatilityTable = MemberTable(of: OptionMembers(.price))

    /// A request of `options calculate`.
    static let calculation = KnownObject(calculationTable)
    /// A request of `options scenario`.
    static let scenario = KnownObject(scenarioTable)
    /// A request of `options recognise`.
    static let recognition = KnownObject(recognitionTable)
    /// A line of `options price`.
    static let price = KnownObject(priceTable)
    /// A line of `options implied-volatility`.
    static let impliedVolatility = KnownObject(impliedVolatilityTable)

    /// The names to which tokens refer by index: `id`, which every object may have, and the members of all requests.
    static let names: [String] = {
        var names = ["id"]
        for table in [calculationTable, scenarioTable, recognitionTable, priceTable, impliedVolatilityTable] {
            for name in table.allNames where !names.contains(name) { names.append(name) }
        }
        return names
    }()
    /// The index of `id` in ``names``.
    static let identifier: Int32 = 0

    /// The names of the members, in the order of their declaration.
    let members: [String]
    /// The members of each member that is an object or a list of objects.
    let nested: [KnownObject?]
    /// Whether each member is a list.
    let isList: [Bool]
    /// The names of all members of the object and of the objects in it.
    let allNames: [String]
    /// The index in ``members`` of each name in ``names``; -1 for others.
    private let indices: [Int32]

    private init(_ table: MemberTable) {
        let members = table.members.map(\.name)
        self.members = members
        nested = table.members.map { $0.kind.objectMembers.map(KnownObject.init) }
        isList = table.members.map { if case .list = $0.kind { true } else { false } }
        allNames = table.allNames
        indices = Self.names.map { name in Int32(members.firstIndex(of: name) ?? -1) }
    }

    /// Returns the index in ``members`` of a name in ``names``.
    func index(ofName name: Int32) -> Int? {
        let index = indices[Int(name)]
        return index < 0 ? nil : Int(index)
    }
}

extension MemberTable {
    /// The names of all members of the object and of the objects in it.
    fileprivate var allNames: [String] {
        members.map(\.name) + members.flatMap { $0.kind.objectMembers?.allNames ?? [] }
    }
}
