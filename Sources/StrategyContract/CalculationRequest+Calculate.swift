internal import StrategyAnalytics

extension CalculationRequest {
    /// The payoff curve and the metrics, rounded as the contract says: money to 8 decimal places, break-evens to 10; and
    /// what the extensions ask for.
    ///
    /// - Throws: ``ContractError`` of kind ``ContractError/Kind/notRepresentable`` when a result is beyond the range of
    ///   `Double` (it takes prices of 10²⁸⁹ or more), and of other kinds where the extensions do not say what is needed for
    ///   what they ask for.
    public func calculate() throws(ContractError) -> CalculationResponse {
        if let extensions { return try calculate(extensions, withCurve: true) }
        let profile = try ExpirationProfile(legs)
        let metrics = try profile.metrics()
        return CalculationResponse(curve: try profile.curve(around: currentPrice), metrics: metrics)
    }

    /// The metrics alone, whatever else the request includes.
    package func metrics() throws(ContractError) -> Metrics {
        guard var extensions else { return try ExpirationProfile(legs).metrics() }
        extensions.include = []
        return try calculate(extensions, withCurve: false).metrics
    }

    /// The same without the curve, which is empty.
    package func calculateWithoutCurve() throws(ContractError) -> CalculationResponse {
        if let extensions { return try calculate(extensions, withCurve: false) }
        return CalculationResponse(curve: .empty, metrics: try metrics())
    }
}
