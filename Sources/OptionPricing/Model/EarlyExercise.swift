/// The value of the right to exercise an American option before its expiration, and the prices at which exercise now is optimal.
///
/// ## Units
/// Per share, in the currency of the underlying.
public struct EarlyExercise: Hashable, Sendable {
    /// The value of the option above that of the European option with the same terms; 0 or greater.
    public let premium: Double
    /// Whether exercise now is optimal. The option is then worth its payoff.
    public let isOptimalNow: Bool
    /// The price of the underlying next to the strike at which exercise now is optimal: a put is exercised at it and at lower prices, a
    /// call at it and at higher ones. `nil` if exercise now is optimal at no price.
    public let boundary: Double?
    /// The other end of the prices at which exercise now is optimal; `nil` if these have one end. It exists for some negative rates.
    public let secondBoundary: Double?
    /// For each dividend that counts, by time, the lowest price just before its ex-date at which a call is exercised; `nil` without one, and
    /// for a put.
    public let exDateBoundaries: [ExDateBoundary]
}

/// The price of the underlying from which on a call is exercised just before an ex-date.
public struct ExDateBoundary: Hashable, Sendable {
    /// The dividend.
    public let dividend: DiscreteDividend
    /// The lowest price, per share; `nil` if no price is high enough.
    public let price: Double?
}

extension ModelledOption {
    /// Computes what the right to exercise early is worth, and where exercise now is optimal.
    ///
    /// - Parameter volatility: The volatility, in the domain of ``price(volatility:)``.
    /// - Returns: The early exercise; `nil` if the option is European.
    /// - Throws: ``PricingError``, under the same conditions as ``price(volatility:)``.
    public func earlyExercise(volatility: Double) throws(PricingError) -> EarlyExercise? {
        guard terms.exercise == .american else { return nil }
        return try values(.price, volatility: volatility).earlyExercise
    }

    /// Computes the values of a selection, and the early exercise of an American option. Values beyond the selection are NaN.
    package func values(
        _ selection: GreekSelection, volatility: Double
    ) throws(PricingError) -> (greeks: Greeks, higherGreeks: HigherGreeks, earlyExercise: EarlyExercise?) {
        let method = try method()
        var result = OptionResult()
        if terms.exercise == .american, market.hasDividends(until: timeToExpiration) {
            try method.evaluateOne(selection, self, volatility, into: &result)
            let exercise = try earlyExerciseWithDividends(result[.price], volatility)
            return (Greeks(result), HigherGreeks(result), exercise)
        }
        guard terms.exercise == .american, !AmericanExercise.isEuropean(self) else {
            try method.evaluateOne(selection, self, volatility, into: &result)
            let isExpired = timeToExpiration == 0
            let exercise = EarlyExercise(
                premium: 0, isOptimalNow: isExpired && sign * (spot - strike) > 0, boundary: isExpired ? strike : nil,
                secondBoundary: nil, exDateBoundaries: [])
            return (Greeks(result), HigherGreeks(result), terms.exercise == .american ? exercise : nil)
        }
        let values = try AmericanExercise.values(of: self, volatility)
        try AmericanExercise.fill(&result, selection, values, self, volatility)
        var european = OptionResult()
        european[.price] = values.european
        if values.european.isNaN {
            try BlackScholesMerton.evaluateOne(.price, self, volatility, into: &european)
        }
        let exercise = EarlyExercise(
            premium: max(values.greeks.price - european[.price], 0),
            isOptimalNow: values.isExercised && sign * (spot - strike) > 0,
            boundary: values.boundary.isNaN ? nil : values.boundary,
            secondBoundary: values.secondBoundary.isNaN ? nil : values.secondBoundary, exDateBoundaries: [])
        return (Greeks(result), HigherGreeks(result), exercise)
    }

    private func earlyExerciseWithDividends(
        _ price: Double, _ volatility: Double
    ) throws(PricingError) -> EarlyExercise {
        var european = OptionResult()
        try EuropeanWithDividends.evaluateOne(.price, self, volatility, into: &european)
        let payoff = sign * (spot - strike)
        let dividends = market.dividends
        var boundary = timeToExpiration == 0 ? strike : Double.nan
        var beforeExDates = [Double](repeating: .nan, count: dividends.count)
        if timeToExpiration > 0, volatility > 0 {
            let boundaries = DividendBoundaries(self, volatility)
            (boundary, beforeExDates) = (boundaries.now, boundaries.beforeExDates)
        }
        return EarlyExercise(
            premium: max(price - european[.price], 0),
            isOptimalNow: payoff > 0 && price == payoff,
            boundary: boundary.isNaN ? nil : boundary, secondBoundary: nil,
            exDateBoundaries: zip(dividends, beforeExDates).compactMap { dividend, price in
                guard dividend.counts(until: timeToExpiration) else { return nil }
                return ExDateBoundary(dividend: dividend, price: price.isNaN ? nil : price)
            })
    }
}
