internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import StrategyContract

/// The endpoints of positions. All but the history return the positions.
struct PositionRoutes {
    private static let path = "/api/rest/positions"

    let positions: PositionService
    let time: ServiceTime

    var routes: [Route] {
        let (positions, time) = (positions, time)
        return [
            .reading(Self.path, "The positions and their values.") { _ in try await Self.answer(positions) },
            .reading(Self.path + "/history", "The past values of today's positions, by day.") { parameters in
                let days = try parameters.pastDays(today: time.now().date)
                let history = try await positions.history(from: days.lowerBound, through: days.upperBound)
                var json = JSONText()
                json.object { json in
                    json.member("days", objects: history) { json, day in
                        json.member("date", day.date)
                        json.member("marketValue", day.marketValue)
                        json.member("cost", day.cost)
                    }
                }
                return json
            },
            .changing(.put, Self.path + "/{asset}", "Enters a position.", takesBody: true) { request in
                let asset = try request.parameters.asset()
                let members = try request.members()
                try members.allow(["quantity", "cost"])
                let (quantity, cost) = try members.holding()
                try await positions.put(asset, quantity: quantity, cost: cost)
                return Response(json: try await Self.answer(positions))
            },
            .changing(.delete, Self.path + "/{asset}", "Removes a position.", takesBody: false) { request in
                let asset = try request.parameters.asset()
                guard try await positions.remove(asset) else { throw ServerError(404, "\(asset) is not held") }
                return Response(json: try await Self.answer(positions))
            },
        ]
    }

    private static func answer(_ positions: PositionService) async throws -> JSONText {
        let rows = try await positions.positions()
        let totals = PositionTotals(rows)
        var json = JSONText()
        json.object { json in
            json.member("positions") { json in json.array(rows) { json, row in json.append(row) } }
            json.member("totals") { json in
                json.object { json in
                    json.member("currency", PositionTotals.currency)
                    json.append(totals.value)
                    json.member("excluded", objects: totals.excluded) { json, excluded in
                        json.member("asset", excluded.asset.name)
                        json.member("currency", excluded.currency)
                    }
                    json.member("unpriced") { json in json.array(totals.unpriced) { $1.name.write(to: &$0) } }
                }
            }
        }
        return json
    }
}

extension JSONMembers {
    /// The greatest number in a position.
    private static let greatest = ExactDecimal(significand: 1, exponent: 15)

    /// Returns the quantity and the cost of a position.
    func holding() throws(ServerError) -> (quantity: ExactDecimal, cost: ExactDecimal) {
        let quantity = try number("quantity", "a number above 0 and at most 10^15") {
            $0 > .zero && $0 <= Self.greatest
        }
        let cost = try number("cost", "a number from 0 to 10^15, for the whole position") {
            $0 >= .zero && $0 <= Self.greatest
        }
        return (quantity, cost)
    }
}

extension RequestParameters {
    private static let defaultDays = 365

    /// Returns the days from `from` through `to` of the query: the last year if they are absent.
    func pastDays(today: CalendarDate) throws(ServerError) -> ClosedRange<CalendarDate> {
        let (first, last) = try days()
        let end = last ?? today
        let start = first ?? end.adding(days: -Self.defaultDays) ?? end
        guard start <= end else {
            throw ServerError(.notAllowed, path: "from", "must not be later than today, got \(start)")
        }
        return start...end
    }
}

extension JSONText {
    /// Writes splits that entered amounts do not include, unless there are none.
    mutating func member(split splits: [StockSplit]) {
        if splits.isEmpty { return }
        member("split", objects: splits) { json, split in
            json.member("date", split.date)
            json.member("numerator", split.numerator)
            json.member("denominator", split.denominator)
        }
    }

    fileprivate mutating func append(_ row: PositionRow) {
        object { json in
            json.member("asset", row.position.asset.name)
            json.member("quantity", row.position.quantity)
            json.member("cost", row.position.cost)
            json.member("price", row.price?.value.price)
            json.member("currency", row.price?.value.currency ?? row.position.currency)
            json.member("marketValue", row.value?.marketValue)
            json.member("profitLoss", row.value?.profit)
            json.member("profitLossPercent", row.value?.profitPercent)
            json.member("asOf", row.price?.asOf)
            json.member("source", row.price?.source)
            json.member("stale", row.price?.isStale ?? true)
            json.member(split: row.splits)
        }
    }

    fileprivate mutating func append(_ value: PortfolioTotals?) {
        member("marketValue", value?.marketValue)
        member("cost", value?.cost)
        member("profitLoss", value?.profit)
        member("profitLossPercent", value?.profitPercent)
    }
}
