internal import AccountMargin
internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests

/// Writes the conventions of margin in sentences.
extension JSONWriter {
    mutating func append(_ response: MarginResponse) {
        let account = response.request.account
        append("{")
        member("standing", depth: 2)
        switch response.result {
        case .strategy:
            append(
                #""minimums of regulators (Regulation T, FINRA Rule 4210, Cboe Rule 10.3); a broker may ask for more""#)
        case .portfolio:
            append(
                #""after the published outline of portfolio margin, not the amount of OCC's programs; a broker may ask for more""#
            )
        }
        nextMember("accountType", depth: 2)
        append(quoted: account.accountType.rawValue)
        nextMember("valuationDate", depth: 2)
        append(quoted: account.valuation.description)
        nextMember("underlying", depth: 2)
        append(account.underlying)
        switch response.result {
        case .strategy(let requirements): appendStrategy(requirements, account.accountType)
        case .portfolio(let margin): appendPortfolio(margin, response.request)
        }
        line(depth: 1)
        append("}")
    }

    private mutating func append(_ underlying: MarginUnderlying) {
        append("{")
        name("class")
        append(quoted: underlying.class.rawValue)
        comma()
        name("leverageFactor")
        append(underlying.leverageFactor)
        comma()
        name("exerciseStyle")
        append(quoted: underlying.exerciseStyle.rawValue)
        comma()
        name("settlement")
        append(quoted: underlying.settlement.rawValue)
        append("}")
    }

    // MARK: Requirements by rules

    private mutating func appendStrategy(_ requirements: AccountRequirements, _ type: MarginAccount.AccountType) {
        nextMember(
            "amounts", depth: 2,
            #""gross: they contain the price of long options and the value of what is short; legs of one series are netted first""#
        )
        nextMember(
            "initial", depth: 2,
            #""at premiums and entry prices; initialDeposit is the requirement less the proceeds of short legs""#)
        switch type {
        case .margin:
            nextMember(
                "maintenance", depth: 2,
                #""at market values; maintenanceNet is the requirement less the market value of short legs, to compare with the net liquidation value""#
            )
        case .cash: nextMember("maintenance", depth: 2, #""none in a cash account, where everything is paid in full""#)
        }
        nextMember("solver", depth: 2)
        if case .library(let name) = requirements.solver { append(quoted: name) } else { append("null") }
        let isOpen = !requirements.initial.isOptimal || !(requirements.maintenance?.isOptimal ?? true)
        guard isOpen, requirements.notPermitted.isEmpty else { return }
        switch requirements.solver {
        case .library, nil:
            nextMember(
                "search", depth: 2,
                #""where optimal is false, the least requirement lies between lowerBound and requirement: the search ended at its limit of nodes or of time""#
            )
        case .unavailable:
            nextMember(
                "search", depth: 2,
                #""where optimal is false, the least requirement lies between lowerBound and requirement: no solver could be loaded; install the package coinor-libcbc3, or libhighs.so.1""#
            )
        }
    }

    // MARK: Risk-based margin

    private mutating func appendPortfolio(_ margin: PortfolioMargin, _ request: MarginRequest) {
        let account = request.account
        let dividends = !request.market.dividends.isEmpty
        nextMember("model", depth: 2)
        append("\"Black-Scholes-Merton, ")
        append(account.underlying.exerciseStyle == .american ? "American exercise" : "European exercise")
        append(dividends ? ", discrete dividends (spot model)\"" : "\"")
        nextMember("dayCount", depth: 2, #""actual/365 fixed, dates at 00:00 UTC""#)
        nextMember("riskFreeRate", depth: 2)
        append(request.market.riskFreeRate)
        nextMember("dividendYield", depth: 2)
        append(request.market.dividendYield)
        nextMember(
            "scenarios", depth: 2,
            #""the underlying moves at once; volatilities, rates and dates stay; profitLoss is the change of value from the current price""#
        )
        nextMember("portfolio", depth: 2)
        append("{")
        name("class")
        append(quoted: margin.portfolioClass.rawValue)
        comma()
        name("range")
        append(inline: [("down", margin.range.down), ("up", margin.range.up)])
        comma()
        name("points")
        append(Double(request.portfolio.points))
        comma()
        name("minimumPerContract")
        append(request.portfolio.minimumPerContract)
        append("}")
        nextMember(
            "minimum", depth: 2,
            #""minimumPerContract for a contract on 100 shares; for a long option at most its value""#)
        nextMember("legs", depth: 2)
        let legs = zip(account.positions, margin.volatilities).map { ($0, $1) }
        append(lines: legs, depth: 2) { $0.append($1.0, $1.1) }
    }

    private mutating func append(_ position: MarginPosition, _ volatility: Double?) {
        guard let volatility else { return append("null") }
        append("{")
        name("impliedVolatility")
        append(volatility)
        comma()
        name("source")
        let isGiven = position.leg.impliedVolatility != nil
        append(isGiven ? #""given""# : position.marketValue == nil ? #""premium""# : #""marketValue""#)
        append("}")
    }
}
