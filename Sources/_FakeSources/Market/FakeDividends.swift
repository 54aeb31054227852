/// A dividend as sources list it.
struct FakeDividend: Sendable {
    let exDate, payDate: Day
    /// Per share of the ex-date.
    let amount: Double
    let isSpecial: Bool
    let currency: String
}

/// The dividends of shares: functions of the symbol and the day, as the prices are.
extension FakeMarket {
    /// The days before an ex-date on which a dividend is declared.
    private static let declaredAhead = 30

    /// The dividends from one day through another that are paid or declared, with amounts per share of the ex-date.
    func listedDividends(_ symbol: String, _ from: Day, _ through: Day) -> [FakeDividend] {
        guard from <= through, hasPrices(symbol) else { return [] }
        let (first, last) = (max(from, firstDay(symbol) + 1), min(through, today + Self.declaredAhead))
        return Self.exDates(symbol, first, last).map { date, isSpecial in
            let before = Sessions.before(min(date, session))
            let amount = max(0.01, Noise.rounded((isSpecial ? 0.04 : 0.004) * traded(symbol, before).close, 2))
            return FakeDividend(
                exDate: date, payDate: date + 14,
                amount: amount * divisor(symbol, date) / divisor(symbol, before), isSpecial: isSpecial,
                currency: symbol == "EUROD" ? "EUR" : "USD")
        }
    }

    /// The ex-dividend days that have begun, with amounts per share of today.
    func dividends(_ symbol: String, _ from: Day, _ through: Day) -> [(date: Day, amount: Double)] {
        listedDividends(symbol, from, min(through, session)).map { ($0.exDate, $0.amount / divisor(symbol, $0.exDate)) }
    }

    private static func exDates(_ symbol: String, _ from: Day, _ through: Day) -> [(date: Day, isSpecial: Bool)] {
        guard from <= through else { return [] }
        let years = from.civil.year...through.civil.year
        func days(_ months: [Int], _ day: Int) -> [Day] {
            years.flatMap { year in months.map { Sessions.onOrAfter(Day(year, $0, day)) } }
        }
        var days: [(date: Day, isSpecial: Bool)] =
            switch symbol {
            case "WEEKD":
                // Thursdays.
                (from.number...through.number).map { Day($0) }.filter { $0.weekday == 4 }
                    .map { (Sessions.onOrAfter($0), false) }
            case "MONTD": days(Array(1...12), 10).map { ($0, false) }
            case "YEARD": days([5], 10).map { ($0, false) }
            case "ONCED": [(Sessions.onOrAfter(Day(2025, 5, 12)), false)]
            case "SPECD", "EUROD", "SPLIT", "SPY": days([3, 6, 9, 12], 10).map { ($0, false) }
            case _ where Noise.hash(symbol, 5) & 1 == 0: days([3, 6, 9, 12], 10).map { ($0, false) }
            default: []
            }
        if symbol == "SPECD" { days += Self.specials(days.map(\.date)) }
        return days.filter { $0.date >= from && $0.date <= through }.sorted { $0.date < $1.date }
    }

    /// A special one some days before each of December.
    private static func specials(_ days: [Day]) -> [(date: Day, isSpecial: Bool)] {
        days.filter { $0.civil.month == 12 }.map { (Sessions.before($0 - 3), true) }
    }
}

extension PolygonDesk {
    /// The rows of a ticker; none for an unknown one.
    func dividends() -> FakeAnswer {
        page(0, default: 10, maximum: 1000) { query in
            guard let symbol = FakeSymbols.share(query["ticker"] ?? "", separator: "."),
                !FakeSymbols.indices.contains(symbol)
            else { return [FakeDividend]() }
            let rows = market.listedDividends(
                symbol, query["ex_dividend_date.gte"].flatMap { Day($0) } ?? Day(2010, 1, 1), market.today + 366)
            return query["order"] == "asc" ? rows : rows.reversed()
        } json: { row in
            [
                "cash_amount": .number(row.amount), "currency": .text(row.currency),
                "declaration_date": .text("\(row.exDate - 30)"), "dividend_type": row.isSpecial ? "SC" : "CD",
                "ex_dividend_date": .text("\(row.exDate)"), "frequency": row.isSpecial ? 0 : 4,
                "id": .text("E\(row.exDate.number)"), "pay_date": .text("\(row.payDate)"),
                "record_date": .text("\(row.exDate)"), "ticker": .text(query["ticker"] ?? ""),
            ]
        }
    }
}

extension TradierDesk {
    /// An element for each symbol. An unknown one has no results.
    func dividends() -> FakeAnswer {
        let names = (query["symbols"] ?? "").split(separator: ",").map(String.init)
        guard !names.isEmpty else {
            return FakeAnswer(text: "Invalid parameter, symbols: cannot be empty.", status: 400)
        }
        return FakeAnswer(.array(names.map(fundamentals)))
    }

    private func fundamentals(_ name: String) -> JSON {
        let symbol: JSON = ["request": .text(name), "type": "Symbol"]
        guard let share = share(name) else { return symbol }
        let rows = market.listedDividends(share, Day(2010, 1, 1), market.today + 366).reversed().map { row -> JSON in
            [
                "share_class_id": "0P1", "dividend_type": row.isSpecial ? "SC" : "CD",
                "ex_date": .text("\(row.exDate)"),
                "cash_amount": .number(row.amount), "currency_i_d": .text(row.currency),
                "declaration_date": .text("\(row.exDate - 30)"), "frequency": row.isSpecial ? 0 : 4,
                "pay_date": .text("\(row.payDate)"), "record_date": .text("\(row.exDate)"),
            ]
        }
        // No rows are null, and one stands alone.
        let dividends: JSON = rows.count > 1 ? .array(rows) : rows.first ?? .null
        func entry(_ type: String, _ dividends: JSON) -> JSON {
            ["type": .text(type), "id": "0C1", "tables": ["corporate_calendars": nil, "cash_dividends": dividends]]
        }
        // For half of the symbols, the company has the rows.
        let entries =
            Noise.hash(share, 6) & 1 == 0
            ? [entry("Company", nil), entry("Stock", dividends)] : [entry("Company", dividends), entry("Stock", nil)]
        return symbol.adding([("results", .array(entries))])
    }
}
