internal import MarketData
internal import MarketServices
internal import OptionPricing
internal import VolatilitySmile

extension JSONText {
    /// Writes a chain.
    mutating func append(_ chain: AnalyzedChain, of answer: Sourced<AnalyzedChain?>) {
        let analysis = chain.analysis
        object { json in
            json.chainMembersBeforeStrikes(chain)
            json.member("strikes") { json in
                json.array(analysis.strikes) { $0.append($1, analysis.snapshot.quotes) }
            }
            json.chainMembersAfterStrikes(analysis, of: answer)
        }
    }

    mutating func chainMembersBeforeStrikes(_ chain: AnalyzedChain) {
        let analysis = chain.analysis
        member("ticker", analysis.snapshot.underlying.symbol)
        member("expirationDate", analysis.snapshot.expiration)
        member("spot", analysis.snapshot.spot)
        member("forward", analysis.forward)
        member("forwardSource", analysis.forwardSource?.name)
        member("carry", analysis.carry)
        member("riskFreeRate", analysis.riskFreeRate)
        member("timeToExpiration", analysis.timeToExpiration)
        member("exercise", analysis.exercise.rawValue)
        member("dividends", objects: analysis.dividends) { json, dividend in
            json.member("exDate", dividend.exDate)
            json.member("amount", dividend.amount)
            json.member("status", dividend.status.rawValue)
        }
        member("dividendsStatus", chain.areDividendsKnown ? "known" : "unknown")
        member("conventions") { $0.appendChainConventions() }
    }

    mutating func chainMembersAfterStrikes(_ analysis: ChainAnalysis, of answer: Sourced<AnalyzedChain?>) {
        member("smile") { $0.append(analysis.smile) }
        member("distribution") { $0.append(distribution: analysis.distribution) }
        member("arbitrage") { json in
            json.array(analysis.arbitrage) { $0.append($1, analysis.snapshot.quotes) }
        }
        origin(of: answer)
    }

    /// Writes the call and the put of a strike.
    mutating func append(_ strike: ChainStrike, _ quotes: [ContractQuote]) {
        object { json in
            json.member("strikePrice", strike.strike)
            json.member("call") { $0.append(strike.call, quotes) }
            json.member("put") { $0.append(strike.put, quotes) }
        }
    }

    /// Writes the conventions of greeks that the server computes.
    mutating func appendGreekConventions() { object { $0.greekConventions() } }

    private mutating func greekConventions() {
        member("dayCount", "actual/365 (fixed) from asOf to the close of the exchange on the expiration date")
        member("greekUnits", "theta per calendar day; vega and rho per percentage point")
    }

    private mutating func appendChainConventions() {
        object { json in
            json.greekConventions()
            json.member(
                "forward",
                "equal volatilities of calls and puts near the money, for European options put-call parity; "
                    + "forwardSource \"spot\": the spot, the rate and the dividends, without a yield")
            json.member(
                "volatility", "by exercise and dividends; an ex-date stands for the open of the exchange on that day")
            json.member("greeks", "of both options of a strike at the volatility of the one out of the money")
            json.member("smile", "volatilities of options out of the money")
        }
    }

    private mutating func append(_ option: ChainOption?, _ quotes: [ContractQuote]) {
        guard let option else { return append("null") }
        let quote = quotes[option.quote]
        object { json in
            json.member("ticker", quote.contract.symbol)
            json.member("bid", quote.bid)
            json.member("ask", quote.ask)
            json.member("last", quote.last)
            json.member("midpoint", quote.midpoint)
            json.member("volume", quote.volume)
            json.member("openInterest", quote.openInterest)
            json.member("impliedVolatility", option.volatility.value)
            json.member("impliedVolatilityStatus", option.volatility.status.rawValue)
            json.member("bidVolatility", option.bidVolatility.value)
            json.member("askVolatility", option.askVolatility.value)
            json.member("vendorVolatility", quote.vendorVolatility)
            json.member("greeks") { $0.append(option.greeks) }
            json.member("greeksSource", option.greeksVolatility?.rawValue)
        }
    }

