import MarketData
import Testing

@Suite("Stock split")
struct StockSplitTests {
    /// `Fixtures/market/decimals.py`
    private static let rows = Result { try table("Fixtures/market/decimals.csv") }

    private func split(_ day: String, _ numerator: Int, _ denominator: Int = 1) -> StockSplit {
        StockSplit(date: date(day), numerator: numerator, denominator: denominator)
    }

    private func price(_ day: String, _ close: String, volume: Int? = nil) -> DailyPrice {
        DailyPrice(date: date(day), close: decimal(close), volume: volume)
    }

    @Test("rescales prices and quantities like exact fractions")
    func rescales() throws {
        let rows = try Self.rows.get().filter { ["price", "quantity"].contains($0[0]) }
        #expect(rows.count == 800)
        for row in rows {
            let ratio = row[2].split(separator: ":").compactMap { Int($0) }
            let split = split("2024-06-10", ratio[0], ratio[1])
            let value = decimal(row[1])
            let result = row[0] == "price" ? split.rescaled(price: value) : split.rescaled(quantity: value)
            #expect(result.description == row[3], "\(row)")
        }
    }

    @Test("divides raw closes by the splits after them")
    func rawCloses() {
        // Apple: 7 for 1 on 2014-06-09, 4 for 1 on 2020-08-31. The closes of 2020-01-02 and 2020-08-28 are those of the exchange.
        let splits = [split("2020-08-31", 4), split("2014-06-09", 7)]
        let raw = [
            price("2014-06-06", "645.57", volume: 12_497_800), price("2014-06-09", "93.70"),
            price("2020-01-02", "300.35"),
            price("2020-08-28", "499.23"), price("2020-08-31", "129.04"),
        ]
        let adjusted = raw.adjusted(for: splits)
        #expect(adjusted.map(\.date) == raw.map(\.date))
        #expect(adjusted.map(\.close) == ["23.056071", "23.425", "75.0875", "124.8075", "129.04"].map { decimal($0) })
        #expect(adjusted[0].volume == 12_497_800 * 28)
        #expect(raw.adjusted(for: []) == raw)
    }

    @Test("rescales every price of a day before the split, and none from the day of the split on")
    func everyPrice() {
        let row = DailyPrice(
            date: date("2024-06-07"), close: decimal("1208.88"), open: decimal("1197.7"), high: decimal("1216.92"),
            low: decimal("1180.22"), volume: 41_238_600, adjustedClose: decimal("1208.5"))
        let same = DailyPrice(date: date("2024-06-10"), close: decimal("121.79"))
        let rescaled = [row, same].adjusted(for: [split("2024-06-10", 10)])
        #expect(
            rescaled[0]
                == DailyPrice(
                    date: row.date, close: decimal("120.888"), open: decimal("119.77"), high: decimal("121.692"),
                    low: decimal("118.022"), volume: 412_386_000, adjustedClose: decimal("120.85")))
        #expect(rescaled[1] == same)
    }

    @Test("rescaling by two splits in succession equals rescaling by both if the quotients are exact")
    func oneAfterTheOther() {
        let raw = [price("2020-01-02", "300.35"), price("2021-01-04", "129.41")]
        let (first, second) = (split("2020-08-31", 4), split("2022-01-03", 5))
        #expect(raw.adjusted(for: [first]).adjusted(for: [second]) == raw.adjusted(for: [second, first]))
    }

    @Test("reverse splits, and volumes that round")
    func reverse() {
        let rescaled = [price("2024-01-02", "0.375", volume: 25)].adjusted(for: [split("2024-02-01", 1, 10)])
        #expect(rescaled == [price("2024-01-02", "3.75", volume: 2)])
        #expect(split("2024-02-01", 1, 10).rescaled(quantity: decimal("25")) == decimal("2.5"))
    }

    @Test("an invalid split changes nothing", arguments: [(0, 1), (1, 0), (-2, 1), (1, -1), (3, 3), (.min, 1)])
    func noSplit(numerator: Int, denominator: Int) {
        let split = split("2024-02-01", numerator, denominator)
        #expect(split.rescaled(price: decimal("1.23")) == decimal("1.23"))
        #expect(split.rescaled(quantity: decimal("1.23")) == decimal("1.23"))
        #expect([price("2024-01-02", "1")].adjusted(for: [split]) == [price("2024-01-02", "1")])
        #expect([split].unknown(to: []).isEmpty)
    }

    @Test(
        "extreme ratios and prices never trap",
        arguments: ["1e100", "-1e100", "1e-100", "999999999999999999e82", "123456789012345678e-18"])
    func extremes(text: String) {
        let values = [1, 2, 3, 5, 10, 9_999_991, 1 << 62, .max]
        for numerator in values {
            for denominator in values {
                let split = split("2024-02-01", numerator, denominator)
                _ = split.rescaled(price: decimal(text))
                _ = split.rescaled(quantity: decimal(text))
                let prices = [DailyPrice(date: date("2020-01-01"), close: decimal(text), volume: .max)]
                #expect(prices.adjusted(for: [split, split, split]).count == 1)
            }
        }
    }

    @Test("finds new splits, and recognises known ones that a source dates some days apart")
    func newSplits() {
        let known = [split("2020-08-31", 4), split("2014-06-09", 7)]
        #expect([split("2020-08-31", 4)].unknown(to: known).isEmpty)
        #expect([split("2020-08-31", 8, 2)].unknown(to: known).isEmpty)
        #expect([split("2020-08-28", 4), split("2020-09-05", 4)].unknown(to: known).isEmpty)
        #expect([split("2020-09-06", 4)].unknown(to: known) == [split("2020-09-06", 4)])
        #expect([split("2020-08-31", 2)].unknown(to: known) == [split("2020-08-31", 2)])
        let found = [split("2026-01-05", 2), split("2024-06-10", 10), split("2026-01-06", 2)]
        #expect(found.unknown(to: known) == [split("2024-06-10", 10), split("2026-01-05", 2)])
    }
}
