internal import MarketData
package import MarketServices
internal import StrategyContract

/// The endpoints of daily and latest prices.
struct PriceRoutes {
    private static let maximumAssets = 250

    let prices: PriceService

    var routes: [Route] {
        let prices = prices
        return [
            .reading("/api/rest/prices", "The stored days of each asset, and the missing ones.") { _ in
                JSONText(try await prices.coverage())
            },
            .reading("/api/rest/prices/latest", "The latest prices of assets.") { parameters in
                try await Self.latest(parameters, prices)
            },
            .revalidating("/api/rest/prices/{asset}", "The daily prices of an asset.") { parameters in
                let asset = try parameters.asset()
                let (first, last) = try parameters.days()
                guard let found = try await prices.prices(of: asset, from: first, through: last) else {
                    throw ServerError(
                        404,
                        prices.hasWholeHistory
                            ? "\(asset) is unknown in the simulated market"
                            : "nothing is stored of \(asset); POST /api/rest/prices/backfill imports it")
                }
                return JSONText(found)
            },
        ]
    }

    private static func latest(_ parameters: RequestParameters, _ prices: PriceService) async throws -> JSONText {
        let rule = "assets separated by commas"
        let assets = try RequestParameters.assets(try parameters.required("assets", rule), name: "assets")
        guard !assets.isEmpty else { throw ServerError(.notAllowed, path: "assets", "must be \(rule), got none") }
        guard assets.count <= maximumAssets else {
            throw ServerError(
                .notAllowed, path: "assets", "must be at most \(maximumAssets) assets, got \(assets.count)")
        }
        let (found, unknown) = try await prices.latestPrices(of: assets)
        var json = JSONText()
        json.object { json in
            json.member("prices") { json in json.array(found) { $0.append(latest: $1.1, of: $1.0) } }
            json.member("unknown") { json in json.array(unknown) { $1.name.write(to: &$0) } }
        }
        return json
    }
}

extension RequestParameters {
    /// Returns the distinct assets of a list, in its order.
    static func assets(_ list: String, name: String) throws(ServerError) -> [Asset] {
        var assets: [Asset] = []
        var seen: Set<Asset> = []
        for text in list.split(separator: ",").map(\.trimmed) where !text.isEmpty {
            let asset = try asset(text, name: name)
            if seen.insert(asset).inserted { assets.append(asset) }
        }
        return assets
    }

    /// Returns the days `from` and `to` of the query. `from` is not later than `to`.
    func days() throws(ServerError) -> (first: CalendarDate?, last: CalendarDate?) {
        let (first, last) = (try day("from"), try day("to"))
        if let first, let last, first > last {
            throw ServerError(.notAllowed, path: "from", "must not be later than to, got \(first) and \(last)")
        }
        return (first, last)
    }
}

extension AssetPrices {
    /// The answer of `GET /api/rest/prices/{asset}`.
    package var json: [UInt8] { JSONText(self).bytes }
}

extension Sequence<AssetHolding> {
    /// The answer of `GET /api/rest/prices`.
    package var json: [UInt8] { JSONText(self).bytes }
}

extension JSONText {
    /// Writes the latest price of an asset.
    mutating func append(latest price: Sourced<LatestPrice>, of asset: Asset) {
        object { json in
            json.member("asset", asset.name)
            json.member("price", price.value.price)
            json.origin(of: price)
        }
    }

    fileprivate init(_ coverage: some Sequence<AssetHolding>) {
        self.init()
        object { json in
            json.member("assets") { json in json.array(coverage) { json, asset in json.append(asset) } }
        }
    }

    fileprivate init(_ prices: AssetPrices) {
        self.init()
        append(prices)
    }

    fileprivate mutating func append(_ asset: AssetHolding) {
        object { json in
            json.member("asset", asset.asset.name)
            json.member("type", asset.kind.rawValue)
            json.member("source", asset.source)
            json.member("days", asset.days)
            json.member("first", asset.first)
            json.member("last", asset.last)
            json.member("missingDays", asset.missing.reduce(0) { $0 + $1.days })
            json.member("missing", objects: asset.missing) { json, gap in
                json.member("from", gap.run.first)
                json.member("to", gap.run.last)
                json.member("days", gap.days)
                json.member("years", objects: gap.years) { json, year in
                    json.member("year", year.year)
                    json.member("days", year.days)
                }
            }
        }
    }

    fileprivate mutating func append(_ found: AssetPrices) {
        object { json in
            json.member("asset", found.asset.name)
            json.member("currency", found.currency)
            json.member("source", found.source)
            json.member("prices", objects: found.prices) { json, price in
                json.member("date", price.date)
                json.member("close", price.close)
                json.member("open", price.open)
                json.member("high", price.high)
                json.member("low", price.low)
                json.member("volume", price.volume)
                json.member("adjustedClose", price.adjustedClose)
            }
        }
    }
}
