internal import OptionKernels
internal import _OptionsMath

/// The inversion of the normal model.
///
/// The value of the out-of-the-money option of the put–call pair is w = |m| φ(z) L(z) / z with z = |m| / s, in the terms of
/// ``NormalTerms`` and ``NormalLoss``. With x = −z this is Jäckel's Φ̃(x) = N(x) + φ(x)/x = −w / |m|, which two rational
/// functions invert to 5 digits, and one step of third order to the last digit.
struct NormalQuote {
    private let terms: NormalTerms
    private let price: Double

    init(_ option: ModelledOption, price: Double) {
        terms = NormalTerms(option)
        self.price = price
    }

    func impliedVolatility() -> ImpliedVolatility {
        let distance = Wide(terms.excess.high.magnitude, power: terms.unit)
        let isInTheMoney = (terms.excess.high > 0) == (terms.option.kind == .call) && !distance.isZero
        var value = Wide(price)
        if isInTheMoney {
            // The price may contain the rounding of the intrinsic value.
            let scaledPrice = price.scaled(by: -terms.unit)
            let intrinsic = terms.excess.high > 0 ? terms.excess : -terms.excess
            if scaledPrice.isFinite {
                let timeValue = (DoubleDouble(scaledPrice) - intrinsic).high
                let rounding = max(terms.forward.magnitude(in: terms.unit), terms.strike.magnitude(in: terms.unit))
                if timeValue < -rounding * 0x1p-52 { return .belowIntrinsic }
                value = Wide(timeValue, power: terms.unit)
            }
        }
        let time = terms.option.timeToExpiration
        guard value.isPositive, time > 0 else { return .notDeterminable }
        let (z, deviation) = Self.deviation(value, distance)
        let density = Wide.normalDensity(z)
        guard (Wide(price) / (deviation * density)).double <= 0x1p46 else { return .notDeterminable }
        let volatility = (deviation / terms.rateDiscount / Wide(time.squareRoot())).double
        return volatility.isFinite && volatility > 0 ? .volatility(volatility) : .notDeterminable
    }

    /// Returns z and s from w and |m|.
    private static func deviation(_ value: Wide, _ distance: Wide) -> (z: Double, deviation: Wide) {
        let rootOfTwoPi = 2.5066282746310005
        if distance.isZero { return (0, value * rootOfTwoPi) }
        let ratio = value / distance
        if ratio.exponent > 60 {
            // Close to the money w = s / √(2π) − |m| / 2, up to terms of the order of z².
            let deviation = (value + distance * 0.5) * rootOfTwoPi
            return ((distance / deviation).double, deviation)
        }
        let z = ratio.exponent < -960 ? farRoot(ratio) : nearRoot(ratio.double)
        return (z, distance / Wide(z))
    }

    /// Inverts w / |m| = φ(z) L(z) / z, for ratios from 2⁻⁹⁶⁰ to 2⁶⁰.
    private static func nearRoot(_ ratio: Double) -> Double {
        let x = -estimate(ratio)
        let density = exp(-x * x / 2) * 0.3989422804014327
        let q = NormalLoss.ratio(-x) / x + ratio / density
        let numerator = 3 * q * x * x * (2 - q * x * (2 + x * x))
        let denominator = 6 + q * x * (-12 + x * (6 * q + x * (-6 + q * x * (3 + x * x))))
        return -(x + numerator / denominator)
    }

    /// Jäckel's rational approximations, with relative errors below 4·10⁻⁵. The first one ends at z = 9/4.
    private static func estimate(_ ratio: Double) -> Double {
        if ratio > 0.001882039271 {
            let g = 1 / (-ratio - 0.5)
            let g2 = g * g
            let numerator =
                0.032114372355
                - g2 * (0.016969777977 - g2 * (2.6207332461e-3 - 9.6066952861e-5 * g2))
            let denominator = 1 - g2 * (0.6635646938 - g2 * (0.14528712196 - 0.010472855461 * g2))
            return -g * (0.3989422804014327 + numerator / denominator * g2)
        }
        let h = (-log(ratio)).squareRoot()
        let numerator = 9.4883409779 - h * (9.6320903635 - h * (0.58556997323 + 2.1464093351 * h))
        let denominator = 1 - h * (0.65174820867 + h * (1.5120247828 + 6.6437847132e-5 * h))
        return -numerator / denominator
    }

    /// The same for smaller ratios, in logarithms: Newton's iteration with d ln(φ L / z) / dz = −1 / (z L).
    private static func farRoot(_ ratio: Wide) -> Double {
        let logarithm = log(ratio.significand) + Double(ratio.exponent) * log(2)
        var z = (-2 * logarithm).squareRoot()
        for _ in 0..<12 {
            let loss = NormalLoss.ratio(z)
            let rest = -z * z / 2 - log(2 * Double.pi) / 2 + log(loss / z) - logarithm
            z += rest * z * loss
        }
        return z
    }
}

extension Wide {
    /// The magnitude in units of 2^unit; 0 or infinite if it is outside the range of doubles.
    fileprivate func magnitude(in unit: Int) -> Double { significand.magnitude.scaled(by: exponent - unit) }
}
