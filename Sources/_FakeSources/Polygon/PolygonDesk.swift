/// One question to Polygon.
struct PolygonDesk {
    let market: FakeMarket
    let plan: String
    let query: [String: String]
    let path: String

    var options: FakeOptions { FakeOptions(market: market) }
    private var status: JSON { plan == "starter" ? "DELAYED" : "OK" }

    func found(_ members: [(String, JSON)]) -> FakeAnswer {
        FakeAnswer(.object([("status", status), ("request_id", .text("r\(Noise.hash(path) % 100_000)"))] + members))
    }

    func notFound(_ message: String) -> FakeAnswer {
        FakeAnswer(["status": "NOT_FOUND", "request_id": "r-error", "message": .text(message)], status: 404)
    }

    /// Returns a page of rows. The cursor contains the place and all parameters of the first request.
    func page<Row>(
        _ count: Int, default limit: Int, maximum: Int, withCount: Bool = false,
        rows: (_ query: [String: String]) -> [Row], json: (Row) -> JSON
    ) -> FakeAnswer {
        var query = query
        var start = 0
        if let cursor = query["cursor"] {
            guard let text = Cursor.decoded(cursor) else {
                return FakeAnswer(
                    ["status": "ERROR", "request_id": "r-error", "error": "'cursor' is not valid"], status: 400)
            }
            query = FakeRequest.form(text)
            start = query["at"].flatMap(Int.init) ?? 0
        }
        let asked = query["limit"].flatMap(Int.init) ?? limit
        guard (1...maximum).contains(asked) else {
            return FakeAnswer(
                ["status": "ERROR", "request_id": "r-error", "error": "'limit' is not valid"], status: 400)
        }
        let all = rows(query)
        let end = min(start + asked, all.count)
        let part = start < end ? all[start..<end].map(json) : []
        var members: [(String, JSON)] = [("results", .array(part))]
        if withCount { members.append(("count", .integer(part.count))) }
        if end < all.count {
            query["at"] = "\(end)"
            query["cursor"] = nil
            query["apiKey"] = nil
            let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
            members.append(("next_url", .text("\(FakePolygon.address)\(path)?cursor=\(Cursor.encoded(text))")))
        }
        return found(members)
    }

    func tickers() -> FakeAnswer {
        page(0, default: 100, maximum: 1000, withCount: true) { query in
            let words = query["search"]?.uppercased()
            let isDescending = query["order"] == "desc"
            guard query["market"] ?? "stocks" == "stocks", query["active"] != "false" else { return [String]() }
            let names = FakeSymbols.listed.filter { name in
                (query["ticker"] ?? name) == name && (query["ticker.gt"] ?? "") < name
                    && (query["ticker.gte"] ?? "") <= name
                    && words.map { name.contains($0) || FakeSymbols.name(name).uppercased().contains($0) } ?? true
            }
            return isDescending ? names.reversed() : names
        } json: { name in
            let isFund = FakeSymbols.exchangeTraded.contains(name)
            let row: JSON = [
                "ticker": .text(name), "name": .text(FakeSymbols.name(name)), "market": "stocks", "locale": "us",
                "primary_exchange": .text(isFund ? "ARCX" : "XNAS"), "type": .text(isFund ? "ETF" : "CS"),
                "active": true,
                "currency_name": "usd", "cik": "0000000001", "composite_figi": "BBG000000001",
                "last_updated_utc": "2026-02-10T00:00:00Z",
            ]
            // One row in eleven has only the guaranteed members.
            let bare: Set<String> = [
                "primary_exchange", "type", "active", "currency_name", "cik", "composite_figi", "last_updated_utc",
            ]
            return Noise.hash(name) % 11 == 0 ? row.removing(bare) : row
        }
    }

    func upcoming() -> FakeAnswer {
        let closings = Sessions.closings(after: market.today).prefix(8).flatMap { day in
            ["NYSE", "NASDAQ"].map { exchange -> JSON in
                ["exchange": .text(exchange), "name": "Holiday", "date": .text("\(day)"), "status": "closed"]
            }
        }
        let short = Sessions.shortDays(after: market.today).prefix(2).map { day -> JSON in
            let hours = Sessions.hours(day)
            return [
                "exchange": "NYSE", "name": "Early close", "date": .text("\(day)"), "status": "early-close",
                "open": .text("\(Digits.time(hours.open)).000Z"), "close": .text("\(Digits.time(hours.close)).000Z"),
            ]
        }
        return FakeAnswer(.array(closings + short))
    }
}

/// The text of a cursor in base 16, so that it needs no escapes.
enum Cursor {
    static func encoded(_ text: String) -> String {
        text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    static func decoded(_ text: String) -> String? {
        let digits = Array(text)
        guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        return bytes.contains(nil) ? nil : String(decoding: bytes.compactMap { $0 }, as: UTF8.self)
    }
}
