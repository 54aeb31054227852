import Foundation
import MarketData
import MarketStore

/// Measures the store in a temporary folder. Arguments select the parts to measure: prices, gaps, tickers, snapshot.
@main
struct Main {
    static func main() async throws {
        guard let now = Timestamp("2026-11-20T21:15:30Z") else { return }
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "write" { return try await Kill.write(arguments[2], now: now) }
        if arguments.count == 5, arguments[1] == "check", let number = Int(arguments[3]), let year = Int(arguments[4]) {
            exit(try await Kill.check(arguments[2], number: number, year: year, now: now) ? 0 : 1)
        }
        let folder = NSTemporaryDirectory() + "store-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var database = try MarketDatabase(folder: folder, market: .simulated, now: now)
        var generator = Generator()
        let parts = CommandLine.arguments.dropFirst()
        if parts.isEmpty || parts.contains("prices") { try await measurePrices(folder, now, &generator) }
        if parts.isEmpty || parts.contains("gaps") { try await measureGaps(folder, now) }
        if parts.isEmpty || parts.contains("tickers") { try await measureTickers(database, now, &generator) }
        if parts.isEmpty || parts.contains("snapshot") { try await measureSnapshot(database, now, &generator) }
        try database.close()
        let opening = try await seconds { database = try MarketDatabase(folder: folder, market: .simulated, now: now) }
        print("open_and_check: \(milliseconds(opening)) ms")
        try database.close()
    }
}

private let assets = (0..<160).compactMap { Asset("A\($0)") }
private let calendar = ExchangeCalendar.newYork
private let sessions: [CalendarDate] = {
    guard let first = CalendarDate("2000-01-03"), let last = CalendarDate("2024-12-31") else { return [] }
    return Array(calendar.sessions(from: first, through: last).prefix(6250))
}()

