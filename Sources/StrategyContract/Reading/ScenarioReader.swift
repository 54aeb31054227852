internal import COptionsJSON
internal import OptionPricing
public import StrategyAnalytics

extension ScenarioRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readScenarioRequest(json.span)
    }
}

extension RequestReader {
    mutating func readScenarioRequest(_ json: Span<UInt8>) throws(ContractError) -> ScenarioRequest {
        let members = try members(of: json, .scenario)
        guard members[.positions] != nil else {
            var request = CalculationRequest.empty
            try readFields(members, into: &request)
            return .strategy(request)
        }
        let extensions = extensions(members) ?? RequestExtensions()
        let currentPrice = fields.number(.currentPrice, members, .positive)
        if let index = members[.legs] {
            fields.report(index, Name.legs.text, .notGivenWith(Name.positions.text))
        }
        let positions = positions(members, valuation: extensions.valuation)
        try fields.throwProblem()

        var book: [BookPosition] = []
        book.reserveCapacity(positions.count)
        for (number, position) in positions.enumerated() {
            do throws(StrategyError) {
                let strategy = try CalculationRequest(
                    currentPrice: currentPrice ?? .nan, legs: position.legs, extensions: extensions)
                book.append(BookPosition(strategy: strategy, identifier: position.identifier))
            } catch {
                throw ContractError(error.within(position: number))
            }
        }
        return .book(book)
    }

    private mutating func positions(
        _ members: ObjectFields, valuation: Timestamp?
    ) -> [(legs: [Leg], identifier: [UInt8]?)] {
        guard let array = fields.value(.positions, of: JSON_ARRAY, "an array", members) else { return [] }
        let count = Int(fields.json[array].count)
        guard RequestLimits.positionRange.contains(count) else {
            fields.report(array, Name.positions.text, .count(RequestLimits.positionRange, .positions), count: count)
            return []
        }
        var positions: [(legs: [Leg], identifier: [UInt8]?)] = []
        positions.reserveCapacity(count)
        var index = array + 1
        for number in 0..<count where !fields.isCancelled() {
            if let members = fields.object(index, at: .position(number)) {
                positions.append((legs(members, valuation: valuation), identifier(members)?.json))
            }
            index = Int(fields.json[index].next)
        }
        return positions
    }
}
