internal import DecimalNumbers
public import ExactPayoff
internal import StrategyNames
internal import StrategyValuation

/// Answers requests of `POST /options/calculate`, one after another, reusing its memory.
///
/// ```swift
/// var calculator = StrategyCalculator()
/// var response = CalculationResponse()
/// try calculator.calculate(request, into: &response)
/// ```
///
/// When the memory is as large as the requests need, an ordinary request (one without extensions, whose amounts have up
/// to 15 digits) is answered without a heap allocation. Each task or thread needs its own calculator.
public struct StrategyCalculator: ~Copyable {
    private var profile = PayoffProfile()
    private let budget: WorkBudget

    /// Creates a calculator. It allocates memory when it is first used.
    ///
    /// - Parameters:
    ///   - limits: The limits of one request.
    ///   - isCancelled: Called every few milliseconds of a long calculation, or more often; `true` ends it with
    ///     the rule `StrategyRule/notCancelled`. Use it for a deadline.
    public init(limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil) {
        budget = WorkBudget(limits, isCancelled: isCancelled)
    }

    /// Replaces `response` by the answer to `request`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Any response; its memory is reused.
    ///   - withCurve: Whether the response has a curve that is not empty.
    /// - Throws: `StrategyError` as ``CalculationRequest/calculate(limits:isCancelled:)``. `response` is then unspecified.
    public mutating func calculate(
        _ request: CalculationRequest, into response: inout CalculationResponse, withCurve: Bool = true
    ) throws(StrategyError) {
        if response.boxedExtensions != nil { response.extensions = nil }
        budget.renew()
        try budget.require(.legs, request.legs.count)
        guard request.boxedExtensions == nil, !request.hasLegTerms else {
            return try calculateExtended(request, into: &response, withCurve: withCurve)
        }
        try findMetrics(of: request.legs, into: &response.metrics)
        if withCurve {
            try addCurve(around: request.price, to: &response)
        } else if !response.curve.isEmpty {
            response.curve = PayoffCurve()
        }
    }

    /// Replaces `metrics` by those of `request`, ignoring its other results.
    package mutating func calculateMetrics(
        _ request: CalculationRequest, into metrics: inout StrategyMetrics
    ) throws(StrategyError) {
        budget.renew()
        try budget.require(.legs, request.legs.count)
        guard request.boxedExtensions != nil || request.hasLegTerms else {
            return try findMetrics(of: request.legs, into: &metrics)
        }
        var response = CalculationResponse()
        var plain = request
        plain.extensions?.include = []
        try calculateExtended(plain, into: &response, withCurve: false)
        metrics = response.metrics
    }

    @inline(__always)
    private mutating func findMetrics(of legs: [Leg], into metrics: inout StrategyMetrics) throws(StrategyError) {
        try profile.replace(expiring: legs.span, surviving: Span(), .contract, budget)
        if try !profile.metrics(into: &metrics, budget) { try metrics.requireRepresentable() }
    }

    @inline(__always)
    private mutating func addCurve(
        around price: DecimalPrice, to response: inout CalculationResponse
    ) throws(StrategyError) {
        try profile.curve(around: price, breakEvens: response.metrics.breakEvens, into: &response.curve, budget)
        try budget.spend(responsePoints: response.curve.count)
        try response.curve.requireRepresentable()
    }

    private mutating func calculateExtended(
        _ request: CalculationRequest, into response: inout CalculationResponse, withCurve: Bool
    ) throws(StrategyError) {
        let include = request.extensions?.include ?? []
        let excludesCurve = request.extensions?.exclude.contains(.curve) ?? false
        let withCurve = withCurve && !excludesCurve
        var strategy = try TimedStrategy(request, budget)
        let dependsOnModel =
            strategy.hasSeveralExpirations || strategy.hasModelPremiums
            || include.contains { $0 != .strategyName && $0 != .margin }
        let horizon = dependsOnModel ? try strategy.knownHorizon() : nil

        let calendar = strategy.hasSeveralExpirations ? try HorizonProfile(&strategy) : nil
        if let calendar {
            calendar.metrics(into: &response.metrics)
            try response.metrics.requireRepresentable()
        } else {
            try findMetrics(of: strategy.legs, into: &response.metrics)
        }
        if withCurve || !include.isDisjoint(with: [.valueCurves, .curveDetails]) {
            try addCurve(of: request, calendar, to: &response)
        } else {
            response.curve = PayoffCurve()
        }

        var answer = ResponseExtensions()
        answer.excludesCurve = excludesCurve
        if include.contains(.strategyName) {
            answer.strategyName = try StrategyName.recognise(request.legs, expirations: strategy.expirationOrder)
        }
        if include.contains(.margin) {
            answer.margin = try StrategyMargin(
                strategy.legs, request, maximumProfit: response.metrics.maxProfit, budget)
        }
        if dependsOnModel {
            try strategy.findVolatilitiesOfModelPremiums()
            try addModelValues(&answer, &strategy, response, calendar)
            answer.conventions = Conventions(
                strategy, horizon, isCertified: calendar?.isCertified ?? true, include: include)
        }
        if !withCurve { response.curve = PayoffCurve() }
        response.extensions = answer
    }

