internal import HTTPTypes
internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import StrategyContract

/// The endpoints of trades.
struct TradeRoutes {
    private static let path = "/api/rest/trades"

    let trades: TradeService
    let time: ServiceTime
    let makeIdentifier: @Sendable () -> String

    var routes: [Route] {
        let (trades, time, makeIdentifier) = (trades, time, makeIdentifier)
        return [
            .reading(Self.path, "The trades and their values.") { parameters in
                let underlying = try parameters.text("underlying").map { text throws(ServerError) in
                    try RequestParameters.ticker(text, name: "underlying")
                }
                let isOpen = try parameters.flag("open")
                let rows = try await trades.trades(on: underlying)
                return Self.answer(rows.filter { !isOpen || $0.value.status == .open })
            },
            .reading(Self.path + "/history", "The profit of all trades, by day.") { parameters in
                let days = try parameters.pastDays(today: time.now().date)
                let history = try await trades.history(from: days.lowerBound, through: days.upperBound)
                var json = JSONText()
                json.object { json in
                    json.member("days", objects: history) { json, day in
                        json.member("date", day.date)
                        json.member("profitLoss", day.profit)
                        json.member("unpriced") { json in json.array(day.unpriced) { $1.text.write(to: &$0) } }
                    }
                }
                return json
            },
            .changing(.post, Self.path, "Enters a trade.", takesBody: true) { request in
                let members = try request.members()
                try members.allow(JSONMembers.tradeMembers)
                guard let id = TradeIdentifier(makeIdentifier()) else { throw ServerError.internalError }
                let row = try await Self.put(members.trade(id, today: trades.today), trades)
                return Response(
                    json: Self.answer(row), status: .created, headers: [.location: "\(Self.path)/\(id)"])
            },
            .reading(Self.path + "/{id}", "A trade and its value.") { parameters in
                let id = try parameters.trade()
                guard let row = try await trades.trade(id) else { throw Self.unknown(id) }
                return Self.answer(row)
            },
            .changing(.put, Self.path + "/{id}", "Enters or replaces a trade.", takesBody: true) { request in
                let id = try request.parameters.trade()
                let members = try request.members()
                try members.allow(JSONMembers.tradeMembers)
                let row = try await Self.put(members.trade(id, today: trades.today), trades)
                return Response(json: Self.answer(row))
            },
            .changing(.delete, Self.path + "/{id}", "Removes a trade.", takesBody: false) { request in
                let id = try request.parameters.trade()
                guard try await trades.remove(id) else { throw Self.unknown(id) }
                return Response(json: Self.answer(try await trades.trades()))
            },
        ]
    }

    private static func put(_ trade: Trade, _ trades: TradeService) async throws -> TradeRow {
        guard let row = try await trades.put(trade) else {
            throw ServerError(409, "there must be at most \(PersonalStore.maximumTrades) trades; remove one first")
        }
        return row
    }

    private static func unknown(_ id: TradeIdentifier) -> ServerError {
        ServerError(404, "there is no trade \"\(id)\"")
    }

    private static func answer(_ row: TradeRow) -> JSONText {
        var json = JSONText()
        json.append(row)
        return json
    }

    private static func answer(_ rows: [TradeRow]) -> JSONText {
        var json = JSONText()
        json.object { json in json.member("trades") { json in json.array(rows) { $0.append($1) } } }
        return json
    }
}

extension RequestParameters {
    static let tradeRule = "1 to 64 letters, digits, - or _, and not history"

    /// Returns the identifier of a trade in the path.
    fileprivate func trade() throws(ServerError) -> TradeIdentifier { try Self.trade(try segment("id"), name: "id") }

    static func trade(_ text: String, name: String) throws(ServerError) -> TradeIdentifier {
        guard let id = TradeIdentifier(text) else {
            throw ServerError(.notAllowed, path: name, "must be \(tradeRule), got \(quoted(text))")
        }
        return id
    }
}
