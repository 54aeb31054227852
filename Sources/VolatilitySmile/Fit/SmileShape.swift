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

    /// u and 1/u at eight points, where u = y + √(1 + y²).
    struct Stretch {
        fileprivate(set) var right, left: SIMD8<Double>
    }

    /// With the lesser of u and 1/u, l = 1 / (√(1 + y²) + |y|), u = l + (|y| + y) and 1/u = l + (|y| − y), which do not
    /// cancel.
    func stretch(_ logMoneyness: SIMD8<Double>) -> Stretch {
        let y = (logMoneyness - self[.shift]) / width
        var magnitude = y
        for lane in y.indices { magnitude[lane] = abs(y[lane]) }
        let least = 1 / ((1 + y * y).squareRoot() + magnitude)
        return Stretch(right: least + (magnitude + y), left: least + (magnitude - y))
    }

    /// The total variance at eight points.
    func variance(_ stretch: Stretch) -> SIMD8<Double> {
        let distance = self[.rightRoot] * stretch.right - self[.leftRoot]
        return self[.leastVariance] + width / 2 * (distance * distance * stretch.left)
    }

    /// The derivatives of ``variance(_:)`` with respect to the parameters.
    func varianceGradient(_ logMoneyness: SIMD8<Double>, _ stretch: Stretch) -> [5 of SIMD8<Double>] {
        let (right, left) = (self[.rightRoot] * stretch.right, self[.leftRoot] * stretch.left)
        let slope = (self[.rightRoot] * right - self[.leftRoot] * left) / (stretch.right + stretch.left)
        let distance = right - self[.leftRoot]
        return [
            .one, width * distance, width * (left - self[.rightRoot]), -slope,
            width / 2 * (distance * distance * stretch.left) - (logMoneyness - self[.shift]) * slope,
        ]
    }

    /// The total variance at a log-moneyness.
    func variance(_ logMoneyness: Double) -> Double {
        variance(stretch(SIMD8(repeating: logMoneyness)))[0]
    }

    /// The derivatives of the total variance at a log-moneyness.
    func varianceGradient(_ logMoneyness: Double) -> [5 of Double] {
        let point = SIMD8(repeating: logMoneyness)
        let gradient = varianceGradient(point, stretch(point))
        return .init { gradient[$0][0] }
    }

    /// u at a log-moneyness.
    func stretch(_ logMoneyness: Double) -> Double {
        stretch(SIMD8(repeating: logMoneyness)).right[0]
    }

    /// The parameters of the public raw form.
    var raw: RawSVI {
        let slope = (rightSlope + leftSlope) / 2
        return RawSVI(
            level: self[.leastVariance] - width * self[.rightRoot] * self[.leftRoot], slope: slope,
            correlation: slope > 0 ? (rightSlope - leftSlope) / (2 * slope) : 0, shift: self[.shift], width: width)
    }
}

extension SIMD8<Double> {
    /// The sum of the lanes, in pairs, which takes less time than ``sum()``, from left to right.
    var total: Double {
        let four = lowHalf + highHalf
        let two = four.lowHalf + four.highHalf
        return two.x + two.y
    }
}
