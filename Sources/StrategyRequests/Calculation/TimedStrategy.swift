internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// The legs of a request with their times to expiration and their volatilities.
/// Volatilities are solved when they are first needed, and cached.
struct TimedStrategy {
    let legs: [Leg]
    let extensions: RequestExtensions
    let budget: WorkBudget
    let market: OptionMarket
    /// The years to expiration of each leg; `nil` for shares and if unknown.
    let times: [Double?]
    /// A number that increases with the expiration of each leg; `nil` if unknown.
    let expirationOrder: [Double?]
    /// Whether the legs expire at different times.
    let hasSeveralExpirations: Bool
    /// The volatilities determined so far.
    private var volatilities: [Conventions.LegVolatility?]
    var underlyingVolatility: Conventions.UnderlyingVolatility?

    init(_ request: CalculationRequest, _ budget: WorkBudget) throws(StrategyError) {
        let extensions = request.extensions ?? RequestExtensions()
        self.extensions = extensions
        self.budget = budget
        market = try OptionMarket(currentPrice: request.currentPrice, extensions)
        let expirations = request.legs.map { leg -> LegExpiration? in
            leg.kind == .stock ? nil : leg.expiration ?? extensions.timeToExpiration.map { .years($0) }
        }
        let options = request.legs.indices.filter { request.legs[$0].kind != .stock }
        let known = options.compactMap { expirations[$0] }
        if !known.isEmpty, let silent = options.first(where: { expirations[$0] == nil }) {
            let name = extensions.valuation == nil ? "timeToExpiration" : "expirationDate"
            throw .missing("\(StrategyError.leg(silent)).\(name)")
        }
        let times = expirations.map { $0.flatMap { Self.years(to: $0, from: extensions.valuation) } }
        // Dates can be compared without a valuation, but options cannot be valued.
        if known.contains(where: { $0 != known[0] }), options.contains(where: { times[$0] == nil }) {
            throw .missing("valuationDate")
        }
        legs = try Self.withModelPremiums(request.legs, times, extensions, market, budget)
        hasSeveralExpirations = options.contains { times[$0] != times[options[0]] }
        self.times = times
        // Without a valuation, either all options share one date or none has a date.
        expirationOrder = zip(times, expirations).map { time, expiration in time ?? (expiration == nil ? nil : 0) }
        volatilities = [Conventions.LegVolatility?](repeating: nil, count: legs.count)
    }

    /// Returns the legs with premiums: those that are not given are the values of the options in the model.
    private static func withModelPremiums(
        _ legs: [Leg], _ times: [Double?], _ extensions: RequestExtensions, _ market: OptionMarket, _ budget: WorkBudget
    ) throws(StrategyError) -> [Leg] {
        var legs = legs
        for index in legs.indices where legs[index].awaitsPremium {
            let (leg, path) = (legs[index], "\(StrategyError.leg(index)).premium")
            guard let kind = leg.optionKind, let time = times[index],
                let volatility = leg.impliedVolatility ?? extensions.volatility
            else { throw .missing(path) }
            let contract = try OptionContract(
                kind, strikePrice: leg.strike.value, timeToExpiration: time, volatility: volatility,
                exercise: extensions.exercise(of: leg))
            try budget.spend(contract.cost(in: market))
            do throws(StrategyError) {
                legs[index] = leg.withModelPremium(try contract.price(in: market))
            } catch {
                throw error.ofResult(path)
            }
        }
        return legs
    }

    /// Returns the years to an expiration; `nil` if it is a date and there is no valuation.
    static func years(to expiration: LegExpiration, from valuation: Timestamp?) -> Double? {
        switch expiration {
        case .years(let years): years
        case .date(let date): valuation.map { DayCount.actual365Fixed(from: $0, to: date) }
        }
    }

    /// Whether at least one leg is an option.
    var hasOptions: Bool { legs.contains { $0.kind != .stock } }

    /// Whether the premium of at least one leg is its model value.
    var hasModelPremiums: Bool { legs.contains { $0.premiumSource == .model } }

    /// Finds the volatilities at which premiums equal model values.
    mutating func findVolatilitiesOfModelPremiums() throws(StrategyError) {
        for index in legs.indices where legs[index].premiumSource == .model { _ = try volatility(of: index) }
    }

    /// The exercise style of all options, European if there are none; `nil` if some are American and some European.
    var exercise: ExerciseStyle? {
        guard let first = legs.first(where: { $0.kind != .stock }) else { return .european }
        let style = extensions.exercise(of: first)
        return legs.allSatisfy { $0.kind == .stock || extensions.exercise(of: $0) == style } ? style : nil
    }

    /// The dividends that count for at least one option, by time.
    var countingDividends: [DiscreteDividend] {
        if market.dividends.isEmpty { return [] }
        guard let last = times.lazy.compactMap({ $0 }).max() else { return [] }
        return market.carry(to: last).dividends
    }

