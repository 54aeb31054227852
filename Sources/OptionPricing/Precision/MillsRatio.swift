internal import _OptionsMath

/// The Mills ratio of the normal distribution, m(z) = N(−z)/φ(z), for arguments outside the range of the kernels.
package enum MillsRatio {
    /// m(z) for z ≥ 0: by the complementary error function below 5, and by Laplace's continued fraction
    /// 1/(z + 1/(z + 2/(z + 3/(z + …)))) above.
    package static func value(_ z: Double) -> Double {
        if z < 5 { return erfc(z / 2.0.squareRoot()) * exp(z * z / 2) * (Double.pi / 2).squareRoot() }
        var denominator = z
        for term in stride(from: 80.0, through: 1, by: -1) { denominator = z + term / denominator }
        return 1 / denominator
    }

    /// m(y₁) − m(y₂) for y₁ ≥ 36 and y₂ = y₁ + `width`, without cancellation, from m(y) = 1/y − 1/y³ + 3/y⁵ − …. Every
    /// 1/y₁ⁿ − 1/y₂ⁿ has the factor 1/y₁ − 1/y₂ = width / (y₁ y₂).
    static func difference(_ y1: Double, _ y2: Double, width: Double) -> Double {
        let (u, v) = (1 / y1, 1 / y2)
        let (u2, v2) = (u * u, v * v)
        let third = u2 + u * v + v2
        let fifth = u2 * u2 + u * v * third + v2 * v2
        let seventh = u2 * u2 * u2 + u * v * fifth + v2 * v2 * v2
        let ninth = u2 * u2 * u2 * u2 + u * v * seventh + v2 * v2 * v2 * v2
        let eleventh = u2 * u2 * u2 * u2 * u2 + u * v * ninth + v2 * v2 * v2 * v2 * v2
        return width * u * v * (1 - third + 3 * fifth - 15 * seventh + 105 * ninth - 945 * eleventh)
    }
}
