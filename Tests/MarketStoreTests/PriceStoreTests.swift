import MarketData
import MarketStore
import Testing
import _TestSupport

@Suite("Daily prices")
struct PriceStoreTests {
    let folder: TemporaryFolder
    let prices: PriceStore

    init() throws {
        folder = try TemporaryFolder()
        prices = try folder.open().prices
    }

    @Test("are read with all digits, in ascending order")
    func comeBack() async throws {
        let full = DailyPrice(
            date: try day("2026-11-19"), close: try decimal("671.25"), open: try decimal("0.00000853"),
            high: try decimal("123456789012345678"), low: try decimal("-0.1"), volume: 9_007_199_254_740_993,
            adjustedClose: try decimal("75.0875015258789"))
        let bare = DailyPrice(date: try day("2026-11-18"), close: try decimal("1e20"))
        let answer = PriceHistory(
            source: .coinGecko, currency: "EUR", kind: .coin, firstTradeDate: try day("2010-07-17"),
            prices: [full, bare], splits: [], dividends: [CashDividend(date: full.date, amount: try decimal("0.07"))])
        let coverage = try await prices.store(
            answer, of: asset("BTC"), answered: days("2026-11-10", "2026-11-18"), adjustedTo: full.date)

        let bitcoin = try asset("BTC")
        #expect(
            try await prices.prices(of: bitcoin, from: day("0001-01-01"), through: day("9999-12-31")) == [bare, full])
        #expect(try await prices.prices(of: bitcoin, from: full.date, through: full.date) == [full])
        #expect(try await prices.prices(of: asset("SPY"), from: full.date, through: full.date) == [])
        #expect(try await prices.dividends(of: bitcoin, from: full.date, through: full.date) == answer.dividends)
        #expect(coverage.source == .coinGecko)
        #expect(coverage.kind == .coin)
        #expect(coverage.currency == "EUR")
        #expect(coverage.firstTradeDate == answer.firstTradeDate)
        #expect(coverage.days == 2)
        #expect(coverage.first == bare.date)
        #expect(coverage.last == full.date)
        #expect(coverage.answered == [try days("2026-11-10", "2026-11-19")])
        #expect(try await prices.coverage(of: bitcoin) == coverage)
        #expect(try await prices.coverage() == [coverage])
        #expect(try await prices.coverage(of: asset("SPY")) == nil)
    }

    @Test("are replaced by later ones, and counted once")
    func replace() async throws {
        let spy = try asset("SPY")
        try await prices.store(
            history([("2026-11-18", "1"), ("2026-11-19", "2")]), of: spy, answered: nil, adjustedTo: day("2026-11-19"))
        let coverage = try await prices.store(
            history([("2026-11-17", "5"), ("2026-11-19", "3"), ("2026-11-19", "4")]), of: spy, answered: nil,
            adjustedTo: day("2026-11-19"))
        #expect(coverage.days == 3)
        let closes = try await prices.closes(of: spy, from: day("2026-11-01"), through: day("2026-11-30"))
        #expect(closes.map(\.close.description) == ["5", "1", "4"])
    }

    @Test("give the last closes")
    func lastCloses() async throws {
        let (spy, voo, qqq) = (try asset("SPY"), try asset("VOO"), try asset("QQQ"))
        try await prices.store(
            history([("2026-11-16", "1"), ("2026-11-17", "2"), ("2026-11-19", "3")]), of: spy, answered: nil,
            adjustedTo: day("2026-11-19"))
        try await prices.store(history([("2026-11-19", "9")]), of: voo, answered: nil, adjustedTo: day("2026-11-19"))
        let last = try await prices.lastCloses(of: [spy, voo, qqq], onOrBefore: day("2026-11-18"))
        let close = DailyClose(date: try day("2026-11-17"), close: try decimal("2"))
        #expect(last.mapValues(\.close) == [spy: close])
        #expect(last[spy]?.currency == "USD" && last[spy]?.source == .yahoo)
        let both = try await prices.lastCloses(of: [voo, spy], onOrBefore: day("2026-11-30"))
        #expect(both.mapValues(\.close.close.description) == [spy: "3", voo: "9"])
    }

    @Test("the answered days are the union of all answered ranges", arguments: 0..<20)
    func answeredDays(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (spy, start) = (try asset("SPY"), try day("2024-02-01"))
        var expected: Set<CalendarDate> = []
        var stored: Set<CalendarDate> = []
        func random() throws -> CalendarDate {
            try #require(start.adding(days: .random(in: 0..<120, using: &generator)))
        }
        for _ in 1...12 {
            let (one, other) = (try random(), try random())
            let asked: ClosedRange<CalendarDate>? =
                Bool.random(using: &generator)
                ? min(one, other)...max(min(one, other), min(max(one, other), one.adding(days: 6) ?? one)) : nil
            let dates = try (0..<Int.random(in: 0...5, using: &generator)).map { _ in try random() }
            let answer = PriceHistory(source: .yahoo, prices: dates.map { DailyPrice(date: $0, close: .zero) })
            let coverage = try await prices.store(answer, of: spy, answered: asked, adjustedTo: start)
            stored.formUnion(dates)
            expected.formUnion(dates)
            if let asked {
                expected.formUnion(
                    (0...asked.lowerBound.days(to: asked.upperBound)).compactMap {
                        asked.lowerBound.adding(days: $0)
                    })
            }
            let all = (-2..<130).compactMap { start.adding(days: $0) }
            #expect(Set(all.filter(coverage.isAnswered)) == expected)
            #expect(coverage.days == stored.count)
            #expect(coverage.first == stored.min())
            #expect(coverage.last == stored.max())
            for (range, next) in zip(coverage.answered, coverage.answered.dropFirst()) {
                #expect(range.upperBound.days(to: next.lowerBound) > 1)
            }
        }
    }

    @Test("daily updates keep the ranges few, because the calendar joins consecutive sessions")
    func dailyUpdates() async throws {
        let (spy, voo) = (try asset("SPY"), try asset("VOO"))
        let calendar = ExchangeCalendar.newYork
        let sessions = try calendar.sessions(from: day("2026-01-02"), through: day("2026-03-31"))
        for session in sessions {
            let answer = PriceHistory(source: .yahoo, prices: [DailyPrice(date: session, close: .zero)])
            try await prices.store(answer, of: spy, answered: nil, adjustedTo: session, days: .sessions(calendar))
            try await prices.store(answer, of: voo, answered: nil, adjustedTo: session)
        }
        #expect(try await prices.coverage(of: spy)?.answered == [days("2026-01-02", "2026-03-31")])
        #expect((try await prices.coverage(of: voo)?.answered.count ?? 0) > 10)
    }

    @Test("the progress of a job is stored with the prices, or not at all")
    func progress() async throws {
        let database = try folder.open(.simulated)
        let (spy, now) = (try asset("SPY"), try instant("2026-11-20T10:00:00Z"))
        try await database.jobs.store(
            StoredJob(
                id: "a", kind: .backfill, created: now, first: day("2026-11-01"), last: day("2026-11-19"),
                assets: [JobAsset(asset: "SPY", daysToGo: 14)]))
        let progress = JobProgress(job: "a", asset: JobAsset(asset: "SPY", daysImported: 1, daysToGo: 13), updated: now)
        try await database.prices.store(
            history([("2026-11-19", "3")]), of: spy, answered: nil, adjustedTo: day("2026-11-19"), progress: progress)
        #expect(try await database.jobs.job("a")?.assets == [progress.asset])
    }
}