/// Imports the same prices into new databases by the store and by the shell of SQLite, and reads from the last database
/// of the store.
private func measurePrices(_ folder: String, _ now: Timestamp, _ generator: inout Generator) async throws {
    guard let first = sessions.first, let last = sessions.last else { return }
    let histories = assets.map { _ in sampleHistory(sessions, using: &generator) }
    let rows = histories.map(\.prices.count).reduce(0, +)
    // The shell inserts the same rows into the same table in one transaction.
    let (script, shell) = (folder + "/insert.sql", folder + "/shell.sqlite")
    var statements = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
        CREATE TABLE dailyPrices (
            asset INTEGER NOT NULL, date TEXT NOT NULL, close TEXT NOT NULL, open TEXT, high TEXT, low TEXT,
            volume INTEGER, adjustedClose TEXT, adjustedTo TEXT NOT NULL, PRIMARY KEY (asset, date)
        ) STRICT, WITHOUT ROWID;
        BEGIN;

        """
    for (id, history) in histories.enumerated() {
        for price in history.prices {
            func text(_ value: ExactDecimal?) -> String { value.map { "'\($0)'" } ?? "NULL" }
            statements += """
                INSERT INTO dailyPrices VALUES(\(id + 1),'\(price.date)',\(text(price.close)),\(text(price.open)),\
                \(text(price.high)),\(text(price.low)),\(price.volume ?? 0),\(text(price.adjustedClose)),'\(last)');

                """
        }
    }
    try (statements + "COMMIT;\n").write(toFile: script, atomically: false, encoding: .utf8)
    var (ours, theirs): (Double, Double) = (.infinity, .infinity)
    // In alternation, so that load on the machine affects both alike.
    for round in 1...3 {
        try? FileManager.default.removeItem(atPath: shell)
        try? FileManager.default.removeItem(atPath: shell + "-wal")
        theirs = min(theirs, try await runShell(shell, script: script))
        let database = try MarketDatabase(folder: folder + "/prices-\(round)", market: .simulated, now: now)
        ours = min(
            ours,
            try await seconds {
                for (asset, history) in zip(assets, histories) {
                    try await database.prices.store(history, of: asset, answered: first...last, adjustedTo: last)
                }
            })
        if round == 3 { try await measureReads(database) }
        try database.close()
    }
    print("import_rows: \(rows) daily prices")
    print("import: \(milliseconds(ours)) ms")
    print("import_by_shell: \(milliseconds(theirs)) ms")
    print("import_over_shell: \(String(format: "%.2f", ours / theirs)) times (at most 3)")
}

private func measureReads(_ database: MarketDatabase) async throws {
    guard let first = sessions.first, let last = sessions.last, let asset = assets.first else { return }
    func measure(_ name: String, _ body: () async throws -> Void) async throws {
        var times: [Double] = []
        for _ in 0..<50 { times.append(try await seconds(body)) }
        report(name, times)
    }
    try await measure("read_prices_of_an_asset") {
        _ = try await database.prices.prices(of: asset, from: first, through: last)
    }
    try await measure("read_closes_of_an_asset") {
        _ = try await database.prices.closes(of: asset, from: first, through: last)
    }
    try await measure("read_closes_on_a_day") { _ = try await database.prices.lastCloses(of: assets, onOrBefore: last) }
    try await measure("read_coverage") { _ = try await database.prices.coverage() }
}

/// Finds the missing days of 1,000 assets, of which every year but the first lacks its first week. Each year has two stored
/// prices, since gaps follow from the days that were answered.
private func measureGaps(_ folder: String, _ now: Timestamp) async throws {
    let database = try MarketDatabase(folder: folder + "/gaps", market: .simulated, now: now)
    let close = ExactDecimal(significand: 16_512, exponent: -2)
    let days = TradingDays.sessions(calendar)
    for number in 0..<1_000 {
        guard let asset = Asset("A\(number)") else { return }
        for year in 2000..<2025 {
            guard let first = CalendarDate(year: year, month: 1, day: year == 2000 ? 1 : 8),
                let last = CalendarDate(year: year, month: 12, day: 31), let begin = days.day(onOrAfter: first),
                let end = days.day(onOrBefore: last)
            else { return }
            let prices = [begin, end].map { DailyPrice(date: $0, close: close) }
            try await database.prices.store(
                PriceHistory(source: .yahoo, kind: .stock, prices: prices), of: asset, answered: first...last,
                adjustedTo: last)
        }
    }
    guard let last = CalendarDate("2024-12-31") else { return }
    var (times, gaps): ([Double], [DayGap]) = ([], [])
    for _ in 0..<20 {
        gaps = []
        times.append(
            try await seconds {
                for coverage in try await database.prices.coverage() {
                    guard let first = coverage.first else { continue }
                    gaps += days.gaps(from: first, through: last, stored: coverage.answeredRuns)
                }
            })
    }
    try database.close()
    let missing = gaps.map(\.days).reduce(0, +)
    print("gaps_found: \(gaps.count) gaps, \(missing) days")
    report("gaps", times, " (at most 200)")
}

private func measureTickers(_ database: MarketDatabase, _ now: Timestamp, _ generator: inout Generator) async throws {
    let tickers = sampleTickers(100_000, using: &generator)
    func walk() async throws {
        for start in stride(from: 0, to: tickers.count, by: 1000) {
            let next = start + 1000 < tickers.count ? "\(start + 1000)" : nil
            let page = TickerPage(tickers: Array(tickers[start..<min(start + 1000, tickers.count)]), next: next)
            try await database.tickers.store(page, at: now)
        }
    }
    print("tickers_store: \(milliseconds(try await seconds(walk))) ms")
    print("tickers_store_again: \(milliseconds(try await seconds(walk))) ms")

    let words = [
        "american", "technologies", "common", "series", "corporation", "emerging", "american depositary", "inc",
    ]
    var all: [Double] = []
    func measure(_ name: String, _ query: () -> String) async throws {
        var times: [Double] = []
        var slowest = (time: 0.0, text: "")
        for _ in 0..<300 {
            let text = query()
            // The best of three, because other processes may use the machine.
            var best = Double.infinity
            for _ in 1...3 {
                best = min(best, try await seconds { _ = try await database.tickers.search(text, limit: 20) })
            }
            times.append(best)
            slowest = best > slowest.time ? (best, text) : slowest
        }
        report("search_\(name)", times, " for \(slowest.text)")
        all += times
    }
    var random = Generator()
    func ticker() -> ListedTicker { tickers.randomElement(using: &random) ?? tickers[0] }
    func word() -> String { words.randomElement(using: &random) ?? "" }
    func part(_ text: String, _ count: ClosedRange<Int>) -> String {
        String(text.dropFirst(.random(in: 1...3, using: &random)).prefix(.random(in: count, using: &random)))
    }
    try await measure("one_letter") { String(ticker().ticker.symbol.prefix(1)) }
    try await measure("two_letters") { String(ticker().name.prefix(2)) }
    try await measure("symbols") { ticker().ticker.symbol }
    try await measure("beginning_of_a_word") { String(word().prefix(.random(in: 3...9, using: &random))) }
    try await measure("whole_names") { ticker().name }
    try await measure("two_words") { word() + " " + word() }
    try await measure("frequent_and_rare_word") { word() + " " + (ticker().name.split(separator: " ").first ?? "") }
    try await measure("parts_of_frequent_words") { part(word(), 3...8) }
    try await measure("parts_of_names") { part(ticker().name, 3...20) }
    try await measure("parts_across_words") {
        ["n st", "s in", "l co", "al t", "n de", "ies p"].randomElement(using: &random) ?? ""
    }
    try await measure("frequent_parts_no_match") {
        ["ioncom", "ingtec", "onamer", "rshold", "ncommontech"].randomElement(using: &random) ?? ""
    }
    try await measure("nothing") { "qzx" + word() }
    report("search", all)
}

private func measureSnapshot(_ database: MarketDatabase, _ now: Timestamp, _ generator: inout Generator) async throws {
    let rows = sampleTickers(6000, using: &generator).map {
        SnapshotRow(
            symbol: $0.ticker.symbol, name: $0.name, last: ExactDecimal(significand: 16_512, exponent: -2),
            bid: ExactDecimal(significand: 16_510, exponent: -2), ask: ExactDecimal(significand: 16_514, exponent: -2),
            volume: 45_000_000)
    }
    var (replaced, loaded): ([Double], [Double]) = ([], [])
    for generation in 1...30 {
        let snapshot = QuotesSnapshot(
            rows: rows, source: .simulated, changed: now.adding(seconds: generation), refreshed: now)
        replaced.append(try await seconds { try await database.snapshot.save(snapshot) })
        loaded.append(try await seconds { _ = try await database.snapshot.load() })
    }
    report("snapshot_save", replaced)
    report("snapshot_load", loaded)
}
