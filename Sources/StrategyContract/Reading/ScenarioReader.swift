internal import CSimdjson
internal import OptionPricing
internal import StrategyAnalytics

/// A request of `options scenario`: one strategy, or a book of positions on one underlying. One that exists is valid.
///
/// ```swift
/// let response = try ScenarioRequest(json: bytes).scenarios()
/// ```
public enum ScenarioRequest: Hashable, Sendable {
    /// One strategy: a request as `calculate` takes it.
    case strategy(CalculationRequest)
    /// Positions that have the price, the market and the scenarios in common.
    case book([Position])

    /// One position of a book.
    public struct Position: Hashable, Sendable {
        /// The legs and their terms, with what the book says about the market and the scenarios.
        public let strategy: CalculationRequest
        /// The JSON text of a string or number that the answer echoes; `nil` for none.
        let identifier: [UInt8]?
    }

    /// How many positions a book may have.
    public static let positionRange = 1...10_000
    static let positionRule = "must hold \(positionRange.lowerBound) to \(positionRange.upperBound) positions"

    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var decoder = RequestDecoder()
        self = try decoder.decodeScenarioRequest(json.span)
    }
}

extension RequestDecoder {
    mutating func decodeScenarioRequest(_ json: Span<UInt8>) throws(ContractError) -> ScenarioRequest {
        try reader.read(json)
        let fields = try reader.request()
        guard fields[.positions] != nil else { return .strategy(try strategy()) }
        var extensions = RequestExtensions()
        _ = read(&extensions, fields)
        let currentPrice = currentPrice(fields)
        if let index = fields[.legs] {
            reader.report(index) { .notAllowed(Name.legs.text, "must not be given with positions", got: $0) }
        }
        let positions = positions(fields, valuation: extensions.valuation)
        try reader.throwProblem()

        var book: [ScenarioRequest.Position] = []
        book.reserveCapacity(positions.count)
        for (number, position) in positions.enumerated() {
            var own = extensions
            if position.terms.contains(where: { $0 != LegTerms() }) { own.legTerms = position.terms }
            do throws(ContractError) {
                let strategy = try CalculationRequest(
                    currentPrice: currentPrice ?? .nan, legs: position.legs, extensions: own)
                book.append(.init(strategy: strategy, identifier: position.identifier))
            } catch {
                throw error.within(position: number)
            }
        }
        return .book(book)
    }

    private struct PositionFields {
        let legs: [Leg]
        let terms: [LegTerms]
        let identifier: [UInt8]?
    }

    private mutating func positions(_ fields: ObjectFields, valuation: Timestamp?) -> [PositionFields] {
        guard let array = reader.value(.positions, of: JSON_ARRAY, "an array", fields) else { return [] }
        let count = Int(reader.json[array].count)
        guard ScenarioRequest.positionRange.contains(count) else {
            reader.report(array) { _ in
                .notAllowed(Name.positions.text, ScenarioRequest.positionRule, got: "\(count)")
            }
            return []
        }
        var positions: [PositionFields] = []
        positions.reserveCapacity(count)
        var index = array + 1
        for number in 0..<count {
            if let fields = reader.object(index, at: .position(number)) {
                let (legs, terms) = legs(fields, valuation: valuation)
                positions.append(
                    PositionFields(legs: legs, terms: terms, identifier: identifier(fields)?.json))
            }
            index = Int(reader.json[index].next)
        }
        return positions
    }
}
