public import MarketData

/// The close of a day is the price at the midnight that ends it.
///
/// CoinGecko chooses the spacing of prices by the requested range: five minutes for a day, an hour for up to 90 days,
/// and a day, at midnight, for more. Hourly prices are not at midnight. Every request therefore covers more than 90
/// days, so that the close of a day does not depend on the request.
extension CoinGeckoSource: HistoryProvider {
    /// The days of the shortest question.
    private static let shortestDays = 92
    /// The seconds after midnight at which the price of midnight is available.
    private static let settling = 35 * 60
    private static let secondsPerDay = 86_400

    /// The first of the last 365 days, without a paid key.
    public func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? {
        guard route.coin != nil, let days = plan.days else { return nil }
        return now.date.adding(days: -days)
    }

    /// Returns the closes of complete UTC days from one day through another.
    ///
    /// - Throws: ``MarketData/MarketDataError``; ``MarketData/MarketDataError/notInPlan(_:reason:)`` if all days are
    ///   before the earliest; ``MarketData/MarketDataError/unknownSymbol(_:)`` for a share.
    public func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        guard let id = route.coin, Self.isIdentifier(id), let segment = id.pathSegment else {
            throw .unknownSymbol(route.symbol)
        }
        let now = time.now()
        let complete = now.adding(seconds: -Self.settling).date.adding(days: -1) ?? now.date
        let earliest = earliestDay(of: route, now: now)
        let (first, last) = (max(from, earliest ?? from), min(through, complete))
        if let earliest, through < earliest, from <= through {
            throw .notInPlan(.coinGecko, reason: "the plan includes the last 365 days only")
        }
        guard first <= last else { return PriceHistory(source: .coinGecko, kind: .coin, prices: []) }
        let span = Self.span(from: first, through: last, notBefore: earliest, now: now)
        let request = SourceRequest(
            "history", path: "/coins/\(segment)/market_chart/range",
            query: [
                SourceParameter("vs_currency", "usd"), SourceParameter("from", "\(span.lowerBound)"),
                SourceParameter("to", "\(span.upperBound)"),
            ])
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            try reply.checkCoinGecko("history", coin: id)
            let chart = try reply.decoded(CoinGeckoChart.self, "history")
            return PriceHistory(
                source: .coinGecko, kind: .coin, prices: chart.closes().filter { (first...last).contains($0.date) })
        }
    }

    /// Returns the range to request, in seconds: from the day before the first midnight to the day after the last one,
    /// and more than 90 days.
    private static func span(
        from first: CalendarDate, through last: CalendarDate, notBefore earliest: CalendarDate?, now: Timestamp
    ) -> ClosedRange<Int> {
        // Half a day more, so that the last price of the response, which may be the current price, is not the one at
        // midnight.
        let end = min(Timestamp(last).secondsSince1970 + secondsPerDay * 3 / 2, now.secondsSince1970)
        let shortest = shortestDays * secondsPerDay
        let begin = min(Timestamp(first).secondsSince1970, end - shortest)
        guard let limit = earliest.map({ Timestamp($0).secondsSince1970 }), begin < limit else { return begin...end }
        return limit...min(max(end, limit + shortest), now.secondsSince1970)
    }
}

/// The prices of a coin over some time.
struct CoinGeckoChart: Decodable, Sendable {
    /// A price up to this many seconds after midnight counts as the price of midnight.
    private static let tolerance = 60

    /// Pairs of milliseconds since 1970 and a price.
    let prices: Rows<NumberColumn>

    private enum Key: String, CodingKey { case prices }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // An object would count as one row.
        _ = try container.nestedUnkeyedContainer(forKey: .prices)
        prices = try container.decode(Rows<NumberColumn>.self, forKey: .prices)
    }

    /// Returns the closes, ascending: for each day the last price after the midnight that begins it through the
    /// midnight that ends it.
    ///
    /// The last price of the response is the current one and may come from a cache. It is a close only at midnight.
    func closes() -> [DailyPrice] {
        let points = prices.rows.compactMap { row -> (time: Timestamp, price: ExactDecimal)? in
            guard let milliseconds = row[0], abs(milliseconds) < 1e15, let value = row[1], value > 0,
                let time = Timestamp(secondsSince1970: Int((milliseconds / 1000).rounded(.down))),
                let price = ExactDecimal(value)
            else { return nil }
            return (time, price)
        }.sorted { $0.time < $1.time }
        guard let newest = points.last?.time else { return [] }
        return points.compactMap { point -> DailyPrice? in
            let second = point.time.nanosecondOfDay / 1_000_000_000
            guard point.time < newest || second <= Self.tolerance else { return nil }
            let day = point.time.adding(seconds: -Self.tolerance - 1).date
            return DailyPrice(date: day, close: point.price)
        }.ascending()
    }
}
