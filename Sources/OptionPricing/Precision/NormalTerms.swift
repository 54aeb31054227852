/// The terms of the normal model, in numbers that cannot overflow.
///
///     A = e^(−qT) S,   B = e^(−rT) K,   m = A − B,   s = e^(−rT) σ √T,   d = m / s
///
/// For an option on a forward F, A is e^(−rT) F, so that q stands for r.
struct NormalTerms {
    let option: ModelledOption
    /// 1 for a call, −1 for a put.
    let sign: Double
    let dividendYield: Double
    let yieldDiscount: Wide
    let rateDiscount: Wide
    /// A.
    let forward: Wide
    /// B.
    let strike: Wide
    /// m in units of 2^`unit`: exact before discounting if both prices have one discount factor, and otherwise with an error
    /// below 2⁻⁹⁵ of either price.
    let excess: DoubleDouble
    let unit: Int

    init(_ option: ModelledOption) {
        self.option = option
        sign = option.sign
        let price = option.spot
        dividendYield = option.dividendYield
        let time = option.timeToExpiration
        let yieldFactor = DoubleDouble.exponential(-DoubleDouble.growth(rate: dividendYield, time: time))
        let rateFactor = DoubleDouble.exponential(-DoubleDouble.growth(rate: option.riskFreeRate, time: time))
        yieldDiscount = Wide(yieldFactor.significand.high, power: yieldFactor.exponent)
        rateDiscount = Wide(rateFactor.significand.high, power: rateFactor.exponent)
        forward = yieldDiscount * price
        strike = rateDiscount * option.strike

        // The exponents of the prices, and of the products.
        let (priceExponent, strikeExponent) = (Self.exponent(price), Self.exponent(option.strike))
        if dividendYield == option.riskFreeRate {
            let largest = max(priceExponent, strikeExponent)
            let difference =
                DoubleDouble(price.scaled(by: -largest)) - DoubleDouble(option.strike.scaled(by: -largest))
            excess = difference * rateFactor.significand
            unit = largest + rateFactor.exponent
        } else {
            unit = max(priceExponent + yieldFactor.exponent, strikeExponent + rateFactor.exponent)
            let left = DoubleDouble(price.scaled(by: -priceExponent)) * yieldFactor.significand
            let right = DoubleDouble(option.strike.scaled(by: -strikeExponent)) * rateFactor.significand
            excess =
                left.scaled(by: priceExponent + yieldFactor.exponent - unit)
                - right.scaled(by: strikeExponent + rateFactor.exponent - unit)
        }
    }

    /// The exponent of a price; far below all others for 0.
    private static func exponent(_ price: Double) -> Int { price == 0 ? -4000 : Int(price.exponent) }

    /// m.
    var wideExcess: Wide { Wide(excess.high, power: unit) }
}

/// The loss function of the normal distribution: E[max(X − z, 0)] = φ(z) L(z) for a standard normal X, with
/// L(z) = 1 − z m(z), where m is the Mills ratio.
enum NormalLoss {
    /// L(z) for z ≥ 0. From 1.5 on, 1 − z m(z) loses digits, and L is t / (z + t) with t from Laplace's continued fraction
    /// m(z) = 1/(z + t), t = 1/(z + 2/(z + 3/(z + …))). The fraction converges slowly for small z: at 1.5, the error of 80
    /// terms is 9·10⁻¹¹, that of 240 terms 3·10⁻¹⁹.
    static func ratio(_ z: Double) -> Double {
        if z < 1.5 { return 1 - z * MillsRatio.value(z) }
        if z > 1e8 { return 1 / z / z }
        var denominator = z
        let terms = z < 2.5 ? 240.0 : 80
        for term in stride(from: terms, through: 2, by: -1) { denominator = z + term / denominator }
        return 1 / (z * denominator + 1)
    }
}
