internal import MarketData
internal import MarketServices
internal import StrategyContract

/// The endpoints of expirations, strikes, chains and quotes of options.
struct OptionRoutes {
    let options: OptionService
    let chains: ChainService

    static func noChain(_ ticker: Ticker, _ expiration: CalendarDate) -> String {
        "\(ticker) has no options that expire on \(expiration)"
    }

    var routes: [Route] {
        let (options, chains) = (options, chains)
        return [
            .reading("/api/rest/stocks/{ticker}/options/expirations", "The expirations of options on a share.") {
                parameters in
                let ticker = try parameters.ticker()
                let kind = try parameters.optionKind("contractType") ?? .call
                let answer = try await options.expirations(of: ticker, kind: kind)
                var json = JSONText()
                json.object { json in
                    json.member("expirationDates") { json in json.array(answer.value) { $1.write(to: &$0) } }
                    json.origin(of: answer)
                }
                return json
            },
            .revalidating(
                "/api/rest/stocks/{ticker}/options/strikes", "The strikes of an expiration, with their deltas."
            ) {
                parameters in
                let ticker = try parameters.ticker()
                let expiration = try parameters.requiredDay("expirationDate")
                let kind = try parameters.optionKind("contractType") ?? .call
                let use = try parameters.dividendUse()
                let answer = try await chains.strikes(
                    of: ticker, expiration: expiration, kind: kind, dividends: use)
                var json = JSONText()
                json.object { json in
                    json.member("strikePrices", objects: answer.value) { json, strike in
                        json.member("strikePrice", strike.strike)
                        json.member("ticker", strike.symbol)
                        json.member("delta", strike.delta?.value)
                        json.member("deltaSource", strike.delta?.source.rawValue)
                    }
                    json.member("riskFreeRate", chains.riskFreeRate)
                    json.member("conventions") { $0.appendGreekConventions() }
                    json.origin(of: answer)
                }
                return json
            },
            .revalidating("/api/rest/stocks/{ticker}/options/chain", "A chain, with implied volatilities and greeks.") {
                parameters in
                let ticker = try parameters.ticker()
                let expiration = try parameters.requiredDay("expirationDate")
                let use = try parameters.dividendUse()
                let answer = try await chains.analysis(of: ticker, expiration: expiration, dividends: use)
                guard let chain = answer.value else {
                    throw ServerError(404, Self.noChain(ticker, expiration))
                }
                var json = JSONText()
                json.append(chain, of: answer)
                return json
            },
            .reading("/api/rest/options/quote", "The quote of an option.") { parameters in
                let ticker = try parameters.requiredTicker("underlyingTicker")
                let expiration = try parameters.requiredDay("expirationDate")
                guard let kind = try parameters.optionKind("contractType") else {
                    throw ServerError(.missing, path: "contractType", #"is required: "call" or "put""#)
                }
                let strike = try parameters.requiredPositive("strikePrice")
                let use = try parameters.dividendUse()
                let answer = try await chains.contract(
                    of: ticker, expiration: expiration, kind: kind, strike: strike, dividends: use)
                var json = JSONText()
                json.append(quote: answer, riskFreeRate: chains.riskFreeRate)
                return json
            },
        ]
    }
}
