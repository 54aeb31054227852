internal import OptionPricing
internal import StrategyAnalytics

extension CalculationRequest {
    /// The answer to a request with extensions.
    ///
    /// - Parameters:
    ///   - extensions: Those of the request.
    ///   - withCurve: Whether the response has a curve that is not empty.
    /// - Returns: The response, with a member for each thing asked for.
    /// - Throws: ``ContractError`` where something that is needed for it is not there.
    func calculate(
        _ extensions: RequestExtensions, withCurve: Bool
    ) throws(ContractError) -> CalculationResponse {
        let timed = try TimedStrategy(self, extensions)
        let include = extensions.include
        let dependsOnModel = timed.hasSeveralExpirations || include.contains(where: \.dependsOnModel)
        var conventions = Conventions(timed, dependsOnModel ? try timed.knownHorizon() : nil)
        let profile =
            timed.hasSeveralExpirations
            ? try ExpirationProfile(timed, &conventions) : try ExpirationProfile(legs)
        let metrics = try profile.metrics()
        let needsCurve = withCurve || include.contains(.valueCurves)
        let curve: PayoffCurve =
            if !needsCurve {
                .empty
            } else if let range = extensions.curveRange {
                try profile.curve(at: range.stockPrices)
            } else {
                try profile.curve(around: currentPrice)
            }
        var response = CalculationResponse(curve: withCurve ? curve : .empty, metrics: metrics)
        if include.contains(.strategyName) {
            response.strategyName = try ContractError.translating { () throws(StrategyError) in
                try StrategyName.recognise(legs, expirations: timed.expirationOrder)
            }
        }
        guard dependsOnModel else { return response }
        if !include.isDisjoint(with: [.greeks, .valueCurves, .scenarios]) {
            let strategy = try timed.priced(&conventions)
            if include.contains(.greeks) {
                response.greeks = try strategy.translatedGreeks()
                conventions.greekUnits = Conventions.PositionGreekUnits()
            }
            if include.contains(.valueCurves) {
                response.valueCurves = try timed.valueCurves(of: strategy, along: curve)
            }
            if include.contains(.scenarios) {
                response.scenarios = try timed.scenarios(of: strategy)
                conventions.volatilityShifts = Conventions.additiveShifts
            }
        }
        if include.contains(.probability) {
            response.probability = try timed.probabilities(of: profile, metrics.breakEvenPoints, &conventions)
        }
        response.conventions = conventions
        return response
    }
}

extension Inclusion {
    /// Whether it takes times and volatilities.
    fileprivate var dependsOnModel: Bool { self != .strategyName }
}

extension PricedStrategy {
    fileprivate func translatedGreeks() throws(ContractError) -> StrategyGreeks {
        do throws(PricingError) {
            return try greeks()
        } catch {
            throw .notRepresentable(Inclusion.greeks.rawValue)
        }
    }
}
