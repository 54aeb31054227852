internal import _OptionsMath

/// The inverse of a convolution with a normal density, for values on evenly spaced points.
///
/// For values f(jh) of a density whose spectrum ends below 2/h, the filter finds weights w with
/// f(x) = Σ wᵢ φ((x − ih)/k)/k, k the deviation of the normal density. With κ = k/h, it multiplies the spectrum by
/// e^(κ²θ²/2) up to the angle θ = 2, and by a smooth step to 0 around it, where the values have rounding errors only. It
/// magnifies rounding errors by at most e^(κ² 2²/2) = 90, and errors are absolute: small values next to great ones lose
/// relative precision.
///
/// A density that is a mixture of normal ones at least s wide has the spectrum e^(−s²ω²/2), which at 2/h = 12/s is 10⁻³¹.
enum InverseGaussianFilter {
    /// The number of coefficients on each side of the middle; the others are below 10⁻¹⁶.
    static let reach = 80

    /// κ = 1.5.
    private static let spacingsPerKernel = 1.5

    /// k for a density at least `scale` wide. ln(e^y + a), which has singularities at |Im y| = π, counts as 0.9 wide.
    static func kernel(scale: Double) -> Double { min(scale, 0.9) / 4 }

    /// h for k.
    static func spacing(kernel: Double) -> Double { kernel / spacingsPerKernel }

    /// The coefficients at distances 0, 1, ….
    ///
    /// The spectrum is c e^(aθ²) between −2 and 2, convolved with a normal density of the variance v: for
    /// a = (κ²/2)/(1 + κ²v) and c = (1 − 2av)^½, that is e^(κ²θ²/2) where the ends are far away. The coefficients then have
    /// the factor e^(−vj²/2), and so have their rounding errors, which prices at great distances would magnify.
    private static let coefficients: [Double] = {
        let variance = 0.0136
        let square = spacingsPerKernel * spacingsPerKernel
        let growth = square / 2 / (1 + square * variance)
        let scale = (1 - 2 * growth * variance).squareRoot() / Double.pi
        return (0...reach).map { place in
            let integral = GaussLegendre.integral(from: 0, to: 2, panelWidth: 0.1) { angle in
                exp(growth * angle * angle) * cos(Double(place) * angle)
            }
            return scale * exp(-variance * Double(place * place) / 2) * integral
        }
    }()

    /// Returns the weights for some values; the values beyond count as 0.
    static func filtered(_ values: [Double]) -> [Double] {
        let coefficients = coefficients.span
        let padding = [Double](repeating: 0, count: reach)
        let padded = padding + values + padding
        let inputs = padded.span
        return values.indices.map { index in
            let middle = index + reach
            var sum = coefficients[0] * inputs[middle]
            for place in 1...reach { sum += coefficients[place] * (inputs[middle - place] + inputs[middle + place]) }
            return sum
        }
    }
}
