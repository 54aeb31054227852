/// The range of numbers that an axis shows. It has a positive length, and its ends are finite.
struct AxisRange: Hashable {
    let lower, upper: Double

    /// - Precondition: `lower < upper`, both finite.
    init(lower: Double, upper: Double) {
        precondition(lower < upper && lower.isFinite && upper.isFinite, "an axis has a positive, finite length")
        self.lower = lower
        self.upper = upper
    }

    /// The range of finite `values`. If they are all equal, the range extends from 0 to twice the value; if they are 0, or
    /// if there are none, from −1 to 1.
    init(including values: [Double]) {
        let (lower, upper) = (values.min() ?? 0, values.max() ?? 0)
        if lower < upper {
            self.init(lower: lower, upper: upper)
        } else if lower == 0 {
            self.init(lower: -1, upper: 1)
        } else {
            let double = Self.finite(2 * lower)
            self.init(lower: min(double, 0), upper: max(double, 0))
        }
    }

    /// Adds `share` of the length on each side, as far as the numbers stay finite.
    func widened(by share: Double) -> AxisRange {
        let margin = (upper / 2 - lower / 2) * (2 * share)
        return AxisRange(lower: Self.finite(lower - margin), upper: Self.finite(upper + margin))
    }

    func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

    /// The place of `value` between the ends: 0 at the lower one, 1 at the upper one and never beyond.
    func fraction(of value: Double) -> Double {
        let length = upper - lower
        // Halving first keeps the difference of two finite numbers finite.
        let fraction =
            length.isFinite ? (value - lower) / length : (value / 2 - lower / 2) / (upper / 2 - lower / 2)
        return min(max(fraction, 0), 1)
    }

    private static func finite(_ value: Double) -> Double {
        min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
}
