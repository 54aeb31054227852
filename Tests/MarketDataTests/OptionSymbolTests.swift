import MarketData
import Testing
import _TestSupport

@Suite("Option symbol")
struct OptionSymbolTests {
    struct Example: CustomTestStringConvertible {
        let text, root, expiration: String
        let kind: OptionKind
        let strike: String
        var testDescription: String { text }
    }

    // The first two are printed in the documents; the others follow the definition of the symbol.
    static let examples = [
        Example(text: "COIN260213C00165000", root: "COIN", expiration: "2026-02-13", kind: .call, strike: "165"),
        Example(text: "SPXW261218P05512500", root: "SPXW", expiration: "2026-12-18", kind: .put, strike: "5512.5"),
        Example(text: "COIN1260213C00165125", root: "COIN1", expiration: "2026-02-13", kind: .call, strike: "165.125"),
        Example(text: "BRKB280121P00000001", root: "BRKB", expiration: "2028-01-21", kind: .put, strike: "0.001"),
        Example(text: "F991231C99999999", root: "F", expiration: "2099-12-31", kind: .call, strike: "99999.999"),
        Example(text: "GOOGL1280229P00000500", root: "GOOGL1", expiration: "2028-02-29", kind: .put, strike: "0.5"),
        Example(text: "4TSLA000103C01000000", root: "4TSLA", expiration: "2000-01-03", kind: .call, strike: "1000"),
    ]

    @Test("reads every spelling of a symbol, and writes it again", arguments: examples)
    func readsAndWrites(_ example: Example) throws {
        let terms = example.text.dropFirst(example.root.count)
        let padded = example.root + String(repeating: " ", count: 6 - example.root.count) + terms
        for text in [example.text, "O:" + example.text, padded, "O:" + padded] {
            let symbol = try #require(OptionSymbol(text))
            #expect(symbol.root == example.root)
            #expect(symbol.expiration == date(example.expiration))
            #expect(symbol.kind == example.kind)
            #expect(symbol.strike == decimal(example.strike))
            #expect(symbol.compact == example.text)
            #expect(symbol.description == example.text)
            #expect(symbol.prefixed == "O:" + example.text)
            #expect(symbol.padded == padded)
        }
        #expect(
            OptionSymbol(
                root: example.root, expiration: date(example.expiration), kind: example.kind,
                strike: decimal(example.strike)) == OptionSymbol(example.text))
    }

    @Test(
        "rejects text of another form",
        arguments: [
            "", "O:", "COIN", "260213C00165000", "O:260213C00165000", "COIN260213X00165000", "COIN260213c00165000",
            "coin260213C00165000", "COIN260230C00165000", "COIN261301C00165000", "COIN260213C0016500",
            "BRK.B280121P00165000",
            "COIN260213C00000000", "COINXYZ260213C00165000", "O:O:COIN260213C00165000", "o:COIN260213C00165000",
            "      260213C00165000", " COIN 260213C00165000", "CO IN 260213C00165000", "COIN 260213C00165000",
            "COIN260213C+0165000", "COIN260213C-0165000", "COIN26021\u{663}C00165000", "COIN260213C00165000 ",
            "O:\u{301}COIN260213C00165000", "COIN260213C0016500\u{1F1E6}", "COIN\r\n260213C00165000",
            "COIN260213C00165000\r\n",
        ])
    func rejects(text: String) {
        #expect(OptionSymbol(text) == nil)
    }

    @Test(
        "rejects components outside of their domain",
        arguments: [
            ("COIN", "2026-02-13", "165.0001"), ("COIN", "2026-02-13", "0"), ("COIN", "2026-02-13", "-1"),
            ("COIN", "2026-02-13", "100000"), ("COIN", "1999-12-31", "1"), ("COIN", "2100-01-01", "1"),
            ("", "2026-02-13", "1"),
            ("COINBAS", "2026-02-13", "1"), ("BRK.B", "2026-02-13", "1"), ("É", "2026-02-13", "1"),
            ("spx", "2026-02-13", "1"),
            ("COIN", "2026-02-13", "1e90"), ("COIN", "2026-02-13", "1e-90"),
        ])
    func rejectsComponents(root: String, expiration: String, strike: String) {
        #expect(
            OptionSymbol(root: root, expiration: date(expiration), kind: .call, strike: decimal(strike)) == nil)
    }

    @Test("represents every thousandth exactly")
    func thousandths() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            let thousandths = Int.random(in: 1...99_999_999, using: &generator)
            let strike = ExactDecimal(significand: Int64(thousandths), exponent: -3)
            let symbol = try #require(
                OptionSymbol(root: "A", expiration: date("2026-02-13"), kind: .put, strike: strike))
            #expect(symbol.strikeThousandths == thousandths)
            #expect(OptionSymbol(symbol.compact) == symbol)
            // From a double that a source sends
            let double = Double(thousandths) / 1000
            #expect(ExactDecimal(double) == strike)
        }
    }

    @Test("a random text never traps, and a parsed symbol prints as the same text")
    func randomTexts() {
        var generator = SeededGenerator(seed: 2)
        let characters = Array("CP0123456789A O:é\u{301}")
        for _ in 0..<5000 {
            var text = Array("COIN  260213C00165000")
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                text[place] = characters.randomElement(using: &generator) ?? "0"
            }
            if let symbol = OptionSymbol(String(text)) { #expect(OptionSymbol(symbol.compact) == symbol) }
        }
    }
}
