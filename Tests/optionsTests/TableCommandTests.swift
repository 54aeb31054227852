import Foundation
import Testing
import _TestSupport

@Suite("CSV in and out")
struct TableCommandTests {
    /// Random objects, with the members in each.
    private struct Objects {
        private var random = SeededGenerator(seed: 17)

        private mutating func number(_ range: ClosedRange<Int>, per unit: Double) -> String {
            "\(Double(Int.random(in: range, using: &random)) / unit)"
        }

        private mutating func word(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }

        mutating func leg() -> [String: String] {
            let type = word("call", "put", "stock")
            var leg = [
                "type": #""\#(type)""#, "position": #""\#(word("long", "short", "longer"))""#,
                "premium": number(0...900, per: 100),
                "quantity": "\(Int.random(in: 0...20, using: &random))",
            ]
            if type != "stock" { leg["strikePrice"] = number(1900...2100, per: 20) }
            if Bool.random(using: &random) { leg["fee"] = number(0...50, per: 10) }
            if type != "stock", Bool.random(using: &random) {
                leg["expirationDate"] = #""2026-12-\#(word("04", "18", "32"))""#
            }
            return leg
        }

        mutating func request() -> [String: String] {
            var request = ["currentPrice": number(1800...2200, per: 20)]
            if Bool.random(using: &random) { request["valuationDate"] = #""2026-11-21""# }
            if Bool.random(using: &random) { request["volatility"] = number(0...40, per: 100) }
            if Bool.random(using: &random) { request["riskFreeRate"] = number(-5...9, per: 100) }
            if Bool.random(using: &random) {
                request["dividends"] =
                    #"[{"exDate":"2026-12-\#(word("02", "10"))","amount":\#(number(0...9, per: 10))}]"#
            }
            if Bool.random(using: &random) { request["include"] = #"["greeks"]"# }
            return request
        }

        mutating func option(_ given: String) -> [String: String] {
            var option = request()
            option["include"] = nil
            option["volatility"] = nil
            option["valuationDate"] = #""2026-11-21""#
            option["expirationDate"] = #""2027-0\#(Int.random(in: 1...9, using: &random))-15""#
            option["type"] = #""\#(word("call", "put", "puts"))""#
            option["strikePrice"] = number(1900...2100, per: 20)
            option[given] = number(0...40, per: 100)
            if Bool.random(using: &random) { option["exercise"] = #""\#(word("american", "european"))""# }
            return option
        }

        mutating func legCount() -> Int { Int.random(in: 1...5, using: &random) }
    }

    private static func json(_ object: [String: String]) -> String {
        "{" + object.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// The cell of a value in JSON.
    private static func cell(_ value: String?) -> String {
        guard var text = value else { return "" }
        if text.hasPrefix("\"") { text = String(text.dropFirst().dropLast()) }
        return text.contains("\"") || text.contains(",") ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }

    private static func table(_ rows: [[String: String]]) -> String {
        let columns = Set(rows.flatMap(\.keys)).sorted()
        return
            ([columns.joined(separator: ",")] + rows.map { row in columns.map { cell(row[$0]) }.joined(separator: ",") })
            .joined(separator: "\n") + "\n"
    }

    @Test("strategies have the answers that they have in JSON")
    func strategies() throws {
        var objects = Objects()
        var (lines, rows) = ([String](), [[String: String]]())
        for number in 0..<400 {
            let request = objects.request().merging(["id": number.isMultiple(of: 2) ? "\(number)" : "\"A-\(number)\""])
            { $1 }
            let legs = (0..<objects.legCount()).map { _ in objects.leg() }
            lines.append(
                Self.json(request.merging(["legs": "[" + legs.map(Self.json).joined(separator: ",") + "]"]) { $1 }))
            rows += legs.map { request.merging($0) { $1 } }
        }
        let folder = try TemporaryFolder()
        try folder.write(lines.joined(separator: "\n"), to: "a.ndjson")
        try folder.write(Self.table(rows), to: "a.csv")
        for jobs in ["1", "3"] {
            for format in ["csv", "ndjson"] {
                let json = try folder.run(["batch", "a.ndjson", "--format", format, "--jobs", jobs])
                let table = try folder.run(["batch", "a.csv", "--format", format, "--jobs", jobs])
                #expect(json.status == 1 && table.status == 1)
                let answers = json.output.split(separator: "\n")
                #expect(answers.count { !$0.contains("legs") } > 40)
                // The error of a row has its line, and errors in the request come after those in its legs.
                for (row, answer) in zip(table.output.split(separator: "\n"), answers) where !row.contains(" at line ")
                {
                    #expect(row == answer)
                }
                #expect(table.output.split(separator: "\n").count == answers.count)
                #expect(
                    table.output.matches(of: #/ at line \d+/#).count
                        == answers.count { $0.contains(" must ") || $0.contains(" is ") })
            }
        }
        #expect(try folder.run(["batch", "a.csv"]).output == folder.run(["batch", "a.csv", "--format", "csv"]).output)
    }

    @Test("options have the answers that they have in JSON", arguments: ["price", "implied-volatility"])
    func options(command: String) throws {
        var objects = Objects()
        let given = command == "price" ? "volatility" : "price"
        let lines = (0..<300).map { number in
            objects.option(given).merging(["id": number.isMultiple(of: 2) ? "\(number)" : "\"a, \(number)\""]) { $1 }
        }
        let folder = try TemporaryFolder()
        try folder.write(lines.map(Self.json).joined(separator: "\n"), to: "a.ndjson")
        try folder.write(Self.table(lines), to: "a.csv")
        let more = command == "price" ? ["--all-greeks"] : ["--greeks"]
        let json = try folder.run([command, "a.ndjson"] + more)
        let table = try folder.run([command, "a.csv", "--format", "ndjson"] + more)
        #expect(json.output == table.output && json.status == 1)
        let rows = try folder.run([command, "a.csv"] + more).output.split(
            separator: "\n", omittingEmptySubsequences: false)
        let header = rows[0].split(separator: ",")
        for (line, row) in zip(json.output.split(separator: "\n"), rows.dropFirst()) {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            // A row has the sentence of a refusal, without its code and path.
            #expect(Set(object.keys).subtracting(["code", "path"]).isSubset(of: header.map(String.init)))
            let cells = Self.cells(String(row))
            #expect(cells.count == header.count)
            for (name, cell) in zip(header, cells) {
                switch object[String(name)] {
                case nil, is NSNull: #expect(cell == "")
                case let text as String: #expect(cell == text)
                case is NSNumber: #expect(line.contains("\"\(name)\":\(cell)"))
                case let list?:
                    let read = try JSONSerialization.jsonObject(with: Data(cell.utf8)) as? NSArray
                    #expect(read == list as? NSArray)
                }
            }
        }
    }

    /// The texts of the cells of a row.
    private static func cells(_ row: String) -> [String] {
        var (cells, isQuoted) = ([""], false)
        for character in row {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells.map { cell in
            cell.hasPrefix("\"") ? String(cell.dropFirst().dropLast()).replacing("\"\"", with: "\"") : cell
        }
    }

    private static let legs = #"""
        symbol,id,type,position,strikePrice,premium,quantity,currentPrice,"my ""note"""
        SPY,A,call,long,100,3,1,100,x
        QQQ,A,call,short,110,1,1,100,y
        IWM,B,put,long,100,2,1,100,"a, b"

        """#
    private static let answers = #"""
        id,netCost,maxProfit,maxLoss,breakEvenPoints,error,symbol,"my ""note"""
        A,200,800,-200,102,,SPY,x
        B,200,9800,-200,98,,IWM,"a, b"

        """#

    @Test("files by name, standard input, gzip, CRLF and a byte-order mark")
    func inputs() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.legs, to: "a.csv")
        try folder.write(folder.packed(Self.legs.utf8), to: "b.csv.gz")
        try folder.write(folder.packed(Self.legs.utf8), to: "c.gz")
        try folder.write("\u{FEFF}" + Self.legs.replacing("\n", with: "\r\n"), to: "d.txt")
        for file in ["a.csv", "b.csv.gz", "c.gz", "d.txt"] {
            let run = try folder.run(["batch", "--quiet", file])
            #expect(run.status == 0 && run.error == "")
            #expect(run.output == Self.answers, "\(file)")
        }
        #expect(try folder.run(["batch"], input: Self.legs).output == Self.answers)
        #expect(try folder.run(["batch", "--from", "csv", "-"], input: Self.legs).output == Self.answers)
        #expect(try folder.run(["batch", "a.csv", "-o", "out.csv"]).status == 0)
        #expect(try folder.text("out.csv") == Self.answers)
        // The columns of the second input are the same.
        let both = try folder.run(["batch", "--quiet", "a.csv", "b.csv.gz"])
        #expect(
            both.output == Self.answers + Self.answers.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined())
        let json = try folder.run(["batch", "--from", "ndjson", "d.txt"])
        #expect(json.status == 1 && json.output.hasPrefix(#"{"error":"the request is not valid JSON"#))
    }

    @Test("other inputs than CSV with the same columns: status 66", arguments: ["b.csv", "b.ndjson"])
    func mixed(file: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.legs, to: "a.csv")
        try folder.write(Self.legs.replacing("symbol", with: "ticker"), to: "b.csv")
        try folder.write(Numbered.requests([1]), to: "b.ndjson")
        let run = try folder.run(["batch", "a.csv", file])
        #expect(run.status == 66 && run.output == Self.answers)
        #expect(
            run.error
                == "options: cannot read '\(file)': its columns other than members differ from those of the first input\n"
        )
        let json = try folder.run(["batch", "--format", "ndjson", "--metrics-only", "a.csv", "b.ndjson"])
        #expect(json.status == 0 && json.output.hasSuffix(Numbered(1).answer + "\n"))
    }

    @Test("an interrupted run continues")
    func resume() throws {
        let folder = try TemporaryFolder()
        let rows = (0..<20_000).map { "\($0 / 2),call,long,\(90 + $0 % 20),1,1,100,\($0)\n" }.joined()
        try folder.write("id,type,position,strikePrice,premium,quantity,currentPrice,note\n" + rows, to: "a.csv")
        let whole = try folder.run(["batch", "--quiet", "a.csv"]).output
        #expect(whole.split(separator: "\n").count == 10_001)
        let run = try folder.run(shell: "(ulimit -f 100; options batch --quiet --resume a.csv -o out.csv) 2> /dev/null")
        #expect(run.status != 0)
        #expect(try folder.names.contains { $0.hasSuffix(".partial") })
        let again = try folder.run(["batch", "--resume", "a.csv", "-o", "out.csv"])
        #expect(again.status == 0 && again.error.contains(" in earlier runs)"))
        #expect(try folder.text("out.csv") == whole)
    }

    @Test("lines answered in CSV, and columns that only some options have")
    func lines() throws {
        let line = #"{"id":"a","type":"call","currentPrice":100,"strikePrice":90,"timeToExpiration":0,"volatility":0}"#
        let run = try Run(["price", "--format", "csv"], input: Data(line.utf8))
        #expect(
            run.output == """
                id,strikePrice,price,delta,gamma,theta,vega,rho,earlyExercisePremium,exercised,exerciseBoundary,\
                secondExerciseBoundary,exDateBoundaries,error
                a,,10,1,0,0,0,0,,,,,,

                """)
        let rows =
            "delta,type,currentPrice,timeToExpiration,volatility,desk\n0.5,call,100,1,-1,x\n,call,100,1,0.2,\"y\"\n"
        let refused = try Run(["price"], input: Data(rows.utf8))
        #expect(refused.status == 1)
        #expect(
            refused.output == """
                id,strikePrice,price,delta,gamma,theta,vega,rho,error,desk
                ,,,,,,,,"volatility must be 0 or greater, got -1",x
                ,,,,,,,,strikePrice is required,"y"

                """)
        #expect(try Run(["price", "--from", "ndjson"], input: Data(rows.utf8)).output.hasPrefix(#"{"error""#))
    }

    @Test("columns that are nearly named as members are warned of")
    func suggestions() throws {
        let rows = "type,currentPrice,strikePrice,timeToExpiration,volatility,risk_free_rate\ncall,100,100,1,20,0.05\n"
        let run = try Run(["price"], input: Data(rows.utf8))
        #expect(run.status == 0)
        #expect(
            run.error == """
                options: warning: the column risk_free_rate passes through; did you mean riskFreeRate?
                options: warning: line 2: volatility 20 means 2,000 %; 20 % is 0.2

                """)
        #expect(try Run(["price", "--quiet"], input: Data(rows.utf8)).error == "")
        let batch = try Run(["batch"], input: Data("legs,type,Premium\n,,\n".utf8))
        #expect(
            batch.error.contains(
                "\noptions: warning: standard input: the column Premium passes through; did you mean premium?\n"))
    }

    @Test("faults of the table: status 66")
    func faults() throws {
        let twice = try Run(["price"], input: Data("type,type\n".utf8))
        #expect(twice.status == 66 && twice.output == "")
        #expect(twice.error == "options: cannot read standard input: the header has two columns type\n")
        let folder = try TemporaryFolder()
        try folder.write(folder.packed(Self.legs.utf8).prefix(80), to: "a.csv.gz")
        let damaged = try folder.run(["batch", "a.csv.gz"])
        #expect(damaged.status == 66)
        #expect(damaged.error.hasSuffix("options: cannot read 'a.csv.gz': the compressed data ends too early\n"))
    }

    @Test(
        "a command that answers one request names the one that reads CSV: status 66",
        arguments: ["calculate", "chart", "scenario", "recognise", "margin"])
    func single(command: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.legs, to: "a.csv")
        try folder.write("type,currentPrice,strikePrice,timeToExpiration,price\n", to: "quotes.csv")
        for (file, other) in [("a.csv", "batch"), ("quotes.csv", "implied-volatility")] {
            let run = try folder.run([command, file])
            #expect(run.status == 66 && run.output == "")
            #expect(
                run.error
                    == "options: '\(file)' is CSV, and this command answers one request in JSON; use: options \(other) \(file)\n"
            )
        }
        #expect(
            try folder.run([command], input: Self.legs).error
                == "options: standard input is CSV, and this command answers one request in JSON; use: options batch FILE.csv\n"
        )
    }

    @Test(
        "Parquet is not read: status 66, and a command that converts it",
        arguments: ["calculate", "chart", "scenario", "recognise", "margin", "price", "implied-volatility", "batch"])
    func parquet(command: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("PAR1".utf8) + [21, 4, 21, 0, 0xFF], to: "a.parquet")
        let run = try folder.run([command, "a.parquet"])
        #expect(run.status == 66 && run.output == "")
        #expect(
            run.error
                == "options: 'a.parquet' is Parquet, which is not read; convert it with: "
                + "python3 -c \"import pandas; pandas.read_parquet('a.parquet').to_csv('a.csv', index=False)\"\n")
    }
}
