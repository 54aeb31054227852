extension Sequence<Double> {
    /// Computes the correctly rounded sum; infinite or NaN where the plain sum is.
    ///
    /// > Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", *Discrete
    /// > Comput. Geom.* 18, 1997, doi:10.1007/PL00009321; the rounding of the last two parts is that of Python's `fsum`.
    @inlinable
    package func correctlyRoundedSum() -> Double {
        // The exact sum so far: parts of rising magnitude whose digits do not overlap.
        var parts: [Double] = []
        parts.reserveCapacity(8)
        var plainSum = 0.0
        for number in self {
            plainSum += number
            var sum = number
            var count = 0
            for index in parts.indices {
                let part = parts[index]
                let (greater, lesser) = sum.magnitude < part.magnitude ? (part, sum) : (sum, part)
                sum = greater + lesser
                let rest = lesser - (sum - greater)
                if rest != 0 {
                    parts[count] = rest
                    count += 1
                }
            }
            parts.removeLast(parts.count - count)
            parts.append(sum)
        }
        guard plainSum.isFinite, var sum = parts.popLast() else { return plainSum }
        while let part = parts.popLast() {
            let head = sum
            sum = head + part
            let rest = part - (sum - head)
            if rest == 0 { continue }
            // A rest of half a unit was rounded to even. A further part of the same sign rounds it away instead.
            if let next = parts.last, (next > 0) == (rest > 0) {
                let rounded = sum + 2 * rest
                if rounded - sum == 2 * rest { sum = rounded }
            }
            break
        }
        return sum + 0
    }
}
