import MarketData
import Testing

@testable import MarketProviders

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Damaged answers give plausible values or errors, and never trap.
@Suite("Damaged answers")
struct HistoryDamageTests {
    /// Bytes that change the meaning of JSON, and bytes that are not text.
    private static let bytes = Array("\"{}[],:-9e0\\n ".utf8) + [0x00, 0xFF]
    private static let now = HistorySample.instant("2026-02-10T22:00:00Z")
    private static let (first, last) = (HistorySample.day("2026-02-01"), HistorySample.day("2026-02-10"))

    /// Calls a reader with each beginning of a text, and with each byte replaced and removed; returns the number of
    /// answers.
    private static func damage(_ text: String, status: Int = 200, _ read: (SourceReply) throws(SourceFailure) -> Void)
        -> Int
    {
        let original = Array(text.utf8)
        var answers = 0
        func attempt(_ body: [UInt8]) {
            do throws(SourceFailure) {
                try read(SourceReply(status: status, body: Data(body), received: now))
                answers += 1
            } catch {
                #expect("\(error)".utf8.count < 400)
            }
        }
        for index in original.indices {
            attempt(Array(original[..<index]))
            var removed = original
            removed.remove(at: index)
            attempt(removed)
            for byte in bytes {
                var replaced = original
                replaced[index] = byte
                attempt(replaced)
            }
        }
        return answers
    }

    private static func expectSense(_ prices: [DailyPrice]) {
        #expect(zip(prices, prices.dropFirst()).allSatisfy { $0.date < $1.date })
        for price in prices {
            let all = [price.close] + [price.open, price.high, price.low, price.adjustedClose].compactMap { $0 }
            #expect(all.allSatisfy { $0.significand > 0 })
            #expect(price.volume.map { $0 >= 0 } ?? true)
        }
    }

    @Test("of Yahoo", arguments: [HistorySample.yahoo, HistorySample.yahooEmpty, HistorySample.yahooUnknown])
    func yahoo(_ text: String) {
        let answers = Self.damage(text) { reply throws(SourceFailure) in
            let chart = try reply.yahooChart(of: HistorySample.ticker("ZZCO"))
            let history = try chart?.history(
                from: Self.first, through: Self.last, before: Self.now, calendar: .newYork, now: Self.now)
            guard let history else { return }
            Self.expectSense(history.prices)
            #expect(history.prices.allSatisfy { (Self.first...Self.last).contains($0.date) })
            #expect(history.splits.allSatisfy { $0.numerator > 0 && $0.denominator > 0 })
            #expect(history.dividends.allSatisfy { $0.amount.significand > 0 })
        }
        #expect(text == HistorySample.yahooUnknown || answers > 0)
    }

    @Test("of charts of CoinGecko")
    func charts() {
        let answers = Self.damage(HistorySample.chart) { reply throws(SourceFailure) in
            try reply.checkCoinGecko("history", coin: "bitcoin")
            Self.expectSense(try reply.decoded(CoinGeckoChart.self, "history").closes())
        }
        #expect(answers > 0)
    }

    @Test("of errors of CoinGecko")
    func errors() {
        for status in [200, 401] {
            _ = Self.damage(HistorySample.coinGeckoError(10012), status: status) { reply throws(SourceFailure) in
                try reply.checkCoinGecko("history", coin: "bitcoin")
            }
        }
    }

    @Test("of Alpha Vantage")
    func alphaVantage() {
        let answers = Self.damage(HistorySample.alphaVantage) { reply throws(SourceFailure) in
            Self.expectSense(try reply.alphaVantagePrices(of: HistorySample.ticker("X"), now: Self.now))
        }
        #expect(answers > 0)
    }

    @Test("of Twelve Data")
    func twelveData() {
        let answers = Self.damage(HistorySample.twelveData) { reply throws(SourceFailure) in
            Self.expectSense(try reply.twelveDataSeries(of: HistorySample.ticker("X"), now: Self.now).prices)
        }
        #expect(answers > 0)
    }

    /// The answers that are parsed within a call.
    @Test("of prices and markets of CoinGecko", arguments: [HistorySample.prices, HistorySample.markets])
    func prices(_ text: String) async {
        let bytes = Array(text.utf8)
        var answers = 0
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] = Self.bytes[index * 7 % Self.bytes.count]
            for body in [String(decoding: bytes[..<index], as: UTF8.self), String(decoding: damaged, as: UTF8.self)] {
                let fixture = HistoryFixture(at: "2026-02-10T22:00:00Z", body)
                if text == HistorySample.prices {
                    let prices = try? await fixture.coinGecko().latestPrices(
                        of: [.coin(id: "bitcoin"), .coin(id: "ethereum")], priority: .interactive)
                    #expect(prices?.values.allSatisfy { $0.price.significand > 0 } ?? true)
                    if prices?.isEmpty == false { answers += 1 }
                } else {
                    let coins = try? await fixture.coinGecko().coins(["bitcoin"], priority: .interactive)
                    #expect(coins?.allSatisfy { $0.price.significand > 0 && $0.id == "bitcoin" } ?? true)
                    if coins?.isEmpty == false { answers += 1 }
                }
            }
        }
        #expect(answers > 0)
    }
}
