/// The error of one implied volatility.
struct VolatilityError {
    /// As a part of what is allowed: 8 · 2⁻⁵³ · max(1, condition), or the volatility of a price that is 8 · 2⁻⁵³ of the
    /// price away, where the condition is so large that the first says nothing, or the engine found no volatility. It may
    /// find none where the price determines fewer than seven binary digits.
    let share: Double
    /// Relative to the exact volatility.
    let relative: Double

    init(_ result: Double, of option: OptionInput, price: Double, exact: Reference.Volatility) {
        let tolerance = 8 * 0x1p-53
        relative = result.isNaN ? 0 : abs((result - exact.value) - exact.rest) / exact.value
        let forward = result.isNaN ? .infinity : relative / (tolerance * max(1, exact.condition))
        if result.isNaN, exact.condition > 0x1p46 {
            share = 0
        } else if forward <= 1 {
            share = forward
        } else {
            let backward = Reference.priceError(option, price: price, volatility: result) / tolerance
            share = forward.isNaN ? backward : min(forward, backward)
        }
    }
}
