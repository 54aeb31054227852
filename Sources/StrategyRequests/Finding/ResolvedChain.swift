internal import DecimalNumbers
package import ExactPayoff
package import OptionPricing
package import StrategyValuation

/// What the engine finds in a request of `find`: times, volatilities, and the distribution of the belief.
package struct ResolvedChain: Sendable {
    /// The market in which contracts are valued before their expiration.
    package var market: OptionMarket
    /// The years to the expiration.
    package let horizon: Double
    /// The years from the valuation to the target.
    package let targetTime: Double
    /// The volatility of each quote; `nil` where there is none.
    package let volatilities: [Double?]
    /// What is held, at present prices.
    package let holdings: [Leg]
    /// The volatility of each leg that is held; `nil` for shares, and where there is none.
    package let holdingVolatilities: [Double?]
    /// The distribution of the price at the expiration.
    package let prices: PriceDistribution
    /// The assumptions of the answer.
    package private(set) var conventions: FindConventions

    /// Resolves a valid request for the options of one expiration.
    package init(_ date: FindRequest.Expiration, _ budget: WorkBudget) throws(StrategyError) {
        let request = date.request
        var extensions = request.extensions
        let market = try OptionMarket(currentPrice: request.currentPrice, extensions)
        let horizon = date.years
        self.market = market
        self.horizon = horizon
        targetTime = try request.targetTime(date.firstYears)
        extensions.timeToExpiration = horizon
        volatilities = try request.volatilities(in: market, horizon, budget)
        let quotes = zip(request.options, volatilities).compactMap { quote, volatility in
            volatility.map { (quote, $0) }
        }
        let isMarket = request.belief.distribution == .market
        let (held, heldVolatilities) = try request.presentHoldings(
            volatilities, in: market, horizon, budget)
        holdings = held
        holdingVolatilities = heldVolatilities
        let distribution = isMarket ? try request.marketDistribution(volatilities, in: market, horizon, budget) : nil
        var underlying: Conventions.UnderlyingVolatility?
        if let distribution {
            do throws(StrategyError) {
                prices = .smile(try distribution.prices())
            } catch {
                throw FindRequest.noSmile
            }
        } else {
            extensions.volatility = request.belief.volatility
            let legs = quotes.compactMap { quote, volatility in
                try? Leg(
                    quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice),
                    .long, premium: 0, quantity: 1, sharesPerContract: 100, impliedVolatility: volatility)
            }
            let volatility = try request.underlyingVolatility(legs, extensions, budget)
            underlying = volatility
            var believed = extensions
            if let drift = request.belief.drift { (believed.riskFreeRate, believed.dividendYield) = (drift, 0) }
            let growing = try OptionMarket(currentPrice: request.currentPrice, believed)
            prices = try PriceDistribution(growing.carry(to: horizon), volatility: volatility.value, budget: budget)
        }
        conventions = FindConventions(
            valuation: request.valuation, timeToExpiration: horizon, riskFreeRate: request.riskFreeRate,
            dividendYield: request.dividendYield, volatility: underlying,
            drift: isMarket ? nil : request.belief.drift ?? request.riskFreeRate - request.dividendYield,
            distribution: distribution, exercise: request.exercise,
            hasDividends: market.hasDividends(until: horizon), greekUnits: request.greekUnits)
        if request.include.contains(.margin) { conventions.accountType = request.accountType }
    }
}

extension FindRequest {
    /// The members that a request of `calculate` has as well.
    fileprivate var extensions: RequestExtensions {
        var extensions = RequestExtensions()
        extensions.valuation = valuation
        extensions.riskFreeRate = riskFreeRate
        extensions.dividendYield = dividendYield
        extensions.dividends = dividends
        extensions.exercise = exercise
        return extensions
    }

    /// The options of one expiration.
    package struct Expiration: Sendable {
        /// The index among the expirations, and the years to it.
        package let index: Int, years: Double
        /// The years to the first expiration.
        package let firstYears: Double
        /// The request with the options of the expiration.
        package var request: FindRequest
    }

    /// The expirations of the options, in order.
    package func expirations() throws(StrategyError) -> [Expiration] {
        var quotes: [Double: [FindQuote]] = [:]
        for (index, quote) in options.enumerated() {
            quotes[try years(to: quote.expiration, "options[\(index)]"), default: []].append(quote)
        }
        let all = quotes.keys.sorted()
        guard let first = all.first else { throw .missing("options") }
        if all.count > 1, let index = holdings.firstIndex(where: { $0.instrument != .stock }) {
            throw StrategyError("holdings[\(index)]", .supportedWithOneExpiration)
        }
        return all.enumerated().map { index, years in
            var request = self
            request.options = quotes[years] ?? []
            if let listed = request.listedExpiration {
                (request.dividendYield, request.dividends) = (listed.dividendYield, listed.dividends)
            }
            return Expiration(index: index, years: years, firstYears: first, request: request)
        }
    }

    private var listedExpiration: ListedExpiration? {
        options.first?.expiration.flatMap { listedExpirations[$0] }
    }

