internal import OptionPricing
internal import _OptionsMath

/// The spot prices and yields that give the forwards of an expiration.
///
/// Between ex-dates the price grows at the rate less the yield; at an ex-date it falls by the dividend.
struct ChainCarry {
    /// The largest difference of yield and rate that is accepted from prices of European options without dividends. A larger one is noise of
    /// the last hours, when a cent of the forward is a large annual rate.
    private static let largestCarry = 1.0

    /// The price of the underlying; `nil` if it is not known.
    let spot: Double?
    let time: Double
    let riskFreeRate: Double
    let exercise: ExerciseStyle
    let dividends: [DiscreteDividend]
    /// The yields at which the options can be valued.
    private let yields: ClosedRange<Double>
    private let amounts: [(time: Double, amount: Double)]

    init(
        spot: Double?, time: Double, riskFreeRate: Double, exercise: ExerciseStyle, dividends: [DiscreteDividend]
    ) {
        self.spot = spot
        self.time = time
        self.riskFreeRate = riskFreeRate
        self.exercise = exercise
        self.dividends = dividends
        yields =
            ModelledOption.dividendYields(
                exercise: exercise, hasDividends: !dividends.isEmpty, riskFreeRate: riskFreeRate)
            ?? riskFreeRate - Self.largestCarry...riskFreeRate + Self.largestCarry
        amounts = dividends.compactMap { dividend in
            if case .amount(let amount) = dividend.payment { (dividend.timeToExDate, amount) } else { nil }
        }
    }

    /// Whether options are European, without dividends.
    var isPlain: Bool { exercise == .european && dividends.isEmpty }

    /// The forward without a yield; `nil` if the price of the underlying is not known.
    var forwardWithoutYield: Double? {
        spot.map { spot in
            let grown = spot / exp(-riskFreeRate * time)
            return amounts.reduce(grown) { $0 - $1.amount * exp(riskFreeRate * (time - $1.time)) }
        }
    }

    /// Returns the spot price and the yield at which the forward is `forward`: the price of the underlying if the yield is one at which the
    /// options can be valued, otherwise another price.
    func place(forward: Double) -> (spot: Double, yield: Double) {
        var yield = 0.0
        if let spot, let growth = growth(from: spot, to: forward) {
            yield = riskFreeRate - growth
            if yields.contains(yield) { return (spot, yield) }
            yield = isPlain ? 0 : min(max(yield, yields.lowerBound), yields.upperBound)
        }
        let growth = riskFreeRate - yield
        return (amounts.reduce(forward * exp(-growth * time)) { $0 + $1.amount * exp(-growth * $1.time) }, yield)
    }

    /// The growth between ex-dates from the spot to the forward: a decimal per year; `nil` if there is none.
    private func growth(from spot: Double, to forward: Double) -> Double? {
        let total = amounts.reduce(0) { $0 + $1.amount }
        var growth = log((forward + total) / spot) / time
        // Newton's method. Without dividends the first value is exact.
        for _ in 0..<(amounts.isEmpty ? 0 : 30) {
            var value = spot * exp(growth * time)
            var slope = time * value
            for (date, amount) in amounts {
                let grown = amount * exp(growth * (time - date))
                value -= grown
                slope -= (time - date) * grown
            }
            let step = (value - forward) / slope
            growth -= step
            if step.magnitude <= 0x1p-50 * max(growth.magnitude, 1) { break }
        }
        return growth.isFinite ? growth : nil
    }
}
