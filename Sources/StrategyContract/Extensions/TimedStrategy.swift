internal import OptionPricing
internal import StrategyAnalytics

/// The legs of a request in time: when they expire, and which volatility each is valued at.
struct TimedStrategy {
    /// Where a volatility comes from.
    enum VolatilitySource: String {
        /// The request gives it for the leg.
        case given
        /// It is the one that explains the leg's premium.
        case premium
        /// The premium determines none, and it is that of the underlying, which the request gives.
        case underlying
    }

    let legs: [Leg]
    let extensions: RequestExtensions
    /// Years to the expiration of each leg; `nil` for shares, and where nothing says it.
    let times: [Double?]
    /// What grows with the expiration of each leg; `nil` where nothing says it.
    let expirationOrder: [Double?]
    /// Whether the legs expire at different times.
    let hasSeveralExpirations: Bool
    let market: Market

    init(_ request: CalculationRequest, _ extensions: RequestExtensions) throws(ContractError) {
        legs = request.legs
        self.extensions = extensions
        market = try ContractError.translating { () throws(PricingError) in
            try Market(
                spot: request.currentPrice, riskFreeRate: extensions.riskFreeRate,
                dividendYield: extensions.dividendYield)
        }
        let expirations = request.legs.indices.map { index -> Expiration? in
            guard request.legs[index].instrument != .stock else { return nil }
            let own = extensions.legTerms.isEmpty ? nil : extensions.legTerms[index].expiration
            return own ?? extensions.timeToExpiration.map { .years($0) }
        }
        let options = request.legs.indices.filter { request.legs[$0].instrument != .stock }
        let known = Set(options.compactMap { expirations[$0] })
        if !known.isEmpty, let silent = options.first(where: { expirations[$0] == nil }) {
            throw .missing(ObjectPath.leg(silent).member(Self.missingName(extensions)))
        }
        let times = expirations.map { $0.flatMap { Self.years(to: $0, from: extensions.valuation) } }
        // Dates can be told apart without a valuation, but nothing can be valued then.
        if known.count > 1, options.contains(where: { times[$0] == nil }) {
            throw .missing(Name.valuationDate.text)
        }
        hasSeveralExpirations = Set(options.map { times[$0] }).count > 1
        self.times = times
        // Without a valuation the options have one date, all of them, or none.
        expirationOrder = zip(times, expirations).map { time, expiration in time ?? (expiration == nil ? nil : 0) }
    }

    private static func years(to expiration: Expiration, from valuation: Timestamp?) -> Double? {
        switch expiration {
        case .years(let years): years
        case .date(let date): valuation.map { DayCount.actual365Fixed(from: $0, to: date) }
        }
    }

    private static func missingName(_ extensions: RequestExtensions) -> Name {
        extensions.valuation == nil ? .timeToExpiration : .expirationDate
    }

    /// Whether not all legs are shares.
    var hasOptions: Bool { legs.contains { $0.instrument != .stock } }

    /// The years to the first expiration, which must be known; `nil` for shares alone where nothing says it.
    func knownHorizon() throws(ContractError) -> Double? {
        hasOptions ? try horizon() : extensions.timeToExpiration
    }

    /// The years to the first expiration, which must be known.
    func horizon() throws(ContractError) -> Double {
        if let first = times.lazy.compactMap({ $0 }).min() { return first }
        guard let index = legs.firstIndex(where: { $0.instrument != .stock }) else {
            guard let years = extensions.timeToExpiration else { throw .missing(Name.timeToExpiration.text) }
            return years
        }
        // A date without a valuation, a valuation without a date, or neither.
        if expirationOrder[index] != nil { throw .missing(Name.valuationDate.text) }
        if extensions.valuation != nil { throw .missing(ObjectPath.leg(index).member(.expirationDate)) }
        throw .missing(Name.timeToExpiration.text)
    }

    /// Where the yield of some lifetime changes amounts by e^20, what is left of their digits decides nothing any more.
    func requireModerateYield() throws(ContractError) {
        let longest = times.lazy.compactMap { $0 }.max() ?? 0
        guard (market.dividendYield * longest).magnitude > 20 else { return }
        throw .notAllowed(
            Name.dividendYield.text,
            "must be at most 20 in magnitude over the last time to expiration, where legs expire at different times",
            got: JSONWriter.text(market.dividendYield))
    }

    /// The volatility of an option leg, and where it comes from.
    func volatility(of index: Int) throws(ContractError) -> (value: Double, source: VolatilitySource) {
        if !extensions.legTerms.isEmpty, let given = extensions.legTerms[index].impliedVolatility {
            return (given, .given)
        }
        let leg = legs[index]
        guard let time = times[index], let kind = leg.optionKind, let strikePrice = leg.strikePrice else {
            preconditionFailure("horizon() makes sure that options have a time")
        }
        let implied = try ContractError.translating(in: ObjectPath.leg(index).text) { () throws(PricingError) in
            let option = try EuropeanOption(
                kind, spot: market.spot, strike: strikePrice, timeToExpiration: time,
                riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
            return try option.impliedVolatility(writtenPrice: leg.premium)
        }
        let reason: String
        switch implied {
        case .volatility(let volatility): return (volatility, .premium)
        case .belowIntrinsic: reason = "it is below the discounted intrinsic value"
        case .aboveMaximum: reason = "it is above what any volatility gives"
        case .notDeterminable: reason = "it carries no information about volatility"
        }
        if let underlying = extensions.volatility { return (underlying, .underlying) }
        throw .notAllowed(
            ObjectPath.leg(index).member(.premium),
            "must determine a volatility where neither impliedVolatility nor volatility is given (\(reason))",
            got: JSONWriter.text(leg.premium))
    }

    /// The years from the valuation to a time that the request names at `path`.
    func elapsedTime(_ date: ValueDate, _ path: String, until horizon: Double) throws(ContractError) -> Double {
        let written: String
        let years: Double
        switch date {
        case .years(let own): (written, years) = (JSONWriter.text(own), own)
        case .date(let own):
            guard let valuation = extensions.valuation else { throw .missing(Name.valuationDate.text) }
            (written, years) = ("\"\(own)\"", DayCount.actual365Fixed(from: valuation, to: own))
        }
        guard years >= 0 else { throw .notAllowed(path, "must not be before valuationDate", got: written) }
        guard years <= horizon else {
            throw .notAllowed(path, "must not be after the first expiration", got: written)
        }
        return years
    }
}
