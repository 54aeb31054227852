internal import OptionKernels
internal import _OptionsMath

/// The value of an option on a certain price path with dividends, the limit of the model at a volatility of 0.
///
/// An American option is exercised at the best time: now, just before an ex-date, at the expiration, or where the discounted payoff turns
/// between two ex-dates. At the time t it is worth s (a S − c − K e^(−rt)) now, with s = 1 for a call and −1 for a put, where a and c
/// are what is left of the price and what the dividends took, discounted.
struct CertainPath {
    /// The value now.
    private(set) var value = 0.0
    private(set) var delta = 0.0
    /// −∂value/∂T; 0 unless the expiration is the best time.
    private(set) var theta = 0.0

    private let option: ModelledOption
    private let rate, yield: Double

    init(_ option: ModelledOption, _ exercise: DividendExercise, rate: Double, yield: Double) {
        self.option = option
        self.rate = rate
        self.yield = yield
        let last = option.timeToExpiration
        let isAmerican = exercise == .american
        var (factor, taken, time) = (1.0, 0.0, 0.0)
        if isAmerican { consider(0, factor, taken) }
        for dividend in option.market.dividends where dividend.counts(until: last) {
            let next = dividend.timeToExDate
            if isAmerican { considerTurn(between: time, next, factor, taken) }
            factor *= exp(-yield * (next - time))
            taken *= exp(-yield * (next - time))
            time = next
            if isAmerican { consider(time, factor, taken) }
            switch dividend.payment {
            case .amount(let amount): taken += amount * exp(-rate * time)
            case .proportion(let proportion):
                factor *= 1 - proportion
                taken *= 1 - proportion
            }
            // The price is at least 0.
            if factor * option.spot <= taken { (factor, taken) = (0, 0) }
        }
        if isAmerican { considerTurn(between: time, last, factor, taken) }
        factor *= exp(-yield * (last - time))
        taken *= exp(-yield * (last - time))
        consider(last, factor, taken)
    }

    private mutating func consider(_ time: Double, _ factor: Double, _ taken: Double) {
        let strike = option.strike * exp(-rate * time)
        let value = option.sign * (factor * option.spot - taken - strike)
        guard value > self.value else { return }
        self.value = value
        delta = option.sign * factor
        let isLast = time == option.timeToExpiration && time > 0
        theta = isLast ? option.sign * (yield * (factor * option.spot - taken) - rate * strike) : 0
    }

    /// Considers the time between two others at which the derivative of the discounted payoff is 0.
    private mutating func considerTurn(between start: Double, _ end: Double, _ factor: Double, _ taken: Double) {
        let price = factor * option.spot - taken
        let ratio = (yield * price) / (rate * option.strike * exp(-rate * start))
        guard ratio > 0, ratio.isFinite, rate != yield else { return }
        let turn = start + log(ratio) / (yield - rate)
        guard turn > start, turn < end else { return }
        let decay = exp(-yield * (turn - start))
        consider(turn, factor * decay, taken * decay)
    }
}
