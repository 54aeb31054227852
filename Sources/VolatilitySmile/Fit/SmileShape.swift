internal import _OptionsMath

/// A smile in the raw form, with parameters whose domain is a box:
///
///     w(k) = v + (s/2) (α₊ √u − α₋ / √u)²,   u = y + √(1 + y²),   y = (k − m) / s
///
/// where v is the minimum of the variance and α₊², α₋² are the slopes of the right and left wing. The smiles with v ≥ 0 are
/// exactly the raw smiles without negative variance: b = (α₊² + α₋²)/2, ρ = (α₊² − α₋²)/2b and a = v − s α₊ α₋. The form
/// does not cancel.
struct SmileShape: Equatable {
    /// The order of ``values`` and of the columns of derivatives.
    enum Parameter: Int {
        case leastVariance, rightRoot, leftRoot, shift, logWidth
    }

    /// The parameters v, α₊, α₋, m and ln s.
    var values: [5 of Double] {
        didSet { width = exp(self[.logWidth]) }
    }
    /// s.
    private(set) var width: Double

    init(leastVariance: Double, rightRoot: Double = 0, leftRoot: Double = 0, shift: Double = 0, logWidth: Double = 0) {
        values = [leastVariance, rightRoot, leftRoot, shift, logWidth]
        width = exp(logWidth)
    }

    subscript(parameter: Parameter) -> Double {
        get { values[parameter.rawValue] }
        set { values[parameter.rawValue] = newValue }
    }

    static func == (left: SmileShape, right: SmileShape) -> Bool {
        left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
    }

    var rightSlope: Double { self[.rightRoot] * self[.rightRoot] }
    var leftSlope: Double { self[.leftRoot] * self[.leftRoot] }

    /// The total variance at a log-moneyness.
    func variance(_ logMoneyness: Double) -> Double {
        variance(stretch: stretch(logMoneyness))
    }

    /// The total variance at u = `stretch`.
    func variance(stretch: Double) -> Double {
        let root = stretch.squareRoot()
        let distance = self[.rightRoot] * root - self[.leftRoot] / root
        return self[.leastVariance] + width / 2 * distance * distance
    }

    /// The derivatives of ``variance(_:)`` with respect to the parameters.
    func varianceGradient(_ logMoneyness: Double) -> [5 of Double] {
        let offset = logMoneyness - self[.shift]
        let stretch = stretch(logMoneyness)
        let root = stretch.squareRoot()
        let distance = self[.rightRoot] * root - self[.leftRoot] / root
        let slope = (rightSlope * stretch - leftSlope / stretch) / (stretch + 1 / stretch)
        return [
            1, width * distance * root, -width * distance / root, -slope,
            width / 2 * distance * distance - offset * slope,
        ]
    }

    /// u = y + √(1 + y²), the exponential of the inverse hyperbolic sine of y, without cancellation.
    func stretch(_ logMoneyness: Double) -> Double {
        let y = (logMoneyness - self[.shift]) / width
        let hypotenuse = (1 + y * y).squareRoot()
        return y < 0 ? 1 / (hypotenuse - y) : hypotenuse + y
    }

    /// The parameters of the public raw form.
    var raw: RawSVI {
        let slope = (rightSlope + leftSlope) / 2
        return RawSVI(
            level: self[.leastVariance] - width * self[.rightRoot] * self[.leftRoot], slope: slope,
            correlation: slope > 0 ? (rightSlope - leftSlope) / (2 * slope) : 0, shift: self[.shift], width: width)
    }
}
