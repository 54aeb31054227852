import MarketData
import Testing
import _TestSupport

@testable import MarketStore

@Suite("Rescaling by splits")
struct RescalingTests {
    let folder: TemporaryFolder
    let prices: PriceStore

    init() throws {
        folder = try TemporaryFolder()
        prices = try folder.open().prices
    }

    @Test(
        "divides prices, half to even at twelve digits, and multiplies volumes",
        arguments: [
            ("499.23", 4, 1, "124.8075"), ("100", 3, 1, "33.3333333333"), ("200", 3, 1, "66.6666666667"),
            ("0.00000853", 1, 1000, "0.00853"), ("123456789012345678", 7, 3, "52910052433900000"), ("0", 2, 1, "0"),
            ("1", 1_000_000, 1, "0.000001"), ("-3", 2, 1, "-1.5"), ("0.0000000000025", 2, 1, "0.00000000000125"),
        ])
    func price(text: String, numerator: Int, denominator: Int, expected: String) throws {
        let rescaling = Rescaling(
            StockSplit(date: try day("2026-11-18"), numerator: numerator, denominator: denominator))
        #expect(rescaling.price(try decimal(text)).description == expected)
    }

    @Test(
        "multiplies volumes",
        arguments: [(100, 4, 1, 400), (5, 1, 2, 3), (7, 1, 10, 1), (.max, 2, 1, .max), (0, 3, 1, 0)])
    func volume(volume: Int, numerator: Int, denominator: Int, expected: Int) throws {
        let rescaling = Rescaling(
            StockSplit(date: try day("2026-11-18"), numerator: numerator, denominator: denominator))
        #expect(rescaling.volume(volume) == expected)
    }

    /// The split that becomes known.
    private var split: StockSplit {
        get throws { StockSplit(date: try day("2026-06-10"), numerator: 10, denominator: 1) }
    }

    private func closes() async throws -> [String] {
        try await prices.closes(of: asset("NVDA"), from: day("2026-01-01"), through: day("2026-12-31"))
            .map { "\($0.date) \($0.close)" }
    }

    @Test("changes prices that were stored before the split was known, once")
    func rescalesOnce() async throws {
        let nvda = try asset("NVDA")
        let first = PriceHistory(
            source: .yahoo,
            prices: [
                DailyPrice(
                    date: try day("2026-06-09"), close: try decimal("1200"), open: try decimal("1190"),
                    high: try decimal("1210"), low: nil, volume: 7, adjustedClose: try decimal("1199.5"))
            ], dividends: [CashDividend(date: try day("2026-03-10"), amount: try decimal("0.4"))])
        try await prices.store(first, of: nvda, answered: nil, adjustedTo: day("2026-06-09"))
        for _ in 1...2 {
            try await prices.store(
                history([("2026-06-10", "121")], splits: [split]), of: nvda, answered: nil,
                adjustedTo: day("2026-06-10"))
        }
        let price = try #require(
            try await prices.prices(of: nvda, from: day("2026-06-09"), through: day("2026-06-09")).first)
        #expect(price.close == (try decimal("120")))
        #expect(price.open == (try decimal("119")))
        #expect(price.high == (try decimal("121")))
        #expect(price.low == nil)
        #expect(price.volume == 70)
        #expect(price.adjustedClose == (try decimal("119.95")))
        #expect(try await closes() == ["2026-06-09 120", "2026-06-10 121"])
        #expect(try await prices.splits(of: nvda, after: day("2026-06-09")) == [try split])
        #expect(try await prices.splits(of: nvda, after: day("2026-06-10")) == [])
        let dividends = try await prices.dividends(of: nvda, from: day("2026-01-01"), through: day("2026-12-31"))
        #expect(dividends.map(\.amount.description) == ["0.04"])
    }

    @Test("does not change prices that were stored after the split, even of earlier days")
    func leavesAdjusted() async throws {
        let nvda = try asset("NVDA")
        // The source had adjusted these already.
        try await prices.store(
            history([("2026-01-05", "19")]), of: nvda, answered: nil, adjustedTo: day("2026-07-01"))
        try await prices.store(
            history([("2026-06-09", "120"), ("2026-06-10", "121")], splits: [split]), of: nvda, answered: nil,
            adjustedTo: day("2026-07-01"))
        #expect(try await closes() == ["2026-01-05 19", "2026-06-09 120", "2026-06-10 121"])
    }

    @Test("old and new rows together: each is changed by the splits that it lacks", arguments: 0..<20)
    func anyOrder(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (nvda, start) = (try asset("NVDA"), try day("2026-01-01"))
        let splits = try (0..<3).map { index in
            StockSplit(date: try #require(start.adding(days: 40 + 60 * index)), numerator: 2 + index, denominator: 1)
        }
        // The unadjusted close is 24 on all days.
        func close(_ date: CalendarDate, at known: CalendarDate) -> ExactDecimal {
            let factor = splits.filter { date < $0.date && $0.date <= known }.map(\.numerator).reduce(24, /)
            return ExactDecimal(significand: Int64(factor), exponent: 0)
        }
        var today = start
        while start.days(to: today) < 220 {
            today = try #require(today.adding(days: .random(in: 1...30, using: &generator)))
            let from = try #require(today.adding(days: -.random(in: 0...60, using: &generator)))
            let dates = (0...from.days(to: today)).compactMap { from.adding(days: $0) }
            let answer = PriceHistory(
                source: .yahoo, prices: dates.map { DailyPrice(date: $0, close: close($0, at: today)) },
                splits: splits.filter { from <= $0.date && $0.date <= today })
            try await prices.store(answer, of: nvda, answered: from...today, adjustedTo: today)
        }
        // Stores all splits, including those that no answer contained.
        try await prices.store(
            PriceHistory(source: .yahoo, prices: [], splits: splits), of: nvda, answered: nil, adjustedTo: today)
        for close in try await prices.closes(of: nvda, from: day("2025-01-01"), through: day("2027-12-31")) {
            let factor = splits.filter { close.date < $0.date }.map(\.numerator).reduce(24, /)
            #expect(close.close.description == "\(factor)")
        }
    }
}