    private mutating func addCurve(
        of request: CalculationRequest, _ calendar: HorizonProfile?, to response: inout CalculationResponse
    ) throws(StrategyError) {
        if let extensions = request.extensions, let prices = extensions.givenStockPrices {
            try budget.spend(responsePoints: extensions.curveRange?.points ?? prices.count)
            response.curve =
                if let calendar {
                    PayoffCurve(stockPrices: prices, profitLosses: try calendar.profits(at: prices, budget: budget))
                } else {
                    try profile.curve(at: prices, budget: budget)
                }
        } else if let calendar {
            response.curve = try calendar.curve(around: request.currentPrice, budget: budget)
            try budget.spend(responsePoints: response.curve.count)
        } else {
            return try addCurve(around: request.price, to: &response)
        }
        try response.curve.requireRepresentable()
    }

    private func addModelValues(
        _ answer: inout ResponseExtensions, _ strategy: inout TimedStrategy, _ response: CalculationResponse,
        _ calendar: HorizonProfile?
    ) throws(StrategyError) {
        let include = strategy.extensions.include
        let isPriced =
            include.contains(.earlyExercise)
            || !include.isDisjoint(with: [.value, .greeks, .allGreeks, .valueCurves, .curveDetails, .scenarios])
        if isPriced {
            let priced = try strategy.priced()
            if include.contains(.value) {
                do throws(StrategyError) {
                    answer.value = try priced.value(budget: budget).rounded(to: 8)
                } catch {
                    throw error.ofResult(Inclusion.value.rawValue)
                }
            }
            if !include.isDisjoint(with: [.greeks, .allGreeks]) {
                do throws(StrategyError) {
                    let greeks =
                        include.contains(.allGreeks)
                        ? try priced.allGreeks(budget: budget) : try priced.greeks(budget: budget)
                    answer.greeks = greeks.converted(to: strategy.extensions.greekUnits)
                } catch {
                    throw error.ofResult(Inclusion.greeks.rawValue)
                }
            }
            if include.contains(.earlyExercise) {
                answer.earlyExercise = try priced.earlyExercise(budget: budget)
            }
            if include.contains(.valueCurves) {
                answer.valueCurves = try strategy.valueCurves(of: priced, along: response.curve)
            }
            if include.contains(.curveDetails) {
                answer.curveDetails = try strategy.curveDetails(of: priced, along: response.curve)
            }
            if include.contains(.scenarios) { answer.scenarios = try strategy.scenarios(of: priced) }
        }
        if include.contains(.probability) {
            answer.probability = try strategy.probabilities(of: profile, calendar, response.metrics.breakEvenPoints)
        }
    }
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
    fileprivate func requireRepresentable() throws(StrategyError) {
        guard cost.isFinite else { throw StrategyError("netCost", .representable) }
        guard greatestProfit?.isFinite ?? true else { throw StrategyError("maxProfit", .representable) }
        guard leastProfit?.isFinite ?? true else { throw StrategyError("maxLoss", .representable) }
        guard breakEvens.allSatisfy(\.isFinite) else { throw StrategyError("breakEvenPoints", .representable) }
    }
}

extension PayoffCurve {
    fileprivate func requireRepresentable() throws(StrategyError) {
        // Decimals are finite.
        if decimals < 0 { try StrategyError.require(profitLosses, "curve") }
    }
}
