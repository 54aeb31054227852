public import ExactPayoff
internal import LinearAlgebra
internal import OptionPricing
internal import PortfolioRisk
internal import StrategyValuation

extension RiskRequest {
    /// Computes the value at risk and the expected shortfall of the positions, by full revaluation in random scenarios.
    ///
    /// - Parameters:
    ///   - limits: The limits of the work.
    ///   - isCancelled: Called every few milliseconds, or more often; `true` ends the computation.
    /// - Returns: The response.
    /// - Throws: `StrategyError` if the request lacks a value, an option expires before the horizon, the correlations belong to no prices,
    ///   a result exceeds the range of `Double`, or the limits are exceeded.
    public func risk(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> RiskResponse {
        let budget = WorkBudget(limits, isCancelled: isCancelled)
        let positions = underlyings.flatMap(\.positions)
        let legCount = positions.reduce(0) { $0 + $1.legs.count }
        try budget.require(.legs, legCount)
        try budget.spend(legCount.saturatingProduct(WorkCost.leg))
        try StrategyError.require(
            positions.count.saturatingProduct(scenarios), "scenarios",
            .atMost(RequestLimits.scenarioProfits, .scenariosOfAllPositions))
        let normalCount = include.contains(.normals) ? underlyings.count * scenarios : 0
        try StrategyError.require(normalCount, "include", .atMost(RequestLimits.normals, .normals))

        let market = try RiskMarket(self, budget)
        let estimated = market.estimate.map { $0.rows * $0.columns } ?? 0
        try budget.spend(responsePoints: normalCount + estimated + positions.count * 2 * (1 + confidenceLevels.count))
        let portfolio = try RiskPortfolio(self, market, budget)
        let risk = try portfolio.risk(of: self, market, budget)
        return try response(portfolio, risk, market, budget)
    }

    private func response(
        _ portfolio: RiskPortfolio, _ risk: PositionRisk, _ market: RiskMarket, _ budget: WorkBudget
    ) throws(StrategyError) -> RiskResponse {
        let total = risk.total
        var valueAtRisk: [RiskResponse.Level] = []
        var expectedShortfall: [RiskResponse.Level] = []
        var contributions = [[RiskResponse.Contribution]](repeating: [], count: portfolio.holdings.count)
        for level in confidenceLevels {
            let worst = Int((1 - level) * Double(scenarios)) + 1
            try budget.spend((portfolio.holdings.count + 2).saturatingProduct(worst * WorkCost.contribution))
            try StrategyError.ofRisk { () throws(RiskError) in
                let (value, own) = (try total.valueAtRisk(level: level), try total.valueAtRiskInterval(level: level))
                valueAtRisk.append(.init(level: level, value: value, lower: own.lowerBound, upper: own.upperBound))
                let (mean, tail) = (
                    try total.expectedShortfall(level: level), try total.expectedShortfallInterval(level: level)
                )
                expectedShortfall.append(
                    .init(level: level, value: mean, lower: tail.lowerBound, upper: tail.upperBound))
                let (values, means) = (
                    try risk.contributionsToValueAtRisk(level: level),
                    try risk.contributionsToExpectedShortfall(level: level)
                )
                for position in contributions.indices {
                    contributions[position].append(
                        .init(level: level, valueAtRisk: values[position], expectedShortfall: means[position]))
                }
            }
        }
        let means = portfolio.holdings.indices.map { risk.mean(of: $0) }
        try StrategyError.require(risk.presentValues + [risk.presentValues.reduce(0, +)], "value")
        try StrategyError.require(means + [total.mean], "expectedProfitLoss")
        try StrategyError.require(
            (valueAtRisk + expectedShortfall).flatMap { [$0.value, $0.lower, $0.upper] }, "valueAtRisk")
        try StrategyError.require(contributions.joined().map(\.expectedShortfall), "contributions")
        var position = 0
        let underlyings = underlyings.map { underlying in
            RiskResponse.Underlying(
                identifier: underlying.identifier,
                positions: underlying.positions.map { own in
                    defer { position += 1 }
                    return RiskResponse.Position(
                        identifier: own.identifier, value: ResultRounding.rounded(risk.presentValues[position], 8),
                        expectedProfitLoss: means[position], contributions: contributions[position],
                        legs: portfolio.conventions[position])
                })
        }
        return RiskResponse(
            value: ResultRounding.rounded(risk.presentValues.reduce(0, +), 8), expectedProfitLoss: total.mean,
            valueAtRisk: valueAtRisk, expectedShortfall: expectedShortfall, underlyings: underlyings,
            normals: include.contains(.normals)
                ? market.model.normals(scenarios: scenarios, seed: UInt64(seed)) : nil,
            conventions: RiskConventions(
                exercise: portfolio.exercise, hasDividends: portfolio.hasDividends, valuation: valuation,
                timeToHorizon: market.horizon, riskFreeRate: riskFreeRate, underlyings: market.underlyings,
                correlationSource: market.correlationSource,
                correlations: market.estimate.map { matrix in
                    (0..<matrix.rows).map { row in (0..<matrix.columns).map { matrix[row, $0] } }
                },
                scenarios: scenarios, seed: seed))
    }
}
