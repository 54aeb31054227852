internal import VectorMath

/// What the price of an option says about volatility.
public enum ImpliedVolatility: Hashable, Sendable {
    /// The volatility at which the model gives the price: a decimal per year.
    case volatility(Double)
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic
    /// The price is above what any volatility gives: the discounted spot of a call, the discounted strike of a put.
    case aboveMaximum
    /// The price carries no information: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable

    /// The same without the volatility.
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
    /// The volatility at which an option is worth `price`.
    ///
    /// ## Domain
    /// `price` ≥ 0 and finite. A price that is not worth between the discounted intrinsic value and the maximum, or so
    /// near to one of them that fewer than seven binary digits of the volatility are determined, has the answer that
    /// says so, which is no error: quotes are like that.
    ///
    /// ## Accuracy
    /// Within 8 · 2⁻⁵³ · max(1, condition number) of the exact inverse of the given doubles, relatively, where the
    /// condition number is price / (vega · volatility); `docs/accuracy.md` has what was measured.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - price: Its present value per share.
    /// - Returns: The volatility, or why there is none.
    /// - Throws: ``PricingError`` where the price is outside its domain.
    ///
    /// > Source: the problem and the measure of accuracy are those of Jäckel, "Let's Be Rational", *Wilmott* 75, 2015,
    /// > doi:10.1002/wilm.10395; the method is that of `docs/kernels.md`.
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
