import MarketData
import Testing

@Suite("Portfolio values")
struct PortfolioValuesTests {
    private func position(_ name: String, _ quantity: String, _ cost: String) throws -> PortfolioPosition {
        PortfolioPosition(try #require(Asset(name)), quantity: decimal(quantity), cost: decimal(cost))
    }

    private func value(
        _ name: String, _ quantity: String, _ cost: String, price: String?, currency: String = "USD"
    ) throws -> PositionValue {
        let latest = price.map {
            LatestPrice(price: decimal($0), currency: currency, asOf: instant("2026-11-20T21:00:00Z"), source: .yahoo)
        }
        return PositionValue(try position(name, quantity, cost), at: latest)
    }

    @Test(
        "market value, profit and percent are exact",
        arguments: [
            ("222", "118000", "665.67", "147778.74", "29778.74", "25.236220"),
            ("0.5", "30000", "91234.56", "45617.28", "15617.28", "52.057600"),
            ("0.123456789", "10", "100.01", "12.34691346789", "2.34691346789", "23.469135"),
            ("3", "300", "90", "270", "-30", "-10"),
            ("1", "0", "5", "5", "5", nil), ("10", "3", "0.1", "1", "-2", "-66.666667"),
        ] as [(String, String, String, String, String, String?)])
    func values(quantity: String, cost: String, price: String, worth: String, profit: String, percent: String?) throws {
        let value = try value("SPY", quantity, cost, price: price)
        #expect(value.marketValue == decimal(worth))
        #expect(value.profit == decimal(profit))
        #expect(value.profitPercent == percent.map { decimal($0) })
    }

    @Test("without a price there is no value")
    func unpriced() throws {
        let value = try value("SPY", "1", "100", price: nil)
        #expect(value.marketValue == nil && value.profit == nil && value.profitPercent == nil)
    }

    @Test("totals are in dollars, and list the omitted positions")
    func totals() throws {
        let totals = PortfolioTotals([
            try value("SPY", "2", "1000", price: "600.25"), try value("BTC", "0.1", "5000", price: "90000.5"),
            try value("NESN", "10", "900", price: "80", currency: "CHF"),
            try value("VOD", "10", "900", price: "80", currency: "GBp"),
            try value("UBSG", "10", "900", price: "80", currency: "CHF"), try value("ZZZ", "1", "50", price: nil),
        ])
        #expect(totals.marketValue == decimal("10200.55"))
        #expect(totals.cost == decimal("6000"))
        #expect(totals.profit == decimal("4200.55"))
        #expect(totals.profitPercent == decimal("70.009167"))
        #expect(totals.otherCurrencies == ["CHF", "GBp"])
        #expect(totals.unpriced.map(\.name) == ["ZZZ"])
        let empty = PortfolioTotals([PositionValue]())
        #expect(empty.marketValue == .zero && empty.cost == .zero && empty.profitPercent == nil)
    }
}

@Suite("Portfolio history")
struct PortfolioHistoryTests {
    private func series(_ name: String, _ quantity: String, cost: String, _ closes: [(String, String)]) throws
        -> PortfolioHistory.Series
    {
        PortfolioHistory.Series(
            PortfolioPosition(try #require(Asset(name)), quantity: decimal(quantity), cost: decimal(cost)),
            closes: closes.map { DailyPrice(date: date($0.0), close: decimal($0.1)) })
    }

    @Test("each position is valued at its last close on or before the day, from its first close on")
    func lastClose() throws {
        let shares = try series(
            "SPY", "2", cost: "100",
            [("2026-11-18", "40"), ("2026-11-20", "50"), ("2026-11-23", "60"), ("2026-11-24", "70")])
        let coins = try series(
            "BTC", "0.5", cost: "7", [("2026-11-21", "10"), ("2026-11-22", "12"), ("2026-11-23", "14")])
        let days = PortfolioHistory.days(of: [shares, coins], from: date("2026-11-19"), through: date("2026-11-23"))
        #expect(days.map(\.date.description) == ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])
        #expect(days.map(\.marketValue) == ["80", "100", "105", "106", "127"].map { decimal($0) })
        #expect(days.map(\.cost) == ["100", "100", "107", "107", "107"].map { decimal($0) })
    }

    @Test("days before the first close of any position are left out")
    func before() throws {
        let shares = try series("SPY", "2", cost: "100", [("2026-11-20", "50")])
        let all = (date("2026-01-01"), date("2026-12-31"))
        #expect(PortfolioHistory.days(of: [shares], from: all.0, through: all.1).map(\.date) == [date("2026-11-20")])
        #expect(PortfolioHistory.days(of: [], from: all.0, through: all.1).isEmpty)
        #expect(PortfolioHistory.days(of: [shares], from: all.1, through: all.0).isEmpty)
        #expect(PortfolioHistory.days(of: [shares], from: all.0, through: all.0).isEmpty)
        // The values of a week-end are those of the Friday before.
        let saturday = PortfolioHistory.days(of: [shares], from: date("2026-11-21"), through: date("2026-11-22"))
        #expect(saturday.map(\.marketValue) == [decimal("100")])
    }
}
