import StrategyBatch
import StrategyContract
import Testing
import _TestSupport

@Suite("Table cutter")
struct TableCutterTests {
    private static let header = "id,type,position,strikePrice,premium,quantity,currentPrice,note\n"

    /// The rows of the answers to `text`, which arrives in pieces of `length` bytes, and their summary.
    private func answers(_ text: String, pieces length: Int) throws -> (rows: [String], summary: BatchSummary) {
        let bytes = Array(text.utf8)
        let header = try #require(InputFormat.header(of: bytes, isWhole: true))
        var cutter = TableCutter(try TableColumns(header: header, .legs))
        var evaluator = BlockEvaluator(CalculationAnswerer(AnswerOptions(format: .csv)))
        var block = RequestBlock()
        var output: [UInt8] = []
        var summary = BatchSummary()
        var start = 0
        repeat {
            let piece = bytes[start..<min(start + length, bytes.count)]
            unsafe cutter.append(atMost: length) { space in
                unsafe space.copyBytes(from: piece)
                return piece.count
            }
            while try cutter.take(&block) {
                block.writeExtraCells()
                summary.add(evaluator.evaluate(block, into: &output))
                block.removeAll()
            }
            if piece.isEmpty { break }
            start += piece.count
        } while true
        let rows = output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        return (rows, summary)
    }

