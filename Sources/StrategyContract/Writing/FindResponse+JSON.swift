internal import AccountMargin
internal import ExactPayoff
internal import OptionPricing
internal import StrategyNames
public import StrategyRequests
internal import StrategyValuation

extension FindResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    /// - Parameter pretty: Indents by two spaces, with one strategy on each line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, identifier: nil, pretty: pretty)
        return output
    }

    /// Appends the response, which begins with the JSON text of the member `id`, if there is one. Returns whether it is complete.
    @discardableResult
    func write(
        to output: inout [UInt8], identifier: [UInt8]?, pretty: Bool, isCancelled: (@Sendable () -> Bool)? = nil
    ) -> Bool {
        JSONWriter.append(to: &output, pretty: pretty, isCancelled: isCancelled) { writer in
            writer.append("{")
            if let identifier {
                writer.member("id", depth: 1)
                writer.bytes.append(contentsOf: identifier)
                writer.append(",")
            }
            writer.member("strategies", depth: 1)
            writer.append(lines: strategies, depth: 1) { $0.append($1, of: self) }
            if let frontSize {
                writer.nextMember("front", depth: 1)
                writer.append("{")
                writer.name("size")
                writer.append(Double(frontSize))
                writer.append("}")
            }
            writer.nextMember("riskless", depth: 1)
            writer.append("{")
            writer.name("best")
            writer.append(inline: riskless) { $0.append($1) }
            writer.append("}")
            writer.nextMember("holdings", depth: 1, ifPresent: holdings) { $0.append($1, of: self) }
            writer.nextMember("examined", depth: 1)
            writer.append(examined)
            writer.nextMember("complete", depth: 1, isComplete ? "true" : "false")
            if !isComplete {
                writer.nextMember("covered", depth: 1)
                writer.append(covered)
            }
            writer.nextMember("conventions", depth: 1)
            writer.append(conventions, hasHoldings: holdings != nil)
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ strategy: FindResponse.Strategy, of response: FindResponse) {
        append("{")
        name("rank")
        append(Double(strategy.rank))
        next("strategyName")
        append(named: strategy.name)
        next("title")
        append(quoted: strategy.title)
        next("legs")
        append(inline: strategy.legs) { $0.append(found: $1) }
        next("objectives")
        append(zip(response.objectives, strategy.objectives).map { ($0, $1) })
        next("capital")
        append(strategy.capital)
        if response.conventions.accountType != nil {
            next("initialDeposit")
            append(strategy.initialDeposit)
        }
        next("metrics")
        append(strategy.metrics)
        if response.conventions.hasPairs {
            next("isCertified")
            append(strategy.isCertified ? "true" : "false")
        }
        next("probability")
        append(strategy.probability)
        next("profitAtTarget")
        append(strategy.profitAtTarget)
        next("greeks")
        append(net: strategy.greeks)
        next("equivalents")
        append(inline: strategy.equivalents) { $0.append($1) }
        if response.frontSize != nil {
            next("tradeOffs")
            append(inline: strategy.tradeOffs) { $0.append($1) }
        }
        append("}")
    }

    /// Writes a comma and the name of the next member on the same line.
    private mutating func next(_ name: StaticString) {
        comma()
        self.name(name)
    }

    private mutating func append(named strategy: StrategyName?) {
        guard let strategy else { return append("null") }
        append("{")
        name("name")
        append(quoted: strategy.name)
        next("family")
        append(quoted: strategy.family?.rawValue)
        next("legs")
        append(inline: strategy.roles) { $0.append(quoted: $1) }
        next("aliases")
        append(inline: strategy.aliases) { $0.append(quoted: $1) }
        append("}")
    }

    /// Writes a leg as a request of `calculate` has it.
    private mutating func append(found leg: Leg) {
        append("{")
        name("type")
        append(quoted: leg.kind.word)
        next("position")
        append(quoted: leg.side.rawValue)
        if let strikePrice = leg.strikePrice {
            next("strikePrice")
            append(strikePrice)
        }
        next("premium")
        append(leg.premium)
        next("quantity")
        append(Double(leg.quantity))
        if leg.kind != .stock {
            if leg.sharesPerContract != Leg.defaultSharesPerContract {
                next("sharesPerContract")
                append(Double(leg.sharesPerContract))
            }
            next("impliedVolatility")
            append(leg.impliedVolatility)
        } else if leg.sharesPerContract != Leg.defaultSharesPerStockUnit {
            next("sharesPerContract")
            append(Double(leg.sharesPerContract))
        }
        if leg.fee > 0 {
            next("fee")
            append(leg.fee)
        }
        switch leg.expiration {
        case .date(let date):
            next("expirationDate")
            append(quoted: date.description)
        case .years(let years):
            next("timeToExpiration")
            append(years)
        case nil: break
        }
        append("}")
    }

    /// Writes an object with a value for each objective.
    mutating func append(_ objectives: [(objective: FindObjective, value: Double)]) {
        append("{")
        for (index, row) in objectives.enumerated() {
            if index > 0 { comma() }
            append(quoted: row.objective.rawValue)
            append(pretty ? ": " : ":")
            append(finite: row.value)
        }
        append("}")
    }

    private mutating func append(_ metrics: StrategyMetrics) {
        append("{")
        name("netCost")
        append(metrics.netCost)
        next("maxProfit")
        append(metrics.maxProfit)
        next("maxLoss")
        append(metrics.maxLoss)
        next("breakEvenPoints")
        append(inline: metrics.breakEvenPoints) { $0.append($1) }
        append("}")
    }

    private mutating func append(_ probability: FindResponse.Probability) {
        append("{")
        name("ofProfit")
        append(probability.ofProfit)
        next("expectedProfitLoss")
        append(finite: probability.expectedProfitLoss)
        next("expectedShortfall")
        append(inline: probability.expectedShortfall) { writer, risk in
            writer.append(inline: [("level", risk.level), ("value", risk.value)])
        }
        append("}")
    }

    private mutating func append(net greeks: PositionGreeks?) {
        guard let greeks else { return append("null") }
        append("{")
        name("net")
        append(inline: [
            ("delta", greeks.delta), ("gamma", greeks.gamma), ("theta", greeks.theta), ("vega", greeks.vega),
            ("rho", greeks.rho),
        ])
        append("}")
    }

    private mutating func append(_ equivalent: FindResponse.Equivalent) {
        append("{")
        name("name")
        append(quoted: equivalent.name)
        next("title")
        append(quoted: equivalent.title)
        next("netCost")
        append(equivalent.netCost)
        next("worseBy")
        append(equivalent.worseBy)
        append("}")
    }

    private mutating func append(_ tradeOff: FindResponse.TradeOff) {
        append("{")
        name("objective")
        append(quoted: tradeOff.objective.rawValue)
        next("betterRank")
        append(Double(tradeOff.betterRank))
        next("gains")
        append(tradeOff.gains)
        next("gives")
        append(tradeOff.gives.map { ($0.objective, $0.value) })
        append("}")
    }

    fileprivate mutating func append(_ riskless: FindResponse.Riskless) {
        append("{")
        name("title")
        append(quoted: riskless.title)
        next("legs")
        append(inline: riskless.legs) { $0.append(found: $1) }
        next("netCost")
        append(riskless.metrics.netCost)
        next("maxLoss")
        append(riskless.metrics.maxLoss)
        next("maxProfit")
        append(riskless.metrics.maxProfit)
        append("}")
    }

    fileprivate mutating func append(_ holdings: FindResponse.Holdings, of response: FindResponse) {
        append("{")
        name("legs")
        append(inline: holdings.legs) { $0.append(found: $1) }
        next("capital")
        append(holdings.capital)
        if response.conventions.accountType != nil {
            next("initialDeposit")
            append(holdings.initialDeposit)
        }
        next("metrics")
        append(holdings.metrics)
        next("probability")
        append(holdings.probability)
        next("profitAtTarget")
        append(holdings.profitAtTarget)
        next("greeks")
        append(net: holdings.greeks)
        append("}")
    }

    fileprivate mutating func append(_ examined: FindResponse.Examined) {
        append("{")
        name("combinations")
        append(Double(examined.combinations))
        next("contracts")
        append("{")
        name("quoted")
        append(Double(examined.quoted))
        next("usable")
        append(Double(examined.usable))
        next("excluded")
        append("{")
        for (index, exclusion) in FindResponse.Exclusion.allCases.enumerated() {
            if index > 0 { comma() }
            append(quoted: exclusion.rawValue)
            append(pretty ? ": " : ":")
            append(Double(examined.excluded[exclusion] ?? 0))
        }
        append("}}}")
    }

    fileprivate mutating func append(_ conventions: FindConventions, hasHoldings: Bool) {
        append("{")
        member("model", depth: 2)
        append("\"Black-Scholes-Merton, ")
        append(conventions.exercise == .american ? "American exercise" : "European exercise")
        if conventions.hasDividends { append(", discrete dividends (spot model)") }
        append("\"")
        nextMember("dayCount", depth: 2, #""actual/365 fixed, dates at 00:00 UTC""#)
        nextMember("valuationDate", depth: 2, ifPresent: conventions.valuation) { $0.append(quoted: $1.description) }
        nextMember("timeToExpiration", depth: 2)
        append(conventions.timeToExpiration)
        if conventions.expirations.count > 1 {
            nextMember("timesToExpiration", depth: 2)
            append(inline: conventions.expirations) { $0.append($1) }
            nextMember(
                "horizon", depth: 2,
                conventions.hasPairs
                    ? #""each strategy at the first expiration of its legs; those that expire later at their model value, each at its own volatility""#
                    : #""each strategy at the expiration of its legs""#)
        }
        nextMember("priceRange", depth: 2, ifPresent: conventions.priceRange) { writer, range in
            writer.append(inline: [("minimum", range.lowerBound), ("maximum", range.upperBound)])
            writer.nextMember("extremes", depth: 2, #""over the prices of priceRange""#)
        }
        nextMember("riskFreeRate", depth: 2)
        append(conventions.riskFreeRate)
        nextMember("dividendYield", depth: 2)
        append(conventions.dividendYield)
        nextMember("compounding", depth: 2, #""continuous""#)
        if let volatility = conventions.volatility {
            nextMember("volatility", depth: 2)
            append(volatility.value)
            nextMember("volatilitySource", depth: 2, volatility.source.words)
        }
        nextMember("drift", depth: 2, ifPresent: conventions.drift) { $0.append($1) }
        nextMember("distribution", depth: 2, ifPresent: conventions.distribution) { writer, distribution in
            writer.append(distribution)
        }
        nextMember(
            "prices", depth: 2, #""a long leg costs the ask, a short one brings the bid; shares at currentPrice""#)
        nextMember(
            "capital", depth: 2, #""max(-maxLoss, netCost): what must be there to hold the position""#)
        nextMember(
            "riskless", depth: 2,
            #""combinations that cannot lose at expiration; check the age of the quotes before relying on them""#)
        if conventions.exercise == .american {
            nextMember(
                "equivalents", depth: 2, #""of equivalents, those with short legs in the money may be assigned early""#)
        }
        if hasHoldings {
            nextMember(
                "holdings", depth: 2,
                #""at the present price: shares at currentPrice, options at the mid, else at the model value; all but netCost is of holdings and additions together""#
            )
        }
        if let accountType = conventions.accountType {
            nextMember("accountType", depth: 2)
            append(quoted: accountType.rawValue)
            nextMember(
                "initialDeposit", depth: 2,
                hasHoldings
                    ? #""of an account with holdings and additions and nothing else; minimums of regulators, a broker may ask for more""#
                    : #""of an account with the legs and nothing else; minimums of regulators, a broker may ask for more""#
            )
        }
        nextMember("greekUnits", depth: 2)
        appendGreekUnits(isMarket: conventions.greekUnits == .market, hasHigher: false)
        line(depth: 1)
        append("}")
    }
}
