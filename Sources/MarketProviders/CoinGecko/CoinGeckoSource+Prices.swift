public import MarketData

extension CoinGeckoSource: CoinProvider {
    /// A coin of the market; its price is `nil` if it does not trade.
    private struct Coin: Decodable, Sendable {
        let id: String
        let symbol, name: String?
        let price, change: ExactDecimal?
        let updated: Timestamp?

        private enum Key: String, CodingKey {
            case id, symbol, name
            case price = "current_price"
            case change = "price_change_percentage_24h"
            case changeAsAsked = "price_change_percentage_24h_in_currency"
            case updated = "last_updated"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decode(String.self, forKey: .id)
            symbol = container.text(.symbol)
            name = container.text(.name)
            price = container.price(.price)
            change = container.decimal(.change) ?? container.decimal(.changeAsAsked)
            updated = container.text(.updated).flatMap { Timestamp($0) }
        }
    }

    /// Returns the coins with these identifiers, with one call per 250. Unknown coins and coins without a price are
    /// omitted.
    public func coins(_ ids: [String], priority: CallPriority) async throws(MarketDataError) -> [CoinQuote] {
        var quotes: [CoinQuote] = []
        for chunk in Self.chunks(ids) {
            let request = SourceRequest(
                "coins", path: "/coins/markets",
                query: [
                    SourceParameter("vs_currency", "usd"), SourceParameter("ids", chunk.joined(separator: ",")),
                    SourceParameter("per_page", "\(Self.chunk)"), SourceParameter("page", "1"),
                    SourceParameter("price_change_percentage", "24h"),
                ])
            let asked = Set(chunk)
            quotes += try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
                try Self.coins(reply, asked: asked)
            }
        }
        return quotes
    }

    static func coins(_ reply: SourceReply, asked: Set<String>) throws(SourceFailure) -> [CoinQuote] {
        try reply.checkCoinGecko("coins")
        let answer = try reply.decoded(Rows<Coin>.self, "coins")
        if answer.rows.isEmpty, answer.unreadable > 0 { throw .broken("coins: no row can be read") }
        return answer.rows.compactMap { coin in
            guard asked.contains(coin.id), let price = coin.price else { return nil }
            return CoinQuote(
                id: coin.id, symbol: coin.symbol ?? coin.id, name: coin.name ?? coin.id, price: price,
                changePercent24Hours: coin.change, lastUpdated: coin.updated ?? reply.received)
        }
    }
}

extension CoinGeckoSource: LatestPriceProvider {
    /// The price of a coin; empty if the coin does not trade.
    private struct Price: Decodable, Sendable {
        let price: ExactDecimal?
        let updated: Timestamp?

        private enum Key: String, CodingKey {
            case price = "usd"
            case updated = "last_updated_at"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            price = container.price(.price)
            updated = container.integer(.updated).flatMap { Timestamp(secondsSince1970: $0) }
        }
    }

    /// One call per 250 coins; a few more if their identifiers are long.
    public func callCount(latestPrices count: Int) -> Int { count > 0 ? (count - 1) / Self.chunk + 1 : 0 }

    /// Returns the latest prices of coins, with one call per 250. Unknown coins, coins without a price and shares are
    /// omitted.
    public func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        var prices: [AssetRoute: LatestPrice] = [:]
        for chunk in Self.chunks(routes.compactMap(\.coin)) {
            let request = SourceRequest(
                "prices", path: "/simple/price",
                query: [
                    SourceParameter("ids", chunk.joined(separator: ",")), SourceParameter("vs_currencies", "usd"),
                    SourceParameter("include_last_updated_at", "true"), SourceParameter("precision", "full"),
                ])
            let answered = try await client.answer(request, priority: priority) {
                reply throws(SourceFailure) -> [AssetRoute: LatestPrice] in
                try reply.checkCoinGecko("prices")
                let answer = try reply.decoded(KeyedRows<Price>.self, "prices")
                var prices: [AssetRoute: LatestPrice] = [:]
                for id in chunk {
                    guard let row = answer.rows[id], let price = row.price else { continue }
                    prices[.coin(id: id)] = LatestPrice(
                        price: price, asOf: row.updated ?? reply.received, source: .coinGecko)
                }
                return prices
            }
            prices.merge(answered) { _, last in last }
        }
        return prices
    }
}
