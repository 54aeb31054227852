internal import OptionPricing

/// A request of `options scenario`: one strategy, or a book of positions on one underlying. One that exists is valid.
public enum ScenarioRequest: Hashable, Sendable {
    /// One strategy: a request as `calculate` takes it.
    case strategy(CalculationRequest)
    /// Positions that share the price, the market and the scenarios.
    case book([BookPosition])
}

/// One position of a book.
public struct BookPosition: Hashable, Sendable {
    /// The legs and their terms, with the book's market and scenarios.
    public let strategy: CalculationRequest
    /// The JSON text of a string or number that the answer echoes; `nil` for none.
    package let identifier: [UInt8]?

    /// Creates a position.
    package init(strategy: CalculationRequest, identifier: [UInt8]?) {
        self.strategy = strategy
        self.identifier = identifier
    }
}

/// The answer of `options scenario`: the members `scenarios` and `conventions` of a response of `calculate`, and for a book those
/// of its positions.
public struct ScenarioResponse: Hashable, Sendable {
    /// One position of a book.
    public struct PositionScenarios: Hashable, Sendable {
        /// The JSON text that identifies it; `nil` for none.
        package let identifier: [UInt8]?
        /// Its profits.
        public let scenarios: ScenarioMatrix
        /// How its legs were valued; `nil` for shares.
        public let legs: [Conventions.LegConvention?]
    }

    /// Profits over prices, volatilities and times: of the strategy, or of all positions together.
    public let scenarios: ScenarioMatrix
    /// The positions of a book; `nil` for one strategy.
    public let positions: [PositionScenarios]?
    /// What they depend on.
    public let conventions: Conventions
}

extension CalculationRequest {
    /// Profits over prices, volatilities and times, whether or not the request includes them.
    ///
    /// - Throws: ``CalculationError`` where the request does not state what they depend on, or a profit is beyond the range
    ///   of `Double`.
    public func scenarios(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(CalculationError) -> ScenarioResponse {
        var budget = WorkBudget(limits, isCancelled: isCancelled)
        return try scenarios(&budget)
    }

    fileprivate func scenarios(_ budget: inout WorkBudget) throws(CalculationError) -> ScenarioResponse {
        try CalculationError.translating { () throws(StrategyError) in try budget.require(.legs, legs.count) }
        var strategy = try TimedStrategy(self, extensions ?? RequestExtensions())
        let horizon = try strategy.horizon()
        let scenarios = try strategy.scenarios(of: strategy.priced(&budget), &budget)
        return ScenarioResponse(
            scenarios: scenarios, positions: nil,
            conventions: Conventions(strategy, horizon, include: [.scenarios]))
    }
}

extension ScenarioRequest {
    /// Profits over prices, volatilities and times; of a book, for each position and for all together.
    ///
    /// The contracts of a book are valued once, however many positions hold them.
    ///
    /// - Throws: ``CalculationError`` where the request does not state what they depend on, or a profit is beyond the range
    ///   of `Double`.
    public func scenarios(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(CalculationError) -> ScenarioResponse {
        var budget = WorkBudget(limits, isCancelled: isCancelled)
        return switch self {
        case .strategy(let strategy): try strategy.scenarios(&budget)
        case .book(let positions): try Self.scenarios(of: positions, &budget)
        }
    }

    private static func scenarios(
        of positions: [BookPosition], _ budget: inout WorkBudget
    ) throws(CalculationError) -> ScenarioResponse {
        guard RequestLimits.positionRange.contains(positions.count) else {
            throw CalculationError(
                "positions", .positions(RequestLimits.positionRange), .count(positions.count))
        }
        let legCount = positions.reduce(0) { $0 + $1.strategy.legs.count }
        try CalculationError.translating { () throws(StrategyError) in
            try budget.require(.legs, legCount)
            try budget.spend(legCount.saturatingProduct(WorkCost.leg))
        }
        var legs: [[PricedLeg]] = []
        var conventions: [[Conventions.LegConvention?]] = []
        // Shares alone expire with the others, where there are some.
        var first: (strategy: TimedStrategy, horizon: Double)?
        var shares: (strategy: TimedStrategy, horizon: Double)?
        for (number, position) in positions.enumerated() {
            do throws(CalculationError) {
                var strategy = try TimedStrategy(
                    position.strategy, position.strategy.extensions ?? RequestExtensions())
                if let horizon = try strategy.knownHorizon() {
                    if !strategy.hasOptions {
                        shares = (strategy, horizon)
                    } else if horizon < first?.horizon ?? .infinity {
                        first = (strategy, horizon)
                    }
                }
                legs.append(try strategy.priced(&budget).legs)
                conventions.append(strategy.legConventions)
            } catch {
                throw error.within(position: number)
            }
        }
        guard let first = first ?? shares else { throw .missing("timeToExpiration") }
        let (grid, dates) = try first.strategy.scenarioGrid()
        let profitCount = grid.count * positions.count
        guard profitCount <= RequestLimits.scenarioProfits else {
            throw CalculationError(
                "positions", .atMost(RequestLimits.scenarioProfits, .scenariosOfAllPositions), .count(profitCount))
        }
        let book = try CalculationError.translating { () throws(StrategyError) in
            try PositionBook(legs, in: first.strategy.market)
        }
        let valueCount = (book.contracts.count + 1) * grid.count
        guard valueCount <= RequestLimits.contractValues else {
            throw CalculationError(
                "positions", .atMost(RequestLimits.contractValues, .contractValues), .count(valueCount))
        }
        let (profits, total) = try evaluate(book, in: grid, &budget)

        var common = Conventions(first.strategy, first.horizon, include: [.scenarios])
        common.legs = nil
        return ScenarioResponse(
            scenarios: ScenarioMatrix(grid, dates, total),
            positions: positions.indices.map { index in
                let own = profits[index * grid.count..<(index + 1) * grid.count]
                return .init(
                    identifier: positions[index].identifier, scenarios: ScenarioMatrix(grid, dates, Array(own)),
                    legs: conventions[index])
            },
            conventions: common)
    }

    /// The profits of the positions, one after the other, and of all together.
    private static func evaluate(
        _ book: PositionBook, in grid: ScenarioGrid, _ budget: inout WorkBudget
    ) throws(CalculationError) -> (profits: [Double], total: [Double]) {
        do throws(StrategyError) {
            try budget.spend(responsePoints: (book.count + 1) * grid.count)
            let valuation = try BookValuation(book, in: grid, budget: &budget)
            var profits = [Double](repeating: 0, count: book.count * grid.count)
            var span = profits.mutableSpan
            try valuation.evaluate(0..<book.count, into: &span, budget: &budget)
            let total = try valuation.totalProfits(budget: &budget)
            return (profits.map { ResultRounding.rounded($0, 8) }, total.map { ResultRounding.rounded($0, 8) })
        } catch {
            throw error.resultError(Inclusion.scenarios.rawValue)
        }
    }
}

extension CalculationError {
    /// The same error of a position of a book, if it is about the position's legs; all else is stated in the book.
    package func within(position number: Int) -> CalculationError {
        path.hasPrefix("legs") ? within("positions[\(number)]") : self
    }
}
