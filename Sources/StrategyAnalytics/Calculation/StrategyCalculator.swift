internal import OptionPricing

/// Answers requests of `POST /options/calculate`, one after another, reusing its memory.
///
/// ```swift
/// var calculator = StrategyCalculator()
/// var response = CalculationResponse()
/// try calculator.calculate(request, into: &response)
/// ```
///
/// Once the memory is as large as the requests need, an ordinary request (one without extensions, whose amounts have up to 15
/// digits) is answered without a heap allocation. Each task or thread keeps a calculator of its own.
public struct StrategyCalculator: ~Copyable {
    private var profile = PayoffProfile()
    private let limits: WorkLimits
    private let isCancelled: (@Sendable () -> Bool)?
    /// An ordinary request of so few legs is within all limits.
    private let uncountedLegs: Int

    /// Creates a calculator, without memory yet.
    ///
    /// - Parameters:
    ///   - limits: What one request may cost.
    ///   - isCancelled: Called at least every millisecond of a long calculation; `true` ends it with the rule
    ///     ``RequestRule/notCancelled``. Use it for a deadline.
    public init(limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.limits = limits
        self.isCancelled = isCancelled
        let areLimitsAmple = limits.legs >= 64 && limits.valuations >= 1 << 24 && limits.responsePoints >= 1 << 14
        uncountedLegs = areLimitsAmple ? 64 : 0
    }

    /// Replaces `response` by the answer to `request`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Any response; its memory is reused.
    ///   - withCurve: Whether the response has a curve that is not empty.
    /// - Throws: ``CalculationError`` as ``CalculationRequest/calculate(limits:isCancelled:)``. `response` is then unspecified.
    public mutating func calculate(
        _ request: CalculationRequest, into response: inout CalculationResponse, withCurve: Bool = true
    ) throws(CalculationError) {
        if response.boxedExtensions != nil { response.extensions = nil }
        guard request.boxedExtensions == nil, !request.hasLegTerms else {
            try calculateExtended(request, into: &response, withCurve: withCurve)
            return
        }
        if request.legs.count > uncountedLegs {
            var budget = WorkBudget(limits, isCancelled: isCancelled)
            try CalculationError.translating { () throws(StrategyError) in try budget.spendOnPayoff(request.legs) }
            try findMetrics(of: request.legs.span, into: &response.metrics)
            if withCurve { try addCurve(around: request.price, to: &response, &budget) }
        } else {
            try findMetrics(of: request.legs.span, into: &response.metrics)
            if withCurve {
                profile.curve(around: request.price, breakEvens: response.metrics.breakEvens, into: &response.curve)
                try response.curve.requireRepresentable()
            }
        }
        if !withCurve, !response.curve.isEmpty { response.curve = PayoffCurve() }
    }

    /// Replaces `metrics` by those of `request`, whatever else it includes.
    package mutating func calculateMetrics(
        _ request: CalculationRequest, into metrics: inout StrategyMetrics
    ) throws(CalculationError) {
        guard request.boxedExtensions != nil || request.hasLegTerms || request.legs.count > uncountedLegs else {
            return try findMetrics(of: request.legs.span, into: &metrics)
        }
        var response = CalculationResponse()
        var plain = request
        plain.extensions?.include = []
        try calculateExtended(plain, into: &response, withCurve: false)
        metrics = response.metrics
    }

    private func addCurve(
        around price: DecimalPrice, to response: inout CalculationResponse, _ budget: inout WorkBudget
    ) throws(CalculationError) {
        do throws(StrategyError) {
            try profile.curve(
                around: price, breakEvens: response.metrics.breakEvens, into: &response.curve, budget: &budget)
            try budget.spend(responsePoints: response.curve.count)
        } catch {
            throw error.calculationError
        }
        try response.curve.requireRepresentable()
    }

    private mutating func findMetrics(
        of legs: Span<Leg>, into metrics: inout StrategyMetrics
    ) throws(CalculationError) {
        profile.replace(expiring: legs, surviving: Span(), .contract)
        profile.metrics(into: &metrics)
        try metrics.requireRepresentable()
    }