    private func expect(_ rows: [String], from text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for length in [1, 2, 3, 7, 64, 1 << 20] {
            #expect(
                try answers(text, pieces: length).rows == rows, "pieces of \(length)", sourceLocation: sourceLocation)
        }
    }

    @Test("adjacent rows with the same identifier are one strategy")
    func strategies() throws {
        try expect(
            ["A,200,800,-200,102,,x", "7,100,,-100,101,,", ",100,,-100,101,,y", ",200,9800,-200,98,,z"],
            from: Self.header + """
                A,call,long,100,3,1,100,x
                A,call,short,110,1,1,100,ignored

                7,call,long,100,1,1,100,
                ,call,long,100,1,1,100,y
                ,put,long,100,2,1,100,z
                """)
        try expect(
            ["spread 1,200,800,-200,102,,", "spread 2,100,,-100,101,,", "spread 12,200,800,-200,102,,"],
            from: Self.header + """
                spread 1,call,long,100,3,1,100,
                "spread 1",call,short,110,1,1,100,
                spread 2,call,long,100,1,1,100,
                spread 12,call,long,100,3,1,100,
                spread 12,call,short,110,1,1,,
                """)
        try expect([], from: Self.header)
        try expect([], from: Self.header + "\n \r\n")
        try expect(["7,100,,-100,101,,"], from: "\u{FEFF}" + Self.header + "7,call,long,100,1,1,100,\r\n")
    }

    @Test("cells in quotation marks may hold line ends")
    func quoted() throws {
        try expect(
            ["\"a, b\",200,800,-200,102,,\"x  \"\"y\"\"\"", "a,100,,-100,101,,1\" wide"],
            from: Self.header
                + "\"a,\nb\",call,long,\"100\",3,1,100,\"x\r\n\"\"y\"\"\"\r\n\"a,\nb\",call,short,110,1,1,100,\n"
                + "a,call,long,100,1,1,100,1\" wide\n")
    }

    @Test("an identifier that returns, and a broken leg, are refused with their lines")
    func refused() throws {
        let text =
            Self.header + """
                A,call,long,100,3,1,100,x
                B,call,long,100,3,1,100,"two
                lines"
                B,call,short,-110,1,1,100,

                A,call,short,110,1,1,100,y
                A,call,short,110,1,1,100,z
                C,call,long,100,1,1,,
                D,call,long
                """
        let rows = [
            "A,300,,-300,103,,x",
            "B,,,,,\"legs[1].strikePrice must be greater than 0, got -110 at line 5\",\"two lines\"",
            "A,,,,,\"id must not return after another strategy, got \"\"A\"\" at line 7\",y",
            "C,,,,,currentPrice is required at line 9,",
            "D,,,,,\"the request must have 8 cells in each row, as the header, got fewer at line 10\",",
        ]
        try expect(rows, from: text)
        for length in [1, 50, 1 << 20] {
            let summary = try answers(text, pieces: length).summary
            #expect(summary.answered == 1 && summary.refused == 4)
            #expect(summary.refusals.map(\.line) == [3, 7, 9, 10])
        }
    }

    @Test("many identifiers")
    func identifiers() throws {
        let count = 5000
        let rows = (0..<count).map { "\($0 * 7919),call,long,100,1,1,100,\n" }
        let text = Self.header + rows.joined() + rows[17] + rows[4000]
        let found = try answers(text, pieces: 4096)
        #expect(found.summary.answered == count && found.summary.refused == 2)
        #expect(found.summary.refusals.map(\.line) == [count + 2, count + 3])
    }

    @Test("a request that is too long")
    func long() throws {
        let row = "A,call,long,100,1,1,100,\"" + String(repeating: "x", count: 1 << 20)
        #expect {
            _ = try answers(Self.header + row + String(repeating: "\ny", count: 8 << 20), pieces: 1 << 20)
        } throws: {
            "\($0)" == "the request in line 2 is too long, or a quotation mark has no end"
        }
    }

    // A column that passes through makes the engine write every strategy as JSON.
    @Test("strategies that are read from their cells are answered as those that become JSON")
    func scanner() throws {
        var random = SeededGenerator(seed: 7)
        func pick(_ usual: [String], _ unusual: [String]) -> String {
            (Int.random(in: 0..<12, using: &random) == 0 ? unusual : usual).randomElement(using: &random) ?? ""
        }
        let numbers = [
            "", "0", "01", "1.", ".5", "-1", "+1", "1e2", " 1", "1 ", "12345678", "1234567.1234567", "12345678.5",
            "1.0", "2.50",
            "1.12345678", "\"5\"", "x", "١", "1\r", "null", "NaN", "100000000000000", "0.0",
        ]
        let columns: [(name: String, cell: () -> String)] = [
            (
                "id",
                {
                    pick(
                        ["1", "1", "2", "a", ""], ["-1", "1e5", "01", "a b", "\"1\"", "é", "a\\b", "0", "1.50", "9a"])
                }
            ),
            ("currentPrice", { pick(["100"], numbers + ["100.0", "99"]) }),
            ("type", { pick(["call", "put", "stock"], ["", "Call", "calls", "cal", "\"call\"", "putt"]) }),
            ("position", { pick(["long", "short"], ["", "shorts", "lon", "\"long\""]) }),
            ("strikePrice", { pick(["95", "100", "102.5", "", "105.25"], numbers) }),
            ("premium", { pick(["1", "2.25", "0.01", "10"], numbers) }),
            ("quantity", { pick(["1", "2", "10"], numbers) }),
            ("sharesPerContract", { pick(["", "100", "10"], numbers + ["1000000", "1000001"]) }),
            ("fee", { pick([""], ["1", "0.65"]) }), ("expirationDate", { pick([""], ["2026-12-18"]) }),
        ]
        for _ in 0..<400 {
            let used = columns.shuffled(using: &random).filter { column in
                ["fee", "expirationDate", "id", "sharesPerContract"].contains(column.name)
                    ? Bool.random(using: &random) : Int.random(in: 0..<20, using: &random) > 0
            }
            guard !used.isEmpty else { continue }
            let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
            let rows = (0..<6).map { _ in
                let cells = used.map { $0.cell() }
                return Int.random(in: 0..<30, using: &random) == 0 ? cells.dropLast() : cells[...]
            }
            func text(_ more: String, _ header: String) -> String {
                ([used.map(\.name).joined(separator: ",") + header] + rows.map { $0.joined(separator: ",") + more })
                    .joined(separator: lineEnd)
            }
            let (fromCells, fromJSON) = (text("", ""), text(",", ",note"))
            let (scanned, written) = (try answers(fromCells, pieces: 1 << 20), try answers(fromJSON, pieces: 1 << 20))
            // Messages about the number of cells count the further column.
            func comparable(_ rows: [String]) -> [String] {
                rows.map { $0.replacing(/must have \d+ cells/, with: "must have cells") }
            }
            #expect(comparable(scanned.rows).map { $0 + "," } == comparable(written.rows), "\(fromCells)")
            #expect(scanned.summary.answered == written.summary.answered)
        }
    }
}
