import MarketData
import MarketStore
import Testing
import _TestSupport

@Suite("Search for tickers")
struct TickerSearchTests {
    let folder: TemporaryFolder
    let tickers: TickerStore

    init() throws {
        folder = try TemporaryFolder()
        tickers = try folder.open().tickers
    }

    private func store(_ all: [ListedTicker]) async throws {
        try await tickers.store(TickerPage(tickers: all, next: nil), at: instant("2026-11-20"))
    }

    private func search(_ text: String, limit: Int = 20) async throws -> [String] {
        try await tickers.search(text, limit: limit).tickers.map(\.ticker.symbol)
    }

    private static let market = [
        ("COIN", "Coinbase Global, Inc. Class A"), ("COINW", "Coincheck Warrants"), ("BITO", "ProShares Bitcoin ETF"),
        ("CO", "Global Cord Blood"), ("AAPL", "Apple Inc."), ("APLE", "Apple Hospitality REIT, Inc."),
        ("PNPL", "Pineapple Express"), ("T", "AT&T Inc."), ("BRK.B", "Berkshire Hathaway B"),
        ("BRK.A", "Berkshire Hathaway A"),
        ("NESN", "Nestlé S.A."), ("MCO", "Moody's Corporation"), ("SPY", "SPDR S&P 500 ETF Trust"),
        ("DAX", "100% \"Daily\" _x_ *star*"),
    ]

    private func storeMarket() async throws {
        try await store(Self.market.map { ListedTicker(try ticker($0.0), name: $0.1) })
    }

    @Test(
        "finds symbols, beginnings of symbols, words and parts of names, in this order",
        arguments: [
            ("coin", ["COIN", "COINW", "BITO"]), ("CO", ["CO", "COIN", "COINW", "MCO"]),
            ("apple", ["AAPL", "APLE", "PNPL"]),
            ("app", ["AAPL", "APLE", "PNPL"]), ("inc apple", ["AAPL", "APLE"]), ("apple inc", ["AAPL", "APLE"]),
            ("pple i", ["AAPL"]), ("at&t", ["T"]), ("brk.", ["BRK.A", "BRK.B"]), ("brk.b", ["BRK.B"]),
            ("app apple", ["AAPL", "APLE"]), ("a Apple APPLE h", ["APLE"]), ("apple a", ["AAPL", "APLE"]),
            ("nestle", ["NESN"]), ("estl", ["NESN"]), ("stlé s", ["NESN"]),
            ("NESTLÉ", ["NESN"]), ("oody's c", ["MCO"]), ("s&p", ["SPY"]), ("s p", ["SPY"]), ("500", ["SPY"]),
            ("50", ["SPY"]),
            ("0%", []), ("00%", ["DAX"]), ("\"daily\"", ["DAX"]), ("y\" _", ["DAX"]), ("*star*", ["DAX"]),
            ("tcoin", ["BITO"]),
            ("xyz", []), ("", []), ("   ", []), ("  coin  ", ["COIN", "COINW", "BITO"]),
            ("apple  \t inc", ["AAPL", "APLE"]),
        ] as [(String, [String])])
    func ranks(text: String, expected: [String]) async throws {
        try await storeMarket()
        #expect(try await search(text) == expected)
    }

    @Test("has a limit of 1 to 100")
    func limits() async throws {
        try await store((0..<300).compactMap { n in Ticker("X\(n)").map { ListedTicker($0, name: "Xylophone \(n)") } })
        #expect(try await search("x", limit: 0).count == 1)
        #expect(try await search("xyl", limit: 7).count == 7)
        #expect(try await search("ylo", limit: 1000).count == 100)
    }

    private static let hostile: [String] = [
        "\"", "'", "\"\"", "' OR 1=1 --", "\"a\" OR \"b\"", "a OR b", "a AND", "NOT", "NEAR(a b)", "name:apple",
        "-apple", "^apple",
        "apple*", "*", "%", "_", "%%%", "___", "a%b", "\\", "\\\"", "(", ")", "((((", "{}", "[]", "+", "a + b", "💥",
        "💥💥💥", "👨‍👩‍👧‍👦",
        "e\u{301}", "\u{301}\u{301}\u{301}", "\0", "a\0b", "abc\0def", "\"abc\0", "ab\"\u{301}cd",
        "\"\u{301} OR x\"\u{301}", "\u{FEFF}", "\u{202E}abc", "ﬁn",
        "İstanbul", "ß", "ǅ",
        "日本語", "ａｐｐｌｅ", "\u{10FFFF}\u{10FFFE}\u{E000}", "\r\n", "a\r\nb", ";DROP TABLE tickers", "1e999", "NULL",
        "\u{1F1FA}\u{1F1F8}",
        String(repeating: "a", count: 100_000), String(repeating: "a ", count: 90), String(repeating: "\"", count: 200),
        (0..<100).map { "w\($0)" }.joined(separator: " "), String(repeating: "💥", count: 190), "²³¹", "Ⅷ", "𝒜𝒷𝒸",
    ]

