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

    /// A calculator without memory yet.
    public init() {}

    /// Replaces `response` by the answer to `request`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Any response; its memory is reused.
    ///   - withCurve: Whether the response has a curve that is not empty.
    /// - Throws: ``CalculationError`` as ``CalculationRequest/calculate()``; then `response` means nothing.
    public mutating func calculate(
        _ request: CalculationRequest, into response: inout CalculationResponse, withCurve: Bool = true
    ) throws(CalculationError) {
        if response.boxedExtensions != nil { response.extensions = nil }
        guard request.boxedExtensions == nil, !request.hasLegTerms else {
            try calculateExtended(request, into: &response, withCurve: withCurve)
            return
        }
        try findMetrics(of: request.legs.span, into: &response.metrics)
        if withCurve {
            profile.curve(around: request.price, breakEvens: response.metrics.breakEvens, into: &response.curve)
            try response.curve.requireRepresentable()
        } else if !response.curve.isEmpty {
            response.curve = PayoffCurve()
        }
    }

    /// Replaces `metrics` by those of `request`, whatever else it includes.
    package mutating func calculateMetrics(
        _ request: CalculationRequest, into metrics: inout StrategyMetrics
    ) throws(CalculationError) {
        guard request.boxedExtensions != nil || request.hasLegTerms else {
            return try findMetrics(of: request.legs.span, into: &metrics)
        }
        var response = CalculationResponse()
        var plain = request
        plain.extensions?.include = []
        try calculateExtended(plain, into: &response, withCurve: false)
        metrics = response.metrics
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
        let extensions = request.extensions ?? RequestExtensions()
        let include = extensions.include
        var strategy = try TimedStrategy(request, extensions)
        let dependsOnModel = strategy.hasSeveralExpirations || include.contains(where: \.dependsOnModel)
        let horizon = dependsOnModel ? try strategy.knownHorizon() : nil

        let calendar = strategy.hasSeveralExpirations ? try HorizonProfile(&strategy) : nil
        if let calendar {
            calendar.metrics(into: &response.metrics)
            try response.metrics.requireRepresentable()
        } else {
            try findMetrics(of: request.legs.span, into: &response.metrics)
        }
        response.curve = PayoffCurve()
        if withCurve || include.contains(.valueCurves) {
            response.curve = try curve(of: request, extensions.curveRange, calendar, response.metrics)
        }

        var answer = ResponseExtensions()
        if include.contains(.strategyName) {
            answer.strategyName = try CalculationError.translating { () throws(StrategyError) in
                try StrategyName.recognise(request.legs, expirations: strategy.expirationOrder)
            }
        }
        if dependsOnModel {
            try addModelValues(&answer, &strategy, response, calendar)
            answer.conventions = Conventions(
                strategy, horizon, isCertified: calendar?.isCertified ?? true, include: include)
        }
        if !withCurve { response.curve = PayoffCurve() }
        response.extensions = answer
    }

    private func curve(
        of request: CalculationRequest, _ range: CurveRange?, _ calendar: HorizonProfile?, _ metrics: StrategyMetrics
    ) throws(CalculationError) -> PayoffCurve {
        var curve = PayoffCurve()
        try CalculationError.translating { () throws(StrategyError) in
            switch (calendar, range?.stockPrices) {
            case (nil, nil): profile.curve(around: request.price, breakEvens: metrics.breakEvens, into: &curve)
            case (nil, let prices?): curve = try profile.curve(at: prices)
            case (let calendar?, nil): curve = try calendar.curve(around: request.currentPrice)
            case (let calendar?, let prices?):
                curve = PayoffCurve(stockPrices: prices, profitLosses: try calendar.profits(at: prices))
            }
        }
        try curve.requireRepresentable()
        return curve
    }

    private func addModelValues(
        _ answer: inout ResponseExtensions, _ strategy: inout TimedStrategy, _ response: CalculationResponse,
        _ calendar: HorizonProfile?
    ) throws(CalculationError) {
        let include = strategy.extensions.include
        if !include.isDisjoint(with: [.greeks, .valueCurves, .scenarios]) {
            let priced = try strategy.priced()
            if include.contains(.greeks) {
                do throws(PricingError) {
                    answer.greeks = try priced.greeks()
                } catch {
                    throw CalculationError(Inclusion.greeks.rawValue, .representable)
                }
            }
            if include.contains(.valueCurves) {
                answer.valueCurves = try strategy.valueCurves(of: priced, along: response.curve)
            }
            if include.contains(.scenarios) { answer.scenarios = try strategy.scenarios(of: priced) }
        }
        if include.contains(.probability) {
            let distribution = try strategy.distribution()
            let profit =
                calendar.map { ProfitDistribution(of: $0, under: distribution) }
                ?? ProfitDistribution(of: profile, under: distribution)
            answer.probability = try strategy.probabilities(of: profit, response.metrics.breakEvenPoints)
        }
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
