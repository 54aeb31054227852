internal import OptionPricing
internal import StrategyAnalytics

extension CalculationRequest {
    /// Profits over prices, volatilities and times, whether or not the request includes them.
    ///
    /// - Throws: ``ContractError`` where the request does not say what they depend on, or a profit is beyond the range of
    ///   `Double`.
    public func scenarios() throws(ContractError) -> ScenarioResponse {
        let timed = try TimedStrategy(self, extensions ?? RequestExtensions())
        var conventions = Conventions(timed, try timed.horizon())
        let strategy = try timed.priced(&conventions)
        conventions.volatilityShifts = Conventions.additiveShifts
        return ScenarioResponse(
            scenarios: try timed.scenarios(of: strategy), positions: nil, conventions: conventions)
    }
}

extension ScenarioRequest {
    /// Profits over prices, volatilities and times; of a book, for each position and for all together.
    ///
    /// The contracts of a book are valued once, however many positions hold them.
    ///
    /// - Throws: ``ContractError`` where the request does not say what they depend on, or a profit is beyond the range of
    ///   `Double`.
    public func scenarios() throws(ContractError) -> ScenarioResponse {
        switch self {
        case .strategy(let strategy): try strategy.scenarios()
        case .book(let positions): try Self.scenarios(of: positions)
        }
    }

    private static func scenarios(of positions: [Position]) throws(ContractError) -> ScenarioResponse {
        guard positionRange.contains(positions.count) else {
            throw .notAllowed(Name.positions.text, positionRule, got: "\(positions.count)")
        }
        var legs: [[PricedLeg]] = []
        var conventions: [Conventions] = []
        // Shares alone expire with the others, where there are some.
        var first: (strategy: TimedStrategy, horizon: Double)?
        var shares: (strategy: TimedStrategy, horizon: Double)?
        for (number, position) in positions.enumerated() {
            do throws(ContractError) {
                let timed = try TimedStrategy(position.strategy, position.strategy.extensions ?? RequestExtensions())
                let horizon = try timed.knownHorizon()
                if let horizon {
                    if !timed.hasOptions {
                        shares = (timed, horizon)
                    } else if horizon < first?.horizon ?? .infinity {
                        first = (timed, horizon)
                    }
                }
                var own = Conventions(timed, horizon)
                legs.append(try timed.priced(&own).legs)
                conventions.append(own)
            } catch {
                throw error.within(position: number)
            }
        }
        guard let first = first ?? shares else { throw .missing(Name.timeToExpiration.text) }
        let (grid, dates) = try first.strategy.scenarioGrid()
        guard grid.count * positions.count <= Limits.scenarioProfits else {
            let rule = "must have at most \(Limits.scenarioProfits) scenarios of all positions together"
            throw .notAllowed(Name.positions.text, rule, got: "\(grid.count * positions.count)")
        }
        let book = try ContractError.translating { () throws(StrategyError) in
            try PositionBook(legs, in: first.strategy.market)
        }
        let valueCount = (book.contracts.count + 1) * grid.count
        guard valueCount <= Limits.contractValues else {
            let rule = "must have at most \(Limits.contractValues) values of different contracts"
            throw .notAllowed(Name.positions.text, rule, got: "\(valueCount)")
        }
        let (profits, total) = try evaluate(book, in: grid)

        var common = Conventions(first.strategy, first.horizon)
        common.legs = nil
        common.volatilityShifts = Conventions.additiveShifts
        return ScenarioResponse(
            scenarios: ScenarioMatrix(grid, dates, total),
            positions: positions.indices.map { index in
                let own = profits[index * grid.count..<(index + 1) * grid.count]
                return .init(
                    identifier: positions[index].identifier, scenarios: ScenarioMatrix(grid, dates, Array(own)),
                    legs: conventions[index].legs ?? [])
            },
            conventions: common)
    }

    /// The profits of the positions, one after the other, and of all together.
    private static func evaluate(
        _ book: PositionBook, in grid: ScenarioGrid
    ) throws(ContractError) -> (profits: [Double], total: [Double]) {
        var profits = [Double](repeating: 0, count: book.count * grid.count)
        do throws(PricingError) {
            let valuation = try BookValuation(book, in: grid)
            var span = profits.mutableSpan
            try valuation.evaluate(0..<book.count, into: &span)
            let total = try valuation.totalProfits()
            return (profits.map { ResultRounding.rounded($0, 8) }, total.map { ResultRounding.rounded($0, 8) })
        } catch {
            throw .notRepresentable(Inclusion.scenarios.rawValue)
        }
    }
}
