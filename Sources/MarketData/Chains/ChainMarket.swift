internal import OptionPricing
internal import VolatilitySmile
internal import _OptionsMath

/// The market in which the contracts of a chain are priced.
struct ChainMarket {
    let forward: Double
    let source: ForwardSource
    /// ln(forward / spot) / time; `nil` if the spot is not known.
    let carry: Double?
    /// The market of the model. If the spot is unknown or the carry is noise, the spot is derived from the forward.
    let optionMarket: OptionMarket
    /// The market without dividends at ex-dates that has the same forward.
    let flatMarket: OptionMarket
    let exercise: ExerciseStyle
    /// Whether options are European, without dividends.
    let isPlain: Bool
    let time: Double
    /// The price of the underlying; `nil` if it is not known.
    let spot: Double?
    /// The present values of 1 and of a share at expiration.
    let discountFactor, discountedSpot: Double

    /// Creates the market of a time greater than 0; `nil` if neither the quotes nor the spot give a forward.
    init?(
        _ columns: ChainColumns, spot: Double?, time: Double, riskFreeRate: Double, exercise: ExerciseStyle,
        dividends: [DiscreteDividend]
    ) {
        let discountFactor = exp(-riskFreeRate * time)
        guard discountFactor.isNormal, time.isFinite else { return nil }
        let known = spot.flatMap { $0.isNormal && $0 > 0 ? $0 : nil }
        let placement = ChainCarry(
            spot: known, time: time, riskFreeRate: riskFreeRate, exercise: exercise, dividends: dividends)
        let (forward, source): (Double, ForwardSource)
        if let implied = Self.implied(columns.pairs().nearest(), discountFactor, placement) {
            (forward, source) = (implied.value, .parity(strikes: implied.strikes))
        } else if let grown = placement.forwardWithoutYield {
            (forward, source) = (grown, .spot)
        } else {
            return nil
        }
        let carry =
            source == .spot && dividends.isEmpty ? riskFreeRate : known.map { log(forward / $0) / time }
        var place = placement.place(forward: forward)
        if source == .spot, let known { place = (known, 0) }
        self.forward = forward
        self.source = source
        self.carry = carry.flatMap { $0.isFinite ? $0 : nil }
        self.time = time
        self.spot = known
        self.discountFactor = discountFactor
        self.exercise = exercise
        isPlain = placement.isPlain
        discountedSpot = forward * discountFactor
        guard forward.isNormal, forward > 0, place.spot.isNormal, discountedSpot.isNormal,
            let optionMarket = try? OptionMarket(
                spot: place.spot, riskFreeRate: riskFreeRate, dividendYield: place.yield, dividends: dividends),
            let flatMarket = dividends.isEmpty
                ? optionMarket
                : try? OptionMarket(
                    spot: place.spot, riskFreeRate: riskFreeRate,
                    dividendYield: riskFreeRate - log(forward / place.spot) / time)
        else { return nil }
        self.optionMarket = optionMarket
        self.flatMarket = flatMarket
    }

    /// The forward that the pairs at the money imply, and their strikes; `nil` without one.
    private static func implied(
        _ pairs: [ParityPairs.Pair], _ discountFactor: Double, _ carry: ChainCarry
    ) -> (value: Double, strikes: [Double])? {
        if carry.exercise == .american {
            let equal = EqualVolatilities(pairs, discountFactor: discountFactor, carry)
            if let forward = ParityPairs.forward(equal.forwards) { return forward }
        }
        return ParityPairs.forward(pairs.map { ($0.strike, $0.forward(discountFactor)) })
    }

    /// Creates the chain of quotes of European options in the market without dividends; `nil` if a value is outside its domain.
    func chain(_ quotes: [OptionQuote]) -> OptionChain? {
        try? OptionChain(in: flatMarket, timeToExpiration: time, quotes: quotes)
    }
}