    /// The day on which the options of a request for one expiration expire; `nil` if only the years to it are known.
    package var expirationDate: CalendarDate? {
        if case .date(let date) = options.first?.expiration { return date }
        return listedExpiration?.date
    }

    private func years(to expiration: LegExpiration?, _ path: String) throws(StrategyError) -> Double {
        guard let expiration = expiration ?? timeToExpiration.map({ .years($0) }) else {
            throw .missing(valuation == nil ? "timeToExpiration" : "\(path).expirationDate")
        }
        guard let years = TimedStrategy.years(to: expiration, from: valuation) else { throw .missing("valuationDate") }
        return years
    }

    fileprivate func targetTime(_ horizon: Double) throws(StrategyError) -> Double {
        guard let date = belief.targetDate else { return horizon }
        let path = "belief.targetDate"
        guard let valuation else { throw .missing("valuationDate") }
        // The day of the valuation is the valuation, at whatever instant.
        let years = date == valuation.date ? 0 : DayCount.actual365Fixed(from: valuation, to: date)
        guard years >= 0 else { throw StrategyError(path, .notBeforeValuation, .date(date)) }
        guard years <= horizon else { throw StrategyError(path, .notAfterFirstExpiration, .date(date)) }
        return years
    }

    /// The volatility of each quote: its own, or else that of its mid.
    fileprivate func volatilities(
        in market: OptionMarket, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) -> [Double?] {
        try options.map { (quote) throws(StrategyError) in
            if let own = quote.impliedVolatility { return own }
            guard let mid = quote.mid else { return nil }
            try budget.spend(WorkCost.impliedVolatility)
            do throws(PricingError) {
                let terms = try OptionTerms(
                    quote.kind, strike: quote.strikePrice, timeToExpiration: horizon, exercise: exercise)
                guard
                    case .volatility(let volatility) = try ModelledOption(terms, in: market)
                        .impliedVolatility(writtenPrice: mid)
                else { return nil }
                return volatility
            } catch {
                return nil
            }
        }
    }

    /// The volatility of the belief, as `calculate` finds that of the underlying.
    fileprivate func underlyingVolatility(
        _ legs: [Leg], _ extensions: RequestExtensions, _ budget: WorkBudget
    ) throws(StrategyError) -> Conventions.UnderlyingVolatility {
        if let given = extensions.volatility { return .init(value: given, source: .given) }
        guard !legs.isEmpty else { throw .missing("belief.volatility") }
        var strategy = try TimedStrategy(
            CalculationRequest(price: DecimalPrice(currentPrice), legs: legs, extensions: extensions), budget)
        do throws(StrategyError) {
            _ = try strategy.findUnderlyingVolatility()
        } catch {
            throw error.path == "volatility" ? error.within("belief") : error
        }
        guard let volatility = strategy.underlyingVolatility else { throw .missing("belief.volatility") }
        return volatility
    }

    /// What is held at its present price: shares at that of the underlying, options at the mid, or else at their model value.
    fileprivate func presentHoldings(
        _ volatilities: [Double?], in market: OptionMarket, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) -> ([Leg], [Double?]) {
        var legs: [Leg] = []
        var found: [Double?] = []
        for (index, leg) in holdings.enumerated() {
            let path = "holdings[\(index)]"
            guard let kind = leg.optionKind, let strikePrice = leg.strikePrice else {
                legs.append(try leg.at(price: currentPrice))
                found.append(nil)
                continue
            }
            guard try years(to: leg.expiration, path) == horizon else {
                let member =
                    switch leg.expiration {
                    case .years: "timeToExpiration"
                    case .date, nil: "expirationDate"
                    }
                throw StrategyError("\(path).\(member)", .expirationOf("options[0]"))
            }
            let quote = options.indices.first {
                options[$0].kind == kind && options[$0].strikePrice == strikePrice
            }
            let volatility = leg.impliedVolatility ?? quote.flatMap { volatilities[$0] } ?? belief.volatility
            found.append(volatility)
            if let mid = quote.flatMap({ options[$0].mid }) {
                legs.append(try leg.at(price: mid))
                continue
            }
            guard let volatility else { throw .missing("\(path).impliedVolatility") }
            let contract = try OptionContract(
                kind, strikePrice: strikePrice, timeToExpiration: horizon, volatility: volatility,
                exercise: leg.exercise ?? exercise)
            try budget.spend(contract.cost(in: market))
            legs.append(try leg.at(price: ResultRounding.rounded(try contract.price(in: market), 8)))
        }
        return (legs, found)
    }
}

extension FindQuote {
    /// The mid of a bid and an ask; `nil` unless both are given.
    package var mid: Double? {
        guard let bid, let ask, bid > 0, ask >= bid else { return nil }
        return ResultRounding.rounded((bid + ask) / 2, 10)
    }
}

extension Leg {
    /// Returns the leg, without a fee, at another price.
    fileprivate func at(price: Double) throws(StrategyError) -> Leg {
        try Leg(
            instrument, side, premium: price, quantity: quantity, sharesPerContract: sharesPerContract,
            expiration: expiration, impliedVolatility: impliedVolatility, exercise: exercise)
    }
}
