extension Sequence<Double> {
    /// Returns the correctly rounded sum; infinite or NaN if the plain sum is.
    ///
    /// > Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", *Discrete
    /// > Comput. Geom.* 18, 1997, doi:10.1007/PL00009321; the last two parts are rounded as in Python's `fsum`.
    package func correctlyRoundedSum() -> Double {
        // The exact sum so far: parts of ascending magnitude whose digits do not overlap.
        var parts: [Double] = []
        var plainSum = 0.0
        for number in self {
            plainSum += number
            var sum = number
            var count = 0
            for part in parts {
                let (greater, lesser) = sum.magnitude < part.magnitude ? (part, sum) : (sum, part)
                sum = greater + lesser
                let rest = lesser - (sum - greater)
                if rest != 0 {
                    parts[count] = rest
                    count += 1
                }
            }
            parts.removeSubrange(count...)
            parts.append(sum)
        }
        guard plainSum.isFinite, var sum = parts.popLast() else { return plainSum }
        while let part = parts.popLast() {
            let head = sum
            sum = head + part
            let rest = part - (sum - head)
            if rest == 0 { continue }
            // A remainder of exactly half a unit was rounded to even; the next part may require rounding away.
            if let next = parts.last, (next > 0) == (rest > 0) {
                let rounded = sum + 2 * rest
                if rounded - sum == 2 * rest { sum = rounded }
            }
            break
        }
        return sum + 0
    }
}