    @Test("any text is safe, alone and together with a word", arguments: hostile)
    func isSafe(text: String) async throws {
        try await storeMarket()
        for query in [text, "apple " + text, text + "apple", text + text] {
            let found = try await search(query, limit: 100)
            #expect(Set(found).count == found.count)
        }
        #expect(try await tickers.status().count == Self.market.count)
    }

    @Test("random texts are safe", arguments: 0..<20)
    func randomIsSafe(seed: UInt64) async throws {
        try await storeMarket()
        var generator = SeededGenerator(seed: seed)
        let ranges: [ClosedRange<UInt32>] = [
            0...0x7F, 0x20...0x2F, 0x80...0x24F, 0x300...0x36F, 0...0xD7FF, 0xE000...0x10FFFF,
        ]
        for _ in 0..<100 {
            var text = ""
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let range = ranges.randomElement(using: &generator) ?? 0...0x7F
                if let scalar = Unicode.Scalar(.random(in: range, using: &generator)) {
                    text.unicodeScalars.append(scalar)
                }
            }
            let found = try await search(text)
            #expect(Set(found).count == found.count)
        }
        #expect(try await tickers.status().count == Self.market.count)
    }

    @Test("agrees with its definition over random names", arguments: 0..<4)
    func matchesDefinition(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let syllables = [
            "ap", "ple", "co", "in", "ba", "se", "inc", "a", "b", "tech", "no", "lo", "gy", "7", "x&y", "co.",
        ]
        func word() -> String {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in syllables.randomElement(using: &generator) ?? "" }
                .joined()
        }
        var all: [Ticker: ListedTicker] = [:]
        for _ in 0..<600 {
            let length = Int.random(in: 1...6, using: &generator)
            let symbol = String((0..<length).compactMap { _ in "ABCINOS.1".randomElement(using: &generator) })
            let name = (0..<Int.random(in: 1...4, using: &generator)).map { _ in word() }.joined(separator: " ")
            all[try ticker(symbol)] = ListedTicker(try ticker(symbol), name: name.capitalizedWords)
        }
        let sorted = all.values.sorted { $0.ticker < $1.ticker }
        try await store(sorted.shuffled(using: &generator))
        for _ in 0..<60 {
            let query: String
            switch Int.random(in: 0...3, using: &generator) {
            case 0: query = String(word().prefix(Int.random(in: 1...4, using: &generator)))
            case 1: query = word() + " " + word().prefix(2)
            case 2:
                let name = sorted.randomElement(using: &generator)?.name ?? ""
                query = String(
                    name.dropFirst(Int.random(in: 0...3, using: &generator)).prefix(
                        Int.random(in: 2...6, using: &generator)))
            default: query = sorted.randomElement(using: &generator)?.ticker.symbol.lowercased() ?? ""
            }
            let limit = Int.random(in: 1...100, using: &generator)
            #expect(try await search(query, limit: limit) == definition(query, sorted, limit), "\(query)")
        }
    }

    /// The definition: the rules in their order.
    private func definition(_ text: String, _ sorted: [ListedTicker], _ limit: Int) -> [String] {
        func words(_ text: String) -> [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
        }
        let query = text.lowercased().split(separator: " ").joined(separator: " ")
        let queryWords = words(query)
        let groups: [(ListedTicker) -> Bool] = [
            { $0.ticker.symbol.lowercased() == query },
            { !query.isEmpty && $0.ticker.symbol.lowercased().hasPrefix(query) },
            { listed in
                !queryWords.isEmpty
                    && queryWords.allSatisfy { word in words(listed.name).contains { $0.hasPrefix(word) } }
            },
            { query.count >= 3 && $0.name.lowercased().contains(query) },
        ]
        var results: [String] = []
        for group in groups {
            for listed in sorted where group(listed) && !results.contains(listed.ticker.symbol) {
                results.append(listed.ticker.symbol)
            }
        }
        return Array(results.prefix(limit))
    }
}

extension String {
    /// The text with a capital letter at the start of each word.
    fileprivate var capitalizedWords: String {
        split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
