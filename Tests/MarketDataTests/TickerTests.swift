import MarketData
import Testing

@Suite("Ticker")
struct TickerTests {
    @Test(
        "accepts 1 to 15 of its characters, in either case",
        arguments: [
            ("coin", "COIN"), ("BRK.B", "BRK.B"), ("brk-b", "BRK-B"), ("^gspc", "^GSPC"), ("EURUSD=X", "EURUSD=X"),
            ("I:SPX", "I:SPX"), ("a", "A"), ("123456789012345", "123456789012345"),
        ])
    func accepts(text: String, symbol: String) {
        #expect(Ticker(text)?.symbol == symbol)
        #expect(Ticker(text)?.description == symbol)
    }

    @Test(
        "rejects any other text",
        arguments: ["", "1234567890123456", "A B", "A/B", "É", "ß", "\u{131}", "A\n", "A\u{301}", "A_B", "$A", "A,B"])
    func rejects(text: String) {
        #expect(Ticker(text) == nil)
    }

    @Test("orders by bytes")
    func orders() {
        let symbols = ["^GSPC", "BRK.B", "A", "BRK-B", "AA", "1"]
        #expect(
            symbols.compactMap { Ticker($0) }.sorted().map(\.symbol) == ["1", "A", "AA", "BRK-B", "BRK.B", "^GSPC"])
    }
}