    private mutating func calculateExtended(
        _ request: CalculationRequest, into response: inout CalculationResponse, withCurve: Bool
    ) throws(CalculationError) {
        var budget = WorkBudget(limits, isCancelled: isCancelled)
        try CalculationError.translating { () throws(StrategyError) in try budget.spendOnPayoff(request.legs) }
        let extensions = request.extensions ?? RequestExtensions()
        let include = extensions.include
        var strategy = try TimedStrategy(request, extensions)
        let dependsOnModel = strategy.hasSeveralExpirations || include.contains(where: \.dependsOnModel)
        let horizon = dependsOnModel ? try strategy.knownHorizon() : nil

        let calendar = strategy.hasSeveralExpirations ? try HorizonProfile(&strategy, &budget) : nil
        if let calendar {
            calendar.metrics(into: &response.metrics)
            try response.metrics.requireRepresentable()
        } else {
            try findMetrics(of: request.legs.span, into: &response.metrics)
        }
        response.curve = PayoffCurve()
        if withCurve || include.contains(.valueCurves) {
            response.curve = try curve(of: request, calendar, response.metrics, &budget)
        }

        var answer = ResponseExtensions()
        if include.contains(.strategyName) {
            answer.strategyName = try CalculationError.translating { () throws(StrategyError) in
                try StrategyName.recognise(request.legs, expirations: strategy.expirationOrder)
            }
        }
        if dependsOnModel {
            try addModelValues(&answer, &strategy, response, calendar, &budget)
            answer.conventions = Conventions(
                strategy, horizon, isCertified: calendar?.isCertified ?? true, include: include)
        }
        if !withCurve { response.curve = PayoffCurve() }
        response.extensions = answer
    }

    private func curve(
        of request: CalculationRequest, _ calendar: HorizonProfile?, _ metrics: StrategyMetrics,
        _ budget: inout WorkBudget
    ) throws(CalculationError) -> PayoffCurve {
        var curve = PayoffCurve()
        try CalculationError.translating { () throws(StrategyError) in
            if let range = request.extensions?.curveRange { try budget.spend(responsePoints: range.points) }
            switch (calendar, request.extensions?.curveRange?.stockPrices) {
            case (nil, nil):
                try profile.curve(
                    around: request.price, breakEvens: metrics.breakEvens, into: &curve, budget: &budget)
            case (nil, let prices?): curve = try profile.curve(at: prices, budget: &budget)
            case (let calendar?, nil): curve = try calendar.curve(around: request.currentPrice, budget: &budget)
            case (let calendar?, let prices?):
                curve = PayoffCurve(
                    stockPrices: prices, profitLosses: try calendar.profits(at: prices, budget: &budget))
            }
            if request.extensions?.curveRange == nil { try budget.spend(responsePoints: curve.count) }
        }
        try curve.requireRepresentable()
        return curve
    }

    private func addModelValues(
        _ answer: inout ResponseExtensions, _ strategy: inout TimedStrategy, _ response: CalculationResponse,
        _ calendar: HorizonProfile?, _ budget: inout WorkBudget
    ) throws(CalculationError) {
        let include = strategy.extensions.include
        if !include.isDisjoint(with: [.greeks, .valueCurves, .scenarios]) {
            let priced = try strategy.priced(&budget)
            if include.contains(.greeks) {
                do throws(StrategyError) {
                    answer.greeks = try priced.greeks(budget: &budget)
                } catch {
                    throw error.resultError(Inclusion.greeks.rawValue)
                }
            }
            if include.contains(.valueCurves) {
                answer.valueCurves = try strategy.valueCurves(of: priced, along: response.curve, &budget)
            }
            if include.contains(.scenarios) { answer.scenarios = try strategy.scenarios(of: priced, &budget) }
        }
        if include.contains(.probability) {
            let prices = try strategy.distribution(&budget)
            let profit = try CalculationError.translating { () throws(StrategyError) in
                if let calendar {
                    try ProfitDistribution(of: calendar, under: prices, budget: &budget)
                } else {
                    try ProfitDistribution(of: profile, under: prices, budget: &budget)
                }
            }
            answer.probability = try strategy.probabilities(of: profit, response.metrics.breakEvenPoints, &budget)
        }
    }
}

extension WorkBudget {
    /// Spends what the payoff of some legs and its curve cost.
    fileprivate mutating func spendOnPayoff(_ legs: [Leg]) throws(StrategyError) {
        try require(.legs, legs.count)
        let cost = PayoffProfile.takesWideIntegers(legs) ? WorkCost.wideLeg : WorkCost.leg
        try spend(legs.count.saturatingProduct(cost))
    }
}

extension Inclusion {
    /// Whether it takes times and volatilities.
    fileprivate var dependsOnModel: Bool { self != .strategyName }
}

extension CalculationRequest {
    @inline(__always)
    fileprivate var hasLegTerms: Bool {
        let legs = legs.span
        for index in legs.indices where legs[index].expiration != nil || legs[index].impliedVolatility != nil {
            return true
        }
        return false
    }
}

extension StrategyMetrics {
    fileprivate func requireRepresentable() throws(CalculationError) {
        guard cost.isFinite else { throw CalculationError("netCost", .representable) }
        guard greatestProfit?.isFinite ?? true else { throw CalculationError("maxProfit", .representable) }
        guard leastProfit?.isFinite ?? true else { throw CalculationError("maxLoss", .representable) }
        guard breakEvens.allSatisfy(\.isFinite) else { throw CalculationError("breakEvenPoints", .representable) }
    }
}

extension PayoffCurve {
    fileprivate func requireRepresentable() throws(CalculationError) {
        // Decimals are finite.
        if decimals < 0 { try CalculationError.require(profitLosses, "curve") }
    }
}
