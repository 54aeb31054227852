import MarketData
import Testing

@Suite("Asset")
struct AssetTests {
    @Test(
        "texts of the same asset have the same name",
        arguments: [
            ("spy", "SPY"), ("BTC", "BTC"), ("Coin:Solana", "coin:solana"), ("coin:a-b_c.1", "coin:a-b_c.1"),
            ("COIN", "COIN"),
            ("I:SPX", "I:SPX"), ("^GSPC", "^GSPC"),
        ])
    func accepts(text: String, name: String) {
        #expect(Asset(text)?.name == name)
        #expect(Asset(text)?.description == name)
        #expect(Asset(name) == Asset(text))
    }

    @Test(
        "rejects any other text",
        arguments: [
            "", "coin:", "coin:a b", "coin:a/b", "coin:é", "coin:\u{212A}", "c\u{F6}in:a", "A B",
            "coin:" + String(repeating: "a", count: 65), "coin:\u{301}a",
        ])
    func rejects(text: String) {
        #expect(Asset(text) == nil)
    }

    @Test("accepts an identifier of 64 characters")
    func longest() {
        #expect(Asset("coin:" + String(repeating: "a", count: 64)) != nil)
    }

    @Test(
        "is a share unless it is a coin by name or by prefix",
        arguments: [
            ("BTC", AssetRoute.coin(id: "bitcoin")), ("eth", .coin(id: "ethereum")),
            ("coin:solana", .coin(id: "solana")),
        ])
    func coins(text: String, route: AssetRoute) throws {
        #expect(AssetRoute(try #require(Asset(text))) == route)
    }

    @Test(
        "shares whose names contain that of a coin are shares",
        arguments: ["FBTC", "GBTC", "ETHE", "COIN", "BTC.X", "SOL"])
    func shares(text: String) throws {
        let asset = try #require(Asset(text))
        #expect(AssetRoute(asset) == .share(try #require(Ticker(text))))
        #expect(asset.ticker?.symbol == text)
    }

    @Test("follows the configured routes")
    func overrides() throws {
        let (fund, coin) = (try #require(Asset("FBTC")), try #require(Asset("BTC")))
        let overrides = [fund: AssetRoute.coin(id: "bitcoin"), coin: .share(try #require(Ticker("BTC")))]
        #expect(AssetRoute(fund, overrides: overrides) == .coin(id: "bitcoin"))
        #expect(AssetRoute(coin, overrides: overrides) == .share(try #require(Ticker("BTC"))))
    }
}
