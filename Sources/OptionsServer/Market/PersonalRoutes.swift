internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import StrategyContract

/// The endpoints that export and import all that a user entered, as one document.
struct PersonalRoutes {
    private static let path = "/api/rest/personal"

    let personal: PersonalStore
    let time: ServiceTime
    /// The sources that can be switched on and off.
    let switches: [SourceDescription]

    var routes: [Route] {
        let (personal, time, switches) = (personal, time, switches)
        return [
            .reading(Self.path, "All that was entered, as one document.") { _ in
                Self.answer(try await personal.data(), switches)
            },
            .changing(
                .put, Self.path, "Replaces what was entered by a document. Absent parts stay as they are.",
                takesBody: true, takesLongBody: true
            ) { request in
                let members = try request.members(maximumElements: PersonalChange.maximumElements)
                let change = try PersonalChange(
                    members, today: NewYorkTime.date(at: time.now()), switches: switches)
                return Response(json: Self.answer(try await personal.changeData { change.apply(to: &$0) }, switches))
            },
        ]
    }

    private static func answer(_ data: PersonalData, _ switches: [SourceDescription]) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.member("watchlist") { json in json.array(data.watchlist) { $1.symbol.write(to: &$0) } }
            json.member("positions", objects: data.positions) { json, position in
                json.member("asset", position.asset.name)
                json.member("quantity", position.quantity)
                json.member("cost", position.cost)
                json.member("entered", position.entered)
            }
            json.member("trades") { json in json.array(data.trades) { $0.append(entered: $1) } }
            json.member("settings") { json in json.append(data.settings, switches) }
        }
        return json
    }
}

/// A document of what a user entered. Absent parts change nothing.
struct PersonalChange: Sendable {
    /// The maximum number of watched shares, and of positions.
    static let maximumElements = 10_000

    private var watchlist: [Ticker]?
    private var positions: [StoredPosition]?
    private var trades: [Trade]?
    private let settings: SettingsChange?

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - members: The document.
    ///   - today: The day of entry where the document has none.
    ///   - switches: The sources that can be switched on and off.
    /// - Throws: 400 if a member is unknown or violates its rule.
    init(_ members: JSONMembers, today: CalendarDate, switches: [SourceDescription]) throws(ServerError) {
        try members.allow(["watchlist", "positions", "trades", "settings"])
        watchlist = try Self.watchlist(members)
        positions = try Self.positions(members, today: today)
        trades = try Self.trades(members, today: today)
        settings = try members.object("settings").map { members throws(ServerError) in
            try SettingsChange(members, switches: switches)
        }
    }

    /// Applies the change.
    func apply(to data: inout PersonalData) {
        data.watchlist = watchlist ?? data.watchlist
        data.positions = positions ?? data.positions
        data.trades = trades ?? data.trades
        settings?.apply(to: &data.settings)
    }

    private static func watchlist(_ members: JSONMembers) throws(ServerError) -> [Ticker]? {
        guard
            let texts = try members.strings("watchlist", "an array of tickers", maximumElements: Self.maximumElements)
        else { return nil }
        var tickers: [Ticker] = []
        for (index, text) in texts.enumerated() {
            tickers.append(try RequestParameters.ticker(text, name: "watchlist[\(index)]"))
        }
        return tickers
    }

    private static func positions(_ members: JSONMembers, today: CalendarDate) throws(ServerError) -> [StoredPosition]?
    {
        guard let objects = try members.objects("positions", counts: 0...maximumElements) else { return nil }
        var positions: [Asset: StoredPosition] = [:]
        for members in objects {
            try members.allow(["asset", "quantity", "cost", "entered"])
            let rule = RequestParameters.assetRule
            let name = try members.required("asset", rule, try members.string("asset", rule))
            let asset = try RequestParameters.asset(name, name: "\(members.path)asset")
            let (quantity, cost) = try members.holding()
            let position = StoredPosition(
                asset: asset, quantity: quantity, cost: cost, entered: try members.day("entered") ?? today)
            guard positions.updateValue(position, forKey: asset) == nil else {
                throw ServerError(.notAllowed, path: "\(members.path)asset", "must not occur twice, got \"\(asset)\"")
            }
        }
        return Array(positions.values)
    }

    private static func trades(_ members: JSONMembers, today: CalendarDate) throws(ServerError) -> [Trade]? {
        guard let objects = try members.objects("trades", counts: 0...PersonalStore.maximumTrades) else { return nil }
        var trades: [Trade] = []
        var ids: Set<TradeIdentifier> = []
        for members in objects {
            try members.allow(JSONMembers.tradeMembers.union(["id"]))
            let rule = RequestParameters.tradeRule
            let text = try members.required("id", rule, try members.string("id", rule))
            let id = try RequestParameters.trade(text, name: "\(members.path)id")
            guard ids.insert(id).inserted else {
                throw ServerError(.notAllowed, path: "\(members.path)id", "must not occur twice, got \"\(id)\"")
            }
            trades.append(try members.trade(id, today: today, isRestored: true))
        }
        return trades
    }
}
