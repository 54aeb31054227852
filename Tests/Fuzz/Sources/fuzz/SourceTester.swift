import Foundation
import MarketData

/// Reads an answer of a source of market data, or refuses it with a short message. The first byte selects the reader.
struct SourceTester: Tester, ~Copyable {
    /// Returns the number of rows.
    private static func read(_ reply: SourceReply, by letter: UInt8) throws(SourceFailure) -> Int {
        switch letter {
        case UInt8(ascii: "a"):
            return try PolygonPage<PolygonTickerRow>(reply, "tickers").rows.compactMap(\.listed).count
        case UInt8(ascii: "b"):
            let page = try PolygonPage<PolygonSnapshotRow>(reply, "snapshot")
            return page.rows.compactMap { row in Ticker(row.name).map { row.quote(of: $0, lastClose: page.received) } }
                .count
        case UInt8(ascii: "c"):
            return try PolygonPage<PolygonSessionBar>(reply, "bars", symbol: "ZZCO").rows
                .compactMap { $0.quote(of: ticker, calendar: .newYork) }.count
        case UInt8(ascii: "d"):
            return try PolygonPage<PolygonContractRow>(reply, "contracts").rows
                .compactMap { row in row.expiration.flatMap { row.contract(of: ticker, expiration: $0) } }.count
        case UInt8(ascii: "e"):
            let page = try PolygonPage<PolygonChainRow>(reply, "chain", data: .optionChains)
            return ChainSnapshot(ticker, day, page.rows, received: page.received)?.quotes.count ?? 0
        case UInt8(ascii: "f"):
            return try PolygonPage<PolygonDividendRow>(reply, "dividends").rows.count
        case UInt8(ascii: "g"):
            return try TradierSource.rows(reply).compactMap { row in Ticker(row.name).map(row.quote) }.count
        case UInt8(ascii: "h"):
            return try TradierSource.expirations(reply).count
        case UInt8(ascii: "i"):
            return try TradierSource.options(reply).compactMap { $0.quote(of: ticker, expiration: day) }.count
        case UInt8(ascii: "j"):
            return try TradierSource.dividends(reply, of: "ZZCO")?.count ?? 0
        case UInt8(ascii: "k"):
            let history = try reply.yahooChart(of: ticker)?
                .history(from: first, through: day, before: received, calendar: .newYork, now: received)
            return ascending(history?.prices ?? [])
        case UInt8(ascii: "l"):
            try reply.checkCoinGecko("history", coin: "bitcoin")
            return ascending(try reply.decoded(CoinGeckoChart.self, "history").closes())
        case UInt8(ascii: "m"):
            return ascending(try reply.alphaVantagePrices(of: ticker, now: received))
        case UInt8(ascii: "n"):
            return ascending(try reply.twelveDataSeries(of: ticker, now: received).prices)
        case UInt8(ascii: "o"):
            return try CoinGeckoSource.coins(reply, asked: ["bitcoin"]).count
        default:
            throw limit(reply)
        }
    }

    /// Returns the failure of a reply whose lines are the fields that limit calls.
    private static func limit(_ reply: SourceReply) -> SourceFailure {
        let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n").map(String.init)
        let names = ["retry-after", "x-ratelimit-reset", "x-ratelimit-expiry", "x-ratelimit-available"]
        let limited = SourceReply(
            status: 429, fields: Dictionary(uniqueKeysWithValues: zip(names, lines)), body: Data(), received: received)
        require(limited.secondsUntilReset.map { (1...86_400).contains($0) } ?? true, "a wait is at most a day")
        require((limited.callsLeft?.calls ?? 0) >= 0, "no negative number of calls is left")
        return limited.failure("quotes") ?? .broken("the status 429 is no failure")
    }

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
        // Any byte is one of 16 letters, and a letter is itself.
        let letter = UInt8(ascii: "`") | (input.first ?? 0) & 0x0F
        do throws(SourceFailure) {
            let reply = SourceReply(status: 200, body: Data(input.dropFirst()), received: Self.received)
            return Array("\(try Self.read(reply, by: letter))".utf8)
        } catch {
            let message = "\(error)"
            require(!message.isEmpty && message.utf8.count < 1_000, "a failure has a short message")
            return Array(message.utf8)
        }
    }
}