    private mutating func append(_ greeks: MarketGreeks?) {
        guard let greeks else { return append("null") }
        append(
            VendorGreeks(
                delta: greeks.delta, gamma: greeks.gamma, theta: greeks.theta, vega: greeks.vega, rho: greeks.rho))
    }

    private mutating func append(_ smile: SVISmile?) {
        guard let smile else { return append("null") }
        object { json in
            json.member("model", "raw SVI")
            json.members(smile.parameters)
            json.member("lowestStrike", smile.strikeRange.lowerBound)
            json.member("highestStrike", smile.strikeRange.upperBound)
            json.member("rootMeanSquare", smile.rootMeanSquare.volatility)
            json.member("isFreeOfButterflyArbitrage", smile.isFreeOfButterflyArbitrage)
        }
    }

    /// Writes a distribution as `calculate` takes it.
    private mutating func append(distribution: SVISmile?) {
        guard let distribution else { return append("null") }
        object { json in
            json.member("forward", distribution.chain.forward)
            json.member("timeToExpiration", distribution.chain.timeToExpiration)
            json.members(distribution.parameters)
        }
    }

    private mutating func members(_ parameters: RawSVI) {
        member("level", parameters.level)
        member("slope", parameters.slope)
        member("correlation", parameters.correlation)
        member("shift", parameters.shift)
        member("width", parameters.width)
    }

    private mutating func append(_ arbitrage: ChainArbitrage, _ quotes: [ContractQuote]) {
        object { json in
            json.member("condition", "\(arbitrage.condition)")
            json.member("profit", arbitrage.profit)
            json.member("shares", arbitrage.shares)
            json.member("cash", arbitrage.cash)
            json.member("trades", objects: arbitrage.trades) { json, trade in
                let contract = quotes[trade.quote].contract
                json.member("contractType", contract.kind == .call ? "call" : "put")
                json.member("strikePrice", contract.strike)
                json.member("quantity", trade.quantity)
                json.member("price", trade.price)
            }
        }
    }

    /// Writes the quote of an option, with all members even if there is none. Volatility and greeks have one origin:
    /// either both are the source's, or both are computed.
    mutating func append(quote answer: Sourced<AnalyzedContract>?, riskFreeRate: Double) {
        let quote = answer?.value.quote
        let option = answer?.value.option
        let vendor = quote?.vendorGreeks
        let ours = option?.greeksVolatility == .vendor ? quote?.vendorVolatility : option?.volatility.value
        let isComputed = vendor == nil && option?.greeks != nil
        object { json in
            json.member("found", quote != nil)
            json.member("bid", quote?.bid)
            json.member("ask", quote?.ask)
            json.member("last", quote?.last)
            json.member("midpoint", quote?.midpoint)
            json.member("impliedVolatility", vendor == nil ? ours : quote?.vendorVolatility ?? ours)
            json.member("openInterest", quote?.openInterest)
            json.member("greeks") { json in
                if let vendor { json.append(vendor) } else { json.append(option?.greeks) }
            }
            json.member("ticker", quote?.contract.symbol)
            json.member("greeksSource", vendor != nil ? "vendor" : isComputed ? "computed" : nil)
            json.member("riskFreeRate", isComputed ? riskFreeRate : nil)
            json.member("conventions") { json in
                if isComputed { json.appendGreekConventions() } else { json.append("null") }
            }
            json.member("asOf", answer?.asOf)
            json.member("source", answer?.source)
            json.member("stale", answer?.isStale ?? false)
        }
    }

    private mutating func append(_ greeks: VendorGreeks) {
        object { json in
            json.member("delta", greeks.delta)
            json.member("gamma", greeks.gamma)
            json.member("theta", greeks.theta)
            json.member("vega", greeks.vega)
            json.member("rho", greeks.rho)
        }
    }
}

extension ForwardSource {
    fileprivate var name: String {
        switch self {
        case .parity: "parity"
        case .spot: "spot"
        }
    }
}