    /// Returns an option leg with its volatility, as of some years after the valuation.
    mutating func pricedLeg(_ index: Int, _ time: Double, after elapsed: Double = 0) throws(StrategyError) -> PricedLeg
    {
        let leg = legs[index]
        let volatility = try volatility(of: index)
        return try PricedLeg(
            leg, timeToExpiration: time - elapsed, volatility: volatility, exercise: extensions.exercise(of: leg))
    }

    /// The conventions of each leg so far; `nil` for shares.
    var legConventions: [Conventions.LegConvention?] {
        let hasModelPremiums = hasModelPremiums
        return legs.indices.map { index in
            times[index].map {
                Conventions.LegConvention(
                    timeToExpiration: $0, volatility: volatilities[index],
                    premiumSource: hasModelPremiums ? legs[index].premiumSource : nil,
                    exercise: extensions.exercise(of: legs[index]))
            }
        }
    }

    /// Returns the years to the first expiration; `nil` if there are only shares and no time is given. Throws an error
    /// if the time is unknown otherwise.
    func knownHorizon() throws(StrategyError) -> Double? {
        hasOptions ? try horizon() : extensions.timeToExpiration
    }

    /// Returns the years to the first expiration. Throws an error if they are unknown.
    func horizon() throws(StrategyError) -> Double {
        if let first = times.lazy.compactMap({ $0 }).min() { return first }
        guard let index = legs.firstIndex(where: { $0.kind != .stock }) else {
            guard let years = extensions.timeToExpiration else { throw .missing("timeToExpiration") }
            return years
        }
        // Either the valuation or the expiration is absent, or both.
        if expirationOrder[index] != nil { throw .missing("valuationDate") }
        if extensions.valuation != nil { throw .missing("\(StrategyError.leg(index)).expirationDate") }
        throw .missing("timeToExpiration")
    }

    /// Throws an error if the yield changes an amount by a factor of more than e²⁰ over the life of a leg: the
    /// remaining digits would be meaningless.
    func requireModerateYield() throws(StrategyError) {
        let longest = times.lazy.compactMap { $0 }.max() ?? 0
        guard (market.dividendYield * longest).magnitude > 20 else { return }
        throw StrategyError("dividendYield", .moderateYield, .number(market.dividendYield))
    }

    /// Returns the volatility of an option leg, and caches it.
    mutating func volatility(of index: Int) throws(StrategyError) -> Double {
        if let known = volatilities[index] { return known.value }
        if legs[index].impliedVolatility == nil { try budget.spend(costOfVolatility(index)) }
        let volatility = try findVolatility(of: index)
        volatilities[index] = volatility
        return volatility.value
    }

    /// The cost of the volatility that explains a premium. A numerical method takes about ten valuations.
    private func costOfVolatility(_ index: Int) -> Int {
        let exercise = extensions.exercise(of: legs[index])
        guard let kind = legs[index].optionKind, let time = times[index],
            exercise == .american || market.hasDividends(until: time)
        else { return WorkCost.impliedVolatility }
        let terms = OptionTerms(
            validated: kind, strike: legs[index].strike.value, timeToExpiration: time, exercise: exercise)
        return 16 * OptionContract.cost(of: terms, in: market, volatility: 0)
    }

    private func findVolatility(of index: Int) throws(StrategyError) -> Conventions.LegVolatility {
        let leg = legs[index]
        if let given = leg.impliedVolatility { return .init(value: given, source: .given) }
        if leg.premiumSource == .model, let underlying = extensions.volatility {
            return .init(value: underlying, source: .underlying)
        }
        guard let time = times[index], let kind = leg.optionKind else {
            preconditionFailure("horizon() makes sure that options have a time")
        }
        let implied: ImpliedVolatility
        do throws(PricingError) {
            let terms = try OptionTerms(
                kind, strike: leg.strike.value, timeToExpiration: time, exercise: extensions.exercise(of: leg))
            implied = try ModelledOption(terms, in: market).impliedVolatility(writtenPrice: leg.premium)
        } catch {
            throw error.strategyError.within(StrategyError.leg(index))
        }
        if case .volatility(let volatility) = implied { return .init(value: volatility, source: .premium) }
        if let underlying = extensions.volatility { return .init(value: underlying, source: .underlying) }
        throw StrategyError("\(StrategyError.leg(index)).premium", .determinesVolatility(implied), .number(leg.premium))
    }

    /// Returns the years from the valuation to a time, which the request has at `path`.
    func elapsedTime(_ date: ValueDate, _ path: String, until horizon: Double) throws(StrategyError) -> Double {
        let value: StrategyError.Value
        let years: Double
        switch date {
        case .years(let own): (value, years) = (.number(own), own)
        case .date(let own):
            guard let valuation = extensions.valuation else { throw .missing("valuationDate") }
            (value, years) = (.date(own), DayCount.actual365Fixed(from: valuation, to: own))
        }
        guard years >= 0 else { throw StrategyError(path, .notBeforeValuation, value) }
        guard years <= horizon else { throw StrategyError(path, .notAfterFirstExpiration, value) }
        return years
    }
}
