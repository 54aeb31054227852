internal import DecimalNumbers
public import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// A request of `options scenario`: one strategy, or a book of positions on one underlying.
public enum ScenarioRequest: Hashable, Sendable {
    /// One strategy: a request of `calculate`.
    case strategy(CalculationRequest)
    /// Positions that share the price, the market and the scenarios.
    case book([BookPosition])

    /// Creates a request from valid members.
    package init(_ members: ScenarioMembers) {
        let price = DecimalPrice(members.currentPrice ?? .nan)
        guard !members.positions.isEmpty else {
            self = .strategy(
                CalculationRequest(
                    price: price, legs: members.legs.validLegs, extensions: members.extensions))
            return
        }
        // The positions share the memory of the extensions.
        let common = CalculationRequest(
            price: price, legs: [], extensions: members.extensions ?? RequestExtensions())
        self = .book(
            members.positions.map { position in
                var strategy = common
                strategy.legs = position.legs
                return BookPosition(strategy: strategy, identifier: position.identifier)
            })
    }

    /// Computes the profits over prices, volatilities and times; for a book, per position and in total.
    /// A contract that several positions hold is valued once.
    /// - Throws: `StrategyError` if the request lacks a value that the profits need, a profit exceeds the range of
    ///   `Double`, or the limits are exceeded.
    public func scenarios(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> ScenarioResponse {
        let budget = WorkBudget(limits, isCancelled: isCancelled)
        return switch self {
        case .strategy(let strategy): try strategy.scenarios(budget)
        case .book(let positions): try Self.scenarios(of: positions, budget)
        }
    }

    private static func scenarios(
        of positions: [BookPosition], _ budget: WorkBudget
    ) throws(StrategyError) -> ScenarioResponse {
        try StrategyError.require(positions.count, "positions", .count(RequestLimits.positionRange, .positions))
        let legCount = positions.reduce(0) { $0 + $1.strategy.legs.count }
        try budget.require(.legs, legCount)
        try budget.spend(legCount.saturatingProduct(WorkCost.leg))
        var legs: [[PricedLeg]] = []
        var conventions: [[Conventions.LegConvention?]] = []
        // Positions of shares only use the horizon of the options, if there are any.
        var first: (strategy: TimedStrategy, horizon: Double)?
        var shares: (strategy: TimedStrategy, horizon: Double)?
        var exercise: ExerciseStyle??
        var dividends: [DiscreteDividend] = []
        for (number, position) in positions.enumerated() {
            do throws(StrategyError) {
                try budget.check()
                var strategy = try TimedStrategy(position.strategy, budget)
                if let horizon = try strategy.knownHorizon() {
                    if !strategy.hasOptions {
                        shares = (strategy, horizon)
                    } else if horizon < first?.horizon ?? .infinity {
                        first = (strategy, horizon)
                    }
                }
                legs.append(try strategy.priced().legs)
                conventions.append(strategy.legConventions)
                if strategy.hasOptions {
                    exercise = exercise == nil || exercise == strategy.exercise ? strategy.exercise : .some(nil)
                }
                let counting = strategy.countingDividends
                if counting.count > dividends.count { dividends = counting }
            } catch {
                throw error.within(position: number)
            }
        }
        guard let first = first ?? shares else { throw .missing("timeToExpiration") }
        let (grid, dates) = try first.strategy.scenarioGrid()
        let profitCount = grid.count * positions.count
        try StrategyError.require(
            profitCount, "positions", .atMost(RequestLimits.scenarioProfits, .scenariosOfAllPositions))
        let book = try PositionBook(legs, in: first.strategy.market)
        let valueCount = (book.contracts.count + 1) * grid.count
        try StrategyError.require(valueCount, "positions", .atMost(RequestLimits.contractValues, .contractValues))
        let (profits, total) = try evaluate(book, in: grid, budget)

        var common = Conventions(first.strategy, first.horizon, include: [.scenarios])
        common.legs = nil
        common.exercise = exercise ?? .european
        common.dividends = dividends
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

    /// Returns the profits of each position in turn, and those of the whole book.
    private static func evaluate(
        _ book: PositionBook, in grid: ScenarioGrid, _ budget: WorkBudget
    ) throws(StrategyError) -> (profits: [Double], total: [Double]) {
        do throws(StrategyError) {
            try budget.spend(responsePoints: (book.count + 1) * grid.count)
            let valuation = try BookValuation(book, in: grid, budget: budget)
            var profits = [Double](repeating: 0, count: book.count * grid.count)
            var span = profits.mutableSpan
            try valuation.evaluate(0..<book.count, into: &span, budget: budget)
            let total = try valuation.totalProfits(budget: budget)
            return (profits.map { ResultRounding.rounded($0, 8) }, total.map { ResultRounding.rounded($0, 8) })
        } catch {
            throw error.ofResult(Inclusion.scenarios.rawValue)
        }
    }
}

/// One position of a book.
public struct BookPosition: Hashable, Sendable {
    /// The legs, with the market and the scenarios of the book.
    public let strategy: CalculationRequest
    /// The JSON text of the member `id`, which the response repeats; `nil` if there is none.
    package let identifier: [UInt8]?

    /// Creates a position.
    package init(strategy: CalculationRequest, identifier: [UInt8]?) {
        self.strategy = strategy
        self.identifier = identifier
    }
}

/// The response of `options scenario`: the members `scenarios` and `conventions` of a response of `calculate`, and for
/// a book those of each position.
public struct ScenarioResponse: Hashable, Sendable {
    /// One position of a book.
    public struct PositionScenarios: Hashable, Sendable {
        /// The JSON text of the member `id`; `nil` if there is none.
        package let identifier: [UInt8]?
        /// The profits of the position.
        public let scenarios: ScenarioMatrix
        /// The time and volatility with which each leg was valued; `nil` for shares.
        public let legs: [Conventions.LegConvention?]
    }

    /// The profits of the strategy, or of all positions together.
    public let scenarios: ScenarioMatrix
    /// The positions of a book; `nil` for one strategy.
    public let positions: [PositionScenarios]?
    /// The assumptions on which the profits depend.
    public let conventions: Conventions
}

extension CalculationRequest {
    /// Computes the profits over prices, volatilities and times, even if the request does not include `scenarios`.
    /// - Throws: `StrategyError` if the request lacks a value that the profits need, a profit exceeds the range of
    ///   `Double`, or the limits are exceeded.
    public func scenarios(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> ScenarioResponse {
        try scenarios(WorkBudget(limits, isCancelled: isCancelled))
    }

    fileprivate func scenarios(_ budget: WorkBudget) throws(StrategyError) -> ScenarioResponse {
        try budget.require(.legs, legs.count)
        var strategy = try TimedStrategy(self, budget)
        let horizon = try strategy.horizon()
        let scenarios = try strategy.scenarios(of: strategy.priced())
        return ScenarioResponse(
            scenarios: scenarios, positions: nil,
            conventions: Conventions(strategy, horizon, include: [.scenarios]))
    }
}
