internal import MarketData
internal import MarketServices
internal import OptionPricing
internal import StrategyContract

/// The endpoint of coins.
struct CoinRoutes {
    let coins: CoinService

    var routes: [Route] {
        let coins = coins
        return [
            .reading("/api/rest/coins/markets", "The prices of coins.") { parameters in
                let rule = "identifiers of coins, separated by commas"
                let text = try parameters.required("ids", rule)
                let ids = text.split(separator: ",").map { $0.trimmed.lowercased() }.filter {
                    Asset("coin:\($0)") != nil
                }
                guard !ids.isEmpty else {
                    throw ServerError(
                        .notAllowed, path: "ids", "must be \(rule), got \(RequestParameters.quoted(text))")
                }
                let answers = try await coins.coins(ids)
                var json = JSONText()
                json.array(answers) { json, answer in
                    let coin = answer.value
                    json.object { json in
                        json.member("id", coin.id)
                        json.member("symbol", coin.symbol)
                        json.member("name", coin.name)
                        json.member("current_price", coin.price)
                        json.member("price_change_percentage_24h", coin.changePercent24Hours)
                        json.member("last_updated", coin.lastUpdated.milliseconds)
                        json.member("source", answer.source)
                        json.member("stale", answer.isStale)
                    }
                }
                return json
            }
        ]
    }
}
