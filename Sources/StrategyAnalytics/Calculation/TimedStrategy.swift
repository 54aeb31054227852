package import OptionPricing

/// The legs of a request in time: when they expire, and which volatility each is valued at.
///
/// Volatilities are solved when they are first needed, and kept.
struct TimedStrategy {
    let legs: [Leg]
    let extensions: RequestExtensions
    let market: MarketState
    /// Years to the expiration of each leg; `nil` for shares, and where nothing says it.
    let times: [Double?]
    /// What grows with the expiration of each leg; `nil` where nothing says it.
    let expirationOrder: [Double?]
    /// Whether the legs expire at different times.
    let hasSeveralExpirations: Bool
    /// The volatilities found so far.
    private var volatilities: [Conventions.LegVolatility?]
    var underlyingVolatility: Conventions.UnderlyingVolatility?

    init(_ request: CalculationRequest, _ extensions: RequestExtensions) throws(CalculationError) {
        legs = request.legs
        self.extensions = extensions
        market = try CalculationError.translating { () throws(PricingError) in
            try MarketState(
                spot: request.currentPrice, riskFreeRate: extensions.riskFreeRate,
                dividendYield: extensions.dividendYield)
        }
        let expirations = request.legs.map { leg -> LegExpiration? in
            leg.kind == .stock ? nil : leg.expiration ?? extensions.timeToExpiration.map { .years($0) }
        }
        let options = request.legs.indices.filter { request.legs[$0].kind != .stock }
        let known = Set(options.compactMap { expirations[$0] })
        if !known.isEmpty, let silent = options.first(where: { expirations[$0] == nil }) {
            let name = extensions.valuation == nil ? "timeToExpiration" : "expirationDate"
            throw .missing("\(CalculationError.leg(silent)).\(name)")
        }
        let times = expirations.map { $0.flatMap { Self.years(to: $0, from: extensions.valuation) } }
        // Dates can be told apart without a valuation, but nothing can be valued then.
        if known.count > 1, options.contains(where: { times[$0] == nil }) { throw .missing("valuationDate") }
        hasSeveralExpirations = Set(options.map { times[$0] }).count > 1
        self.times = times
        // Without a valuation the options have one date, all of them, or none.
        expirationOrder = zip(times, expirations).map { time, expiration in time ?? (expiration == nil ? nil : 0) }
        volatilities = [Conventions.LegVolatility?](repeating: nil, count: legs.count)
    }

    private static func years(to expiration: LegExpiration, from valuation: Timestamp?) -> Double? {
        switch expiration {
        case .years(let years): years
        case .date(let date): valuation.map { DayCount.actual365Fixed(from: $0, to: date) }
        }
    }

    /// Whether not all legs are shares.
    var hasOptions: Bool { legs.contains { $0.kind != .stock } }

    /// How each leg was valued so far; `nil` for shares.
    var legConventions: [Conventions.LegConvention?] {
        zip(times, volatilities).map { time, volatility in
            time.map { Conventions.LegConvention(timeToExpiration: $0, volatility: volatility) }
        }
    }

    /// The years to the first expiration, which must be known; `nil` for shares alone where nothing says it.
    func knownHorizon() throws(CalculationError) -> Double? {
        hasOptions ? try horizon() : extensions.timeToExpiration
    }

    /// The years to the first expiration, which must be known.
    func horizon() throws(CalculationError) -> Double {
        if let first = times.lazy.compactMap({ $0 }).min() { return first }
        guard let index = legs.firstIndex(where: { $0.kind != .stock }) else {
            guard let years = extensions.timeToExpiration else { throw .missing("timeToExpiration") }
            return years
        }
        // A date without a valuation, a valuation without a date, or neither.
        if expirationOrder[index] != nil { throw .missing("valuationDate") }
        if extensions.valuation != nil { throw .missing("\(CalculationError.leg(index)).expirationDate") }
        throw .missing("timeToExpiration")
    }

    /// Throws where the yield of some lifetime changes amounts by more than e²⁰: the digits that remain decide nothing.
    func requireModerateYield() throws(CalculationError) {
        let longest = times.lazy.compactMap { $0 }.max() ?? 0
        guard (market.dividendYield * longest).magnitude > 20 else { return }
        throw CalculationError("dividendYield", .moderateYield, .number(market.dividendYield))
    }

    /// The volatility of an option leg.
    mutating func volatility(of index: Int, _ budget: inout WorkBudget) throws(CalculationError) -> Double {
        if let known = volatilities[index] { return known.value }
        if legs[index].impliedVolatility == nil {
            try CalculationError.translating { () throws(StrategyError) in
                try budget.spend(WorkCost.impliedVolatility)
            }
        }
        let volatility = try findVolatility(of: index)
        volatilities[index] = volatility
        return volatility.value
    }

    private func findVolatility(of index: Int) throws(CalculationError) -> Conventions.LegVolatility {
        let leg = legs[index]
        if let given = leg.impliedVolatility { return .init(value: given, source: .given) }
        guard let time = times[index], let kind = leg.optionKind else {
            preconditionFailure("horizon() makes sure that options have a time")
        }
        let implied = try CalculationError.translating(in: CalculationError.leg(index)) { () throws(PricingError) in
            let option = try EuropeanOption(
                kind, spot: market.spot, strike: leg.strike.value, timeToExpiration: time,
                riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
            return try option.impliedVolatility(writtenPrice: leg.premium)
        }
        if case .volatility(let volatility) = implied { return .init(value: volatility, source: .premium) }
        if let underlying = extensions.volatility { return .init(value: underlying, source: .underlying) }
        throw CalculationError(
            "\(CalculationError.leg(index)).premium", .determinesVolatility(implied), .number(leg.premium))
    }

    /// The years from the valuation to a time that the request names at `path`.
    func elapsedTime(_ date: ValueDate, _ path: String, until horizon: Double) throws(CalculationError) -> Double {
        let value: CalculationError.Value
        let years: Double
        switch date {
        case .years(let own): (value, years) = (.number(own), own)
        case .date(let own):
            guard let valuation = extensions.valuation else { throw .missing("valuationDate") }
            (value, years) = (.date(own), DayCount.actual365Fixed(from: valuation, to: own))
        }
        guard years >= 0 else { throw CalculationError(path, .notBeforeValuation, value) }
        guard years <= horizon else { throw CalculationError(path, .notAfterFirstExpiration, value) }
        return years
    }
}

extension EuropeanOption {
    /// The implied volatility of a price, where numbers are the decimals that were written.
    ///
    /// Without discounting, a price that equals the intrinsic value in all decimals has no time value. As doubles the two
    /// may differ by their roundings, which would imply some volatility.
    package func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        let implied = try BlackScholesMerton.impliedVolatility(of: self, price: price)
        let (greater, lesser) = kind == .call ? (spot, strike) : (strike, spot)
        guard case .volatility = implied, riskFreeRate * timeToExpiration == 0, dividendYield * timeToExpiration == 0,
            (greater - lesser - price).magnitude <= 0x1p-51 * greater, DecimalNumber.isSum(greater, of: lesser, price)
        else { return implied }
        return .notDeterminable
    }
}
