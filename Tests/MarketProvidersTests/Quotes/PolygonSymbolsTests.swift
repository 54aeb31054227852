import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonSymbolsTests {
    /// The symbol of this package, Polygon's symbol for prices and chains, and its symbol for contracts.
    static let names: [(String, String?, String?)] = [
        ("coin", "COIN", "COIN"), ("BRK.B", "BRK.B", "BRK.B"), ("^SPX", "I:SPX", "SPX"), ("^GSPC", "I:SPX", "SPX"),
        ("^VIX", "I:VIX", "VIX"), ("I:NDX", "I:NDX", "NDX"), ("T-PC", "TpC", "TpC"), ("BWA-P", "BWAp", "BWAp"),
        ("BRK-B", "BRK-B", "BRK-B"), ("ACHR.WS", "ACHR.WS", "ACHR.WS"), ("..", nil, nil), ("^", nil, nil),
    ]

    @Test(arguments: names)
    func translations(ours: String, prices: String?, contracts: String?) throws {
        let ticker = try Known.ticker(ours)
        #expect(PolygonSymbols.prices(ticker) == prices)
        #expect(PolygonSymbols.contracts(ticker) == contracts)
    }

    /// TpC is not TPC: one is a preferred share of AT&T, the other the share of Tutor Perini.
    @Test(
        arguments: [
            ("COIN", "COIN"), ("BRK.B", "BRK.B"), ("TPC", "TPC"), ("TpC", "T-PC"), ("BWAp", "BWA-P"), ("ABCr", nil),
            ("ABCw", nil), ("pA", nil), ("ABpCD", nil), ("ApBpC", nil), ("A B", nil), ("", nil),
        ] as [(String, String?)])
    func tickers(name: String, ours: String?) {
        #expect(PolygonSymbols.ticker(name)?.symbol == ours)
    }

    @Test func aTickerInAPathIsEncoded() {
        #expect(PolygonSymbols.inPath("I:SPX") == "I:SPX")
        #expect(PolygonSymbols.inPath("A^B") == "A%5EB")
    }
}
