extension Sequence<Double> {
    /// The sum, correctly rounded; infinite or NaN where the plain sum is.
    ///
    /// > Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", *Discrete
    /// > Comput. Geom.* 18, 1997, doi:10.1007/PL00009321; the rounding of the last two parts is that of Python's `fsum`.
    package func correctlyRoundedSum() -> Double {
        // What was added so far, exactly: parts of rising magnitude whose digits do not overlap.
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
            // A rest of half a unit went to even; what is left beyond it may say otherwise.
            if let next = parts.last, (next > 0) == (rest > 0) {
                let rounded = sum + 2 * rest
                if rounded - sum == 2 * rest { sum = rounded }
            }
            break
        }
        return sum + 0
    }
}
