/// The round numbers of an axis: the multiples of a step of 1, 2 or 5 times a power of ten that lie in a range.
struct AxisTicks: Hashable {
    /// Ascending.
    let values: [Double]
    /// The numbers as text, without binary noise.
    let labels: [String]
    /// The distance between neighbours.
    let step: Double

    /// Chooses the smallest step with which there are at most `count` ticks.
    ///
    /// - Precondition: `count` is from 2 to 20.
    init(_ range: AxisRange, atMost count: Int) {
        precondition((2...20).contains(count), "an axis has 2 to 20 ticks")
        let half = max(range.upper / 2 - range.lower / 2, .leastNonzeroMagnitude)
        // A step of less than a hundredth of the range, to begin with; the smallest double is 5 × 10⁻³²⁴.
        let estimate = Int((Double(half.exponent) * 0.30102999566398120).rounded(.down)) - 2
        var candidate = 3 * max(estimate, -323)
        while true {
            let step = RoundStep(candidate)
            if let multiples = step.multiples(in: range, atMost: count) {
                let shown = multiples.filter { range.contains(step.value(times: $0)) }
                values = shown.map { step.value(times: $0) }
                labels = NumberText.axisLabels(of: shown.map { $0 * step.significand }, exponent: step.exponent)
                self.step = step.value(times: 1)
                return
            }
            candidate += 1
        }
    }
}

/// 1, 2 or 5 times a power of ten.
private struct RoundStep {
    let significand: Int
    let exponent: Int

    /// The steps in ascending order; number 0 is 1.
    init(_ number: Int) {
        let place = ((number % 3) + 3) % 3
        significand = [1, 2, 5][place]
        exponent = (number - place) / 3
    }

    /// The double nearest to the multiple; infinite beyond the range of doubles.
    func value(times multiple: Int) -> Double {
        Double("\(multiple * significand)e\(exponent)") ?? .infinity
    }

    /// The multiples that lie in `range`, and perhaps one beyond each end, which rounding cannot tell apart; `nil` if there
    /// are more than `count`, or if doubles cannot tell them apart.
    func multiples(in range: AxisRange, atMost count: Int) -> ClosedRange<Int>? {
        let step = value(times: 1)
        // Neighbours must be different doubles.
        guard step >= max(range.lower.magnitude, range.upper.magnitude).ulp else { return nil }
        let first = (range.lower / step - 1e-9).rounded(.up)
        let last = (range.upper / step + 1e-9).rounded(.down)
        // The step is at least 2⁻⁵³ of the ends, so the integers do not overflow.
        guard last - first < Double(count) else { return nil }
        return Int(first)...max(Int(first), Int(last))
    }
}
