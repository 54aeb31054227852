/// Roots of continuous functions of one variable, enclosed to the precision of a double.
enum Bracketing {
    /// Finds a root between two points, to a rounding error of the greater of them. `function` must be positive at exactly
    /// one of the points.
    ///
    /// > Source: Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function
    /// > without using derivatives", *Adv. Eng. Softw.* 28(3), 1997, doi:10.1016/S0965-9978(96)00051-8.
    static func root<Failure: Error>(
        between first: Double, and second: Double, _ function: (Double) throws(Failure) -> Double
    ) throws(Failure) -> Double {
        // Subnormal numbers have no smaller rounding error than the least of them.
        let tolerance = max(max(first.magnitude, second.magnitude) * 0x1p-53, .leastNonzeroMagnitude)
        // The root lies between `newest` and `opposite`; `third` is the previous point.
        var (newest, opposite) = (second, first)
        var oppositeValue = try function(first)
        var value = try function(second)
        var step = 0.5
        while value != 0, (opposite - newest).magnitude > 2 * tolerance {
            let least = tolerance / (opposite - newest).magnitude
            let point = newest + min(max(step, least), 1 - least) * (opposite - newest)
            let pointValue = try function(point)
            let (third, thirdValue): (Double, Double)
            if (pointValue > 0) == (value > 0) {
                (third, thirdValue) = (newest, value)
            } else {
                (third, thirdValue) = (opposite, oppositeValue)
                (opposite, oppositeValue) = (newest, value)
            }
            (newest, value) = (point, pointValue)

            // Inverse quadratic interpolation where it stays inside the bracket, otherwise bisection.
            let place = (newest - opposite) / (third - opposite)
            let height = (value - oppositeValue) / (thirdValue - oppositeValue)
            if 1 - (1 - place).squareRoot() < height, height < place.squareRoot() {
                step =
                    value / (oppositeValue - value) * thirdValue / (oppositeValue - thirdValue)
                    + (third - newest) / (opposite - newest) * value / (thirdValue - value) * oppositeValue
                    / (thirdValue - oppositeValue)
            } else {
                step = 0.5
            }
        }
        return value.magnitude <= oppositeValue.magnitude ? newest : opposite
    }
}
