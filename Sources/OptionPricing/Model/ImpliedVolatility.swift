internal import VectorMath

/// The result of finding an implied volatility.
public enum ImpliedVolatility: Hashable, Sendable {
    /// The volatility at which the model price equals the given price: a decimal per year.
    case volatility(Double)
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic
    /// The price is above the value at any volatility: the discounted spot for a call, the discounted strike for a put.
    case aboveMaximum
    /// The price does not determine the volatility: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable

    /// The status without the volatility.
    public var status: ImpliedVolatilityStatus {
        switch self {
        case .volatility: .ok
        case .belowIntrinsic: .belowIntrinsic
        case .aboveMaximum: .aboveMaximum
        case .notDeterminable: .notDeterminable
        }
    }
}

extension BlackScholesMerton {
    /// Finds the volatility at which an option is worth `price`.
    ///
    /// ## Domain
    /// `price` ≥ 0 and finite. If the price is outside the range from the discounted intrinsic value to the maximum, or so
    /// close to one of them that it determines fewer than seven binary digits of the volatility, the method returns a
    /// status rather than throwing: market quotes contain such prices.
    ///
    /// ## Accuracy
    /// The relative error, compared with the exact inverse for the given doubles, is within
    /// 8 · 2⁻⁵³ · max(1, condition number), where the condition number is price / (vega · volatility).
    /// `docs/accuracy.md` lists the measured errors.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - price: Its present value per share.
    /// - Returns: The volatility, or the reason why none is determined.
    /// - Throws: ``PricingError`` if the price is outside its domain.
    ///
    /// > Source: the problem and the accuracy criterion are those of Jäckel, "Let's Be Rational", *Wilmott* 75, 2015,
    /// > doi:10.1002/wilm.10395; `docs/kernels.md` describes the method.
    public static func impliedVolatility(
        of option: EuropeanOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        try PricingError.requireNonNegative(.price, price)
        let kind: [1 of OptionKind] = [option.kind]
        let prices: [1 of Double] = [price]
        let spot: [1 of Double] = [option.spot]
        let strike: [1 of Double] = [option.strike]
        let time: [1 of Double] = [option.timeToExpiration]
        let rate: [1 of Double] = [option.riskFreeRate]
        let yield: [1 of Double] = [option.dividendYield]
        var volatility: [1 of Double] = [.nan]
        var status: [1 of ImpliedVolatilityStatus] = [.unanswered]
        var volatilities = volatility.mutableSpan
        var statuses = status.mutableSpan
        _ = findImpliedVolatilities(
            kinds: kind.span, prices: prices.span, spots: spot.span, strikes: strike.span, times: time.span,
            rates: rate.span, yields: yield.span, volatilities: &volatilities, statuses: &statuses)
        return switch status[0] {
        case .ok: .volatility(volatility[0])
        case .belowIntrinsic: .belowIntrinsic
        case .aboveMaximum: .aboveMaximum
        case .notDeterminable: .notDeterminable
        case .unanswered: ExactQuote(option, price: price).impliedVolatility()
        }
    }
}
