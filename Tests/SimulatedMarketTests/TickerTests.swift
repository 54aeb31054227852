import MarketData
import SimulatedMarket
import Testing

@Suite struct TickerTests {
    @Test func shippedListIsSound() throws {
        let optionable = ShippedUnderlyings.optionable
        #expect(optionable.count >= 160)
        let all = optionable + ShippedUnderlyings.funds
        #expect(Set(all.map(\.ticker)).count == all.count)
        let exchanges: Set<String?> = ["XNAS", "XNYS", "ARCX", "BATS"]
        #expect(all.allSatisfy { exchanges.contains($0.exchange) && !$0.name.isEmpty })
        let symbols = Set(optionable.map(\.ticker.symbol))
        for symbol in ["COIN", "AAPL", "MSFT", "GOOGL", "SPY", "VOO", "QQQ", "FBTC", "GBTC"] {
            #expect(symbols.contains(symbol))
        }
        #expect(ShippedUnderlyings.funds.map(\.ticker.symbol) == ["FXAIX", "SPAXX"])
        #expect(optionable.first { $0.ticker.symbol == "COIN" }?.name == "Coinbase Global, Inc. Class A Common Stock")
        #expect(optionable == optionable.sorted { $0.ticker < $1.ticker })
    }

    /// Every shipped underlying has parameters of its own.
    @Test func levelsDiffer() throws {
        let market = try market()
        let quotes = ShippedUnderlyings.optionable.compactMap {
            market.quote(of: $0.ticker, at: Timestamp("2026-02-13T22:00:00Z") ?? market.firstInstant)?.last
        }
        #expect(Set(quotes).count > quotes.count - 10)
    }

    @Test func pagesListEveryTickerOnce() async throws {
        let market = try market()
        var tickers: [ListedTicker] = []
        var place: String?
        var pages = 0
        repeat {
            let page = try await market.tickers(at: place)
            #expect(page.tickers.count == 1000 || page.next == nil)
            tickers += page.tickers
            place = page.next
            pages += 1
        } while place != nil && pages < 20
        #expect(tickers == MarketSimulation.listedTickers)
        #expect(tickers.count >= 10_000)
        #expect(Set(tickers.map(\.ticker)).count == tickers.count)
        let shipped = Set((ShippedUnderlyings.optionable + ShippedUnderlyings.funds).map(\.ticker))
        for listed in tickers where !shipped.contains(listed.ticker) {
            #expect(listed.name.hasSuffix(" (simulated)") && (2...5).contains(listed.ticker.symbol.utf8.count))
        }
        #expect(Set(tickers.map(\.name)).count == tickers.count)
        let found = tickers.filter { $0.name.lowercased().contains("coinbase") || $0.ticker.symbol == "COIN" }
        #expect(found.map(\.ticker.symbol) == ["COIN"])
        for place in ["x", "-1", "1000000", ""] {
            await #expect(throws: MarketDataError.self) { try await market.tickers(at: place) }
        }
    }

    @Test func inventedTickersHavePrices() throws {
        let market = try market()
        let invented = MarketSimulation.listedTickers.filter { $0.name.hasSuffix("(simulated)") }
        let instant = try utc("2026-03-04T17:00:00Z")
        for listed in stride(from: 0, to: invented.count, by: 250).map({ invented[$0] }) {
            let quote = try #require(market.quote(of: listed.ticker, at: instant))
            #expect(quote.name == listed.name && quote.exchange == listed.exchange && quote.kind == listed.kind)
            let (bid, ask) = (try #require(quote.bid), try #require(quote.ask))
            #expect(bid < ask)
        }
        #expect(ListedTicker.withOptions.count == ShippedUnderlyings.optionable.count + 40)
    }
}

extension MarketSimulation {
    /// The first instant of the first day.
    fileprivate var firstInstant: Timestamp { Timestamp(Self.firstDay) }
}
