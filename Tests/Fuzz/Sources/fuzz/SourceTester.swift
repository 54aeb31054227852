import Foundation
import MarketData

/// Reads an answer of a source of market data, or refuses it with a short message. The first byte selects the reader: `a` is the first.
struct SourceTester: Tester, ~Copyable {
    private typealias Reader = @Sendable (SourceReply) throws(SourceFailure) -> Int

    private static let readers: [Reader] = [
        { reply throws(SourceFailure) in
            try PolygonPage<PolygonTickerRow>(reply, "tickers").rows.compactMap(\.listed).count
        },
        { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonSnapshotRow>(reply, "snapshot")
            return page.rows.compactMap { row in Ticker(row.name).map { row.quote(of: $0, lastClose: page.received) } }
                .count
        },
        { reply throws(SourceFailure) in
            try PolygonPage<PolygonSessionBar>(reply, "bars", symbol: "ZZCO").rows
                .compactMap { $0.quote(of: ticker, calendar: .newYork) }.count
        },
        { reply throws(SourceFailure) in
            try PolygonPage<PolygonContractRow>(reply, "contracts").rows
                .compactMap { row in row.expiration.flatMap { row.contract(of: ticker, expiration: $0) } }.count
        },
        { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonChainRow>(reply, "chain", data: .optionChains)
            return ChainSnapshot(ticker, day, page.rows, received: page.received)?.quotes.count ?? 0
        },
        { reply throws(SourceFailure) in try PolygonPage<PolygonDividendRow>(reply, "dividends").rows.count },
        { reply throws(SourceFailure) in
            try TradierSource.rows(reply).compactMap { row in Ticker(row.name).map(row.quote) }.count
        },
        { reply throws(SourceFailure) in try TradierSource.expirations(reply).count },
        { reply throws(SourceFailure) in
            try TradierSource.options(reply).compactMap { $0.quote(of: ticker, expiration: day) }.count
        },
        { reply throws(SourceFailure) in try TradierSource.dividends(reply, of: "ZZCO")?.count ?? 0 },
        { reply throws(SourceFailure) in
            let history = try reply.yahooChart(of: ticker)?
                .history(from: first, through: day, before: received, calendar: .newYork, now: received)
            return ascending(history?.prices ?? [])
        },
        { reply throws(SourceFailure) in
            try reply.checkCoinGecko("history", coin: "bitcoin")
            return ascending(try reply.decoded(CoinGeckoChart.self, "history").closes())
        },
        { reply throws(SourceFailure) in ascending(try reply.alphaVantagePrices(of: ticker, now: received)) },
        { reply throws(SourceFailure) in ascending(try reply.twelveDataSeries(of: ticker, now: received).prices) },
        { reply throws(SourceFailure) in try CoinGeckoSource.coins(reply, asked: ["bitcoin"]).count },
        { reply throws(SourceFailure) in
            let text = String(decoding: reply.body, as: UTF8.self)
            let names = ["retry-after", "x-ratelimit-reset", "x-ratelimit-expiry", "x-ratelimit-available"]
            let fields = zip(names, text.split(separator: "\n").map(String.init))
            let limited = SourceReply(
                status: 429, fields: Dictionary(uniqueKeysWithValues: fields), body: Data(), received: reply.received)
            require(limited.secondsUntilReset.map { (1...86_400).contains($0) } ?? true, "a wait is at most a day")
            require((limited.callsLeft?.calls ?? 0) >= 0, "no negative number of calls is left")
            throw limited.failure("quotes") ?? .broken("429 is a failure")
        },
    ]

    private static let ticker = known(Ticker("ZZCO"))
    private static let (first, day) = (known(CalendarDate("2026-02-01")), known(CalendarDate("2026-02-13")))
    private static let received = known(Timestamp("2026-02-10T22:00:00Z"))

    private static func known<Value>(_ value: Value?) -> Value {
        guard let value else { fatalError("a constant is wrong") }
        return value
    }

    /// Returns the number of prices. Their days ascend, and none is zero or negative.
    private static func ascending(_ prices: [DailyPrice]) -> Int {
        require(zip(prices, prices.dropFirst()).allSatisfy { $0.date < $1.date }, "days ascend")
        require(prices.allSatisfy { $0.close.significand > 0 }, "prices are greater than 0")
        return prices.count
    }

    mutating func test(_ input: [UInt8]) -> [UInt8] {
        let reader = Self.readers[(Int(input.first ?? 0) + 256 - Int(UInt8(ascii: "a"))) % Self.readers.count]
        do throws(SourceFailure) {
            let reply = SourceReply(status: 200, body: Data(input.dropFirst()), received: Self.received)
            return Array("\(try reader(reply))".utf8)
        } catch {
            let message = "\(error)"
            require(!message.isEmpty && message.utf8.count < 1_000, "a failure has a short message")
            return Array(message.utf8)
        }
    }
}
