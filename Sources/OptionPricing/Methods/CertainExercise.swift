internal import _OptionsMath

/// The best time to exercise an option whose underlying has a certain price path, the limit of the model at a volatility of 0.
///
/// Exercised at the time t, the option is worth s (S e^(−qt) − K e^(−rt)) now, with s = 1 for a call and −1 for a put.
struct CertainExercise {
    /// The best time, in years: now, the expiration, or a time between.
    private(set) var time = 0.0
    /// The value now; 0 if the option is never in the money.
    private(set) var value: Double
    /// e^(−qt).
    private(set) var spotFactor = 1.0
    /// e^(−rt).
    private(set) var strikeFactor = 1.0

    init(_ option: ModelledOption) {
        value = max(option.sign * (option.spot - option.strike), 0)
        let (rate, yield, last) = (option.riskFreeRate, option.dividendYield, option.timeToExpiration)
        consider(last, option)
        // The derivative of the value in t is 0 where e^((r−q)t) = q S / (r K).
        let ratio = (yield / rate) * (option.spot / option.strike)
        guard ratio > 0, ratio.isFinite, rate != yield else { return }
        let turn = log(ratio) / (rate - yield)
        if turn > 0, turn < last { consider(turn, option) }
    }

    private mutating func consider(_ time: Double, _ option: ModelledOption) {
        let spotFactor = exp(-option.dividendYield * time)
        let strikeFactor = exp(-option.riskFreeRate * time)
        let value = option.sign * (option.spot * spotFactor - option.strike * strikeFactor)
        guard value > self.value else { return }
        (self.time, self.value, self.spotFactor, self.strikeFactor) = (time, value, spotFactor, strikeFactor)
    }
}
