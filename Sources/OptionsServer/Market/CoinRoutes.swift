internal import MarketData
internal import MarketServices
internal import OptionPricing

/// The endpoint of coins.
struct CoinRoutes {
    private static let maximumLength = 64

    let coins: CoinService

    var routes: [Route] {
        let coins = coins
        return [
            .reading("/api/rest/coins/markets", "The prices of coins.") { parameters in
                let rule = "identifiers of coins, separated by commas"
                let text = try parameters.required("ids", rule)
                let ids = text.split(separator: ",").map { $0.trimmed.lowercased() }.filter(Self.isIdentifier)
                guard !ids.isEmpty else {
                    throw ServerError(400, "ids must be \(rule), got \(RequestParameters.quoted(text))")
                }
                let answer = try await coins.coins(ids)
                var json = JSONText()
                json.array(answer.value) { json, coin in
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

    private static func isIdentifier(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its beginning and end.
    var trimmed: String {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
