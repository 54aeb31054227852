package import OptionPricing

extension EuropeanOption {
    /// Returns the implied volatility of a price, with all numbers taken as the decimals that were written. Without
    /// discounting, a price equal to the intrinsic value in decimal has no time value. As doubles, the two may differ
    /// by their rounding errors, which would imply a volatility.
    package func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        let implied = try BlackScholesMerton.impliedVolatility(of: self, price: price)
        let (greater, lesser) = kind == .call ? (spot, strike) : (strike, spot)
        guard case .volatility = implied, riskFreeRate * timeToExpiration == 0, dividendYield * timeToExpiration == 0,
            (greater - lesser - price).magnitude <= 0x1p-51 * greater, DecimalNumber.isSum(greater, of: lesser, price)
        else { return implied }
        return .notDeterminable
    }
}

extension NormalOption {
    /// Returns the implied volatility of a price, with all numbers taken as the decimals that were written.
    package func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        let implied = try Bachelier.impliedVolatility(of: self, price: price)
        let (underlying, yield) =
            switch underlying {
            case .spot(let spot, let yield): (spot, yield)
            case .forward(let forward): (forward, riskFreeRate)
            }
        let (greater, lesser) = kind == .call ? (underlying, strike) : (strike, underlying)
        guard case .volatility = implied, riskFreeRate * timeToExpiration == 0, yield * timeToExpiration == 0,
            (greater - lesser - price).magnitude <= 0x1p-51 * max(greater.magnitude, lesser.magnitude),
            Self.isSum(greater, of: lesser, price)
        else { return implied }
        return .notDeterminable
    }

    /// Whether `sum` = `first` + `second` in decimal, with `second` ≥ 0.
    private static func isSum(_ sum: Double, of first: Double, _ second: Double) -> Bool {
        if first >= 0 { return DecimalNumber.isSum(sum, of: first, second) }
        if sum >= 0 { return DecimalNumber.isSum(second, of: sum, -first) }
        return DecimalNumber.isSum(-first, of: -sum, second)
    }
}

extension ModelledOption {
    /// Returns the implied volatility of a price, with all numbers taken as the decimals that were written.
    package func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        switch self {
        case .blackScholesMerton(let option): try option.impliedVolatility(writtenPrice: price)
        case .black76(let option): try option.onSpot.impliedVolatility(writtenPrice: price)
        case .bachelier(let option): try option.impliedVolatility(writtenPrice: price)
        }
    }
}
