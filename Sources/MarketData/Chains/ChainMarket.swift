internal import OptionPricing
internal import VolatilitySmile
internal import _OptionsMath

/// The market in which the contracts of a chain are priced.
struct ChainMarket {
    /// The largest carry that is accepted from prices. A larger one is noise of the last hours, when a cent of the
    /// forward is a large annual rate.
    private static let largestCarry = 1.0

    let forward: Double
    let source: ForwardSource
    /// ln(forward / spot) / time; `nil` if the spot is not known.
    let carry: Double?
    /// The market of the model. If the spot is unknown or the carry is noise, the spot is derived from the forward, without a
    /// yield.
    let optionMarket: OptionMarket
    let time: Double
    /// The present values of 1 and of a share at expiration.
    let discountFactor, discountedSpot: Double

    /// Creates the market of a time greater than 0; `nil` if neither the quotes nor the spot give a forward.
    init?(_ columns: ChainColumns, spot: Double?, time: Double, riskFreeRate: Double) {
        let discountFactor = exp(-riskFreeRate * time)
        guard discountFactor.isNormal, time.isFinite else { return nil }
        let known = spot.flatMap { $0.isNormal && $0 > 0 ? $0 : nil }
        let (forward, source): (Double, ForwardSource)
        if let parity = columns.pairs().forward(discountFactor: discountFactor) {
            (forward, source) = (parity.value, .parity(strikes: parity.strikes))
        } else if let known {
            (forward, source) = (known / discountFactor, .spot)
        } else {
            return nil
        }
        let carry = source == .spot ? riskFreeRate : known.map { log(forward / $0) / time }
        var (spot, dividendYield) = (forward * discountFactor, 0.0)
        if let known, let carry, carry.isFinite, abs(carry) <= Self.largestCarry {
            (spot, dividendYield) = (known, riskFreeRate - carry)
        }
        self.forward = forward
        self.source = source
        self.carry = carry.flatMap { $0.isFinite ? $0 : nil }
        self.time = time
        self.discountFactor = discountFactor
        discountedSpot = forward * discountFactor
        guard forward.isNormal, spot.isNormal, discountedSpot.isNormal,
            let optionMarket = try? OptionMarket(spot: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        else { return nil }
        self.optionMarket = optionMarket
    }

    /// Creates the chain of quotes in this market; `nil` if a value is outside its domain.
    func chain(_ quotes: [OptionQuote]) -> OptionChain? {
        try? OptionChain(in: optionMarket, timeToExpiration: time, quotes: quotes)
    }
}
