extension SmileShape {
    /// Finds the ranges of k in which the smile implies a negative density of the underlying, ascending. A range may start at
    /// −∞ or end at ∞. If there is none, no butterfly has a negative price.
    ///
    /// In terms of the shape's u > 0, which covers every k, w² u² (1 + u²)³ g is a polynomial of degree ten. Its sign is
    /// determined on whole intervals rather than at points: the polynomial in t = u / (1 + u), from 0 to 1, is written in
    /// Bernstein form, whose values lie between the least and the greatest coefficient, and the interval is halved until the
    /// signs of all coefficients agree.
    ///
    /// ## Accuracy
    /// A value within 2⁻⁴⁷ of the sum of the magnitudes of its terms counts as 0. Ends are within 2⁻⁴⁸ in t.
    ///
    /// > Source: Farouki and Rajan, "On the numerical condition of polynomials in Bernstein form", *Comput. Aided Geom. Design*
    /// > 4(3), 1987, doi:10.1016/0167-8396(87)90012-4.
    func negativeDensity() -> [ClosedRange<Double>] {
        var ranges: [ClosedRange<Double>] = []
        Self.collectNegative(bernsteinCoefficients(), 0, 1, &ranges)
        return ranges.map { logMoneyness($0.lowerBound)...logMoneyness($0.upperBound) }
    }

    /// k at t = u / (1 + u).
    private func logMoneyness(_ t: Double) -> Double {
        let stretch = t / (1 - t)
        return self[.shift] + width * (stretch - 1 / stretch) / 2
    }

    private static func collectNegative(
        _ coefficients: [Double], _ start: Double, _ end: Double, _ ranges: inout [ClosedRange<Double>]
    ) {
        if coefficients.allSatisfy({ $0 >= 0 }) { return }
        let middle = (start + end) / 2
        let (left, right) = halves(coefficients)
        if coefficients.allSatisfy({ $0 <= 0 }) || end - start <= 0x1p-48 && left[left.count - 1] < 0 {
            if let last = ranges.last, last.upperBound == start {
                ranges[ranges.count - 1] = last.lowerBound...end
            } else {
                ranges.append(start...end)
            }
        } else if end - start > 0x1p-48 {
            collectNegative(left, start, middle, &ranges)
            collectNegative(right, middle, end, &ranges)
        }
    }

    /// De Casteljau's algorithm: the coefficients over the two halves of the range.
    private static func halves(_ coefficients: [Double]) -> ([Double], [Double]) {
        var values = coefficients
        var left: [Double] = []
        for last in stride(from: values.count - 1, through: 0, by: -1) {
            left.append(values[0])
            for index in 0..<last { values[index] = values[index] / 2 + values[index + 1] / 2 }
        }
        return (left, values)
    }

    /// With w = W/u, k = K/u, w′ = P/Q and w″ = 4 (α₊² + α₋²) u³ / s Q³, where Q = 1 + u²:
    ///
    ///     w² u² Q³ g = W² Q³ − K P W Q² + K² P² Q/4 − P² W u Q/4 − P² W² Q/16 + 2 (α₊² + α₋²) u³ W²/s.
    private func bernsteinCoefficients() -> [Double] {
        let (right, left) = (self[.rightRoot], self[.leftRoot])
        let half = width / 2
        let w = Polynomial([half * left * left, self[.leastVariance] - width * left * right, half * right * right])
        let k = Polynomial([-half, self[.shift], half])
        let p = Polynomial([-leftSlope, 0, rightSlope])
        let q = Polynomial([1, 0, 1])
        let u = Polynomial([0, 1])
        let cubed = Polynomial([0, 0, 0, 2 * (rightSlope + leftSlope) / width])
        var sum = w * w * q * q * q
        sum.subtract(k * p * w * q * q)
        sum.add(k * k * p * p * q, 0.25)
        sum.subtract(p * p * w * u * q, 0.25)
        sum.subtract(p * p * w * w * q, 1.0 / 16)
        sum.add(cubed * w * w)
        var binomial = 1.0
        return (0...10).map { power in
            defer { binomial *= Double(10 - power) / Double(power + 1) }
            return (sum.coefficients[power] + 0x1p-47 * sum.magnitudes[power]) / binomial
        }
    }
}

/// A polynomial, and the sums of the magnitudes of its terms, which bound the rounding errors.
private struct Polynomial {
    var coefficients, magnitudes: [Double]

    init(_ coefficients: [Double]) {
        self.coefficients = coefficients
        magnitudes = coefficients.map { abs($0) }
    }

    static func * (left: Polynomial, right: Polynomial) -> Polynomial {
        var product = Polynomial([Double](repeating: 0, count: left.coefficients.count + right.coefficients.count - 1))
        for i in left.coefficients.indices {
            for j in right.coefficients.indices {
                product.coefficients[i + j] += left.coefficients[i] * right.coefficients[j]
                product.magnitudes[i + j] += left.magnitudes[i] * right.magnitudes[j]
            }
        }
        return product
    }

    mutating func add(_ other: Polynomial, _ factor: Double = 1) {
        for index in other.coefficients.indices {
            coefficients[index] += factor * other.coefficients[index]
            magnitudes[index] += abs(factor) * other.magnitudes[index]
        }
    }

    mutating func subtract(_ other: Polynomial, _ factor: Double = 1) {
        add(other, -factor)
    }
}
