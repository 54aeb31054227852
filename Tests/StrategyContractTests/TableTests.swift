import StrategyContract
import Testing

@Suite("Requests in CSV")
struct TableTests {
    /// The JSON of the request in rows under a header, and its broken rule.
    private func request(
        _ header: String, _ rows: String..., of kind: TableColumns.Rows = .legs
    ) throws -> (json: String, problem: String?) {
        var request = TableRequest(try TableColumns(header: Array(header.utf8), kind))
        let rows = rows.map { Array($0.utf8) }
        return unsafe Self.withBytes(of: rows) { rows in
            request.begin()
            for index in unsafe rows.indices { unsafe request.append(rows[index]) }
            request.finish()
            return (unsafe String(decoding: request.json, as: UTF8.self), request.problem?.message)
        }
    }

    private static func withBytes<Result>(
        of rows: [[UInt8]], _ body: ([UnsafeRawBufferPointer]) throws -> Result
    ) rethrows -> Result {
        let copies = unsafe rows.map { row in
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: row.count + RequestScanner.padding, alignment: 1)
            unsafe copy.copyBytes(from: row + repeatElement(0, count: RequestScanner.padding))
            return unsafe copy
        }
        defer { for index in unsafe copies.indices { unsafe copies[index].deallocate() } }
        return try unsafe body(
            copies.map { unsafe UnsafeRawBufferPointer(rebasing: $0.dropLast(RequestScanner.padding)) })
    }

    @Test("the members of a leg and those of the request, in the order of the columns")
    func legs() throws {
        let header = "quantity,id,type,note,position,currentPrice,strikePrice,premium,dividends,volatility\r\n"
        let (json, problem) = try request(
            header, "2,A-1,call,\"x, y\",long,100,105.50,2.5e0,\"[{\"\"timeToExDate\"\":0.25,\"\"amount\"\":1}]\",\r\n",
            "1,A-1,stock,,short,,,99,,\n", "1,A-1,put,,short,100,95,-0,,")
        #expect(problem == nil)
        #expect(
            json == #"{"legs":[{"quantity":2,"type":"call","position":"long","strikePrice":105.50,"premium":2.5e0},"#
                + #"{"quantity":1,"type":"stock","position":"short","premium":99},"#
                + #"{"quantity":1,"type":"put","position":"short","strikePrice":95,"premium":-0}],"#
                + #""id":"A-1","currentPrice":100,"dividends":[{"timeToExDate":0.25,"amount":1}]}"#)
    }

    @Test("the members of an option")
    func option() throws {
        let (json, problem) = try request(
            "id,type,strict,currentPrice,greekUnits", "7,put,true,-1,market", of: .prices)
        #expect(problem == nil)
        #expect(json == #"{"id":7,"type":"put","strict":true,"currentPrice":-1,"greekUnits":"market"}"#)
        #expect(try request("type,price", ",", of: .impliedVolatilities).json == "{}")
        #expect(try request("type,note", "call,x", of: .prices).json == #"{"type":"call"}"#)
        #expect(try request("id,note", "1,x").json == #"{"legs":[{}],"id":1}"#)
    }

    @Test(
        "a cell that is no number, list or flag becomes a string, so that it adds no member",
        arguments: [
            ("1.5", "1.5"), ("-0.5E-3", "-0.5E-3"), ("0", "0"), ("1e+9", "1e+9"), ("01", #""01""#), (".5", #"".5""#),
            ("5.", #""5.""#), ("+5", #""+5""#), ("1e", #""1e""#), ("-", #""-""#), ("nan", #""nan""#), (" 5", #"" 5""#),
            ("2026-12-18", #""2026-12-18""#), ("\"1,\"\"quantity\"\":5\"", #""1,\"quantity\":5""#), ("\"5\"", "5"),
            ("1}", #""1}""#), ("\\", #""\\""#), ("\"a\nb\"", #""a\u000ab""#), ("é", #""é""#), ("null", #""null""#),
        ])
    func numbers(cell: String, json: String) throws {
        #expect(
            try request("volatility,type", "\(cell),call", of: .prices).json
                == #"{"volatility":\#(json),"type":"call"}"#)
    }

    @Test(
        "cells of lists and flags",
        arguments: [
            ("dividends", "[]", "[]"), ("dividends", "\"[{\"\"a\"\":[1,2]}]\"", #"[{"a":[1,2]}]"#),
            ("dividends", "\"[],\"\"x\"\":1\"", #""[],\"x\":1""#), ("dividends", "[", #""[""#),
            ("dividends", "\"[1,\n2]\"", #""[1,\u000a2]""#), ("strict", "true", "true"), ("strict", "TRUE", #""TRUE""#),
        ])
    func lists(column: String, cell: String, json: String) throws {
        #expect(try request(column, cell, of: .prices).json == #"{"\#(column)":\#(json)}"#)
    }

    @Test("broken rules of CSV")
    func problems() throws {
        let header = "id,type,currentPrice"
        func problem(_ rows: String...) throws -> String? {
            rows.count == 1 ? try request(header, rows[0]).problem : try request(header, rows[0], rows[1]).problem
        }
        #expect(try problem("1,call") == "the request must have 3 cells in each row, as the header, got fewer")
        #expect(try problem("1,call,100,") == "the request must have 3 cells in each row, as the header, got more")
        let malformed = "the request is not valid CSV: a cell in quotation marks has no end, or text follows it"
        #expect(try problem("1,\"call\"x,100") == malformed)
        #expect(try problem("1,call,\"100") == malformed)
        #expect(try problem("1,call,100", "1,put,") == nil)
        #expect(
            try problem("1,call,100", "1,put,101")
                == "currentPrice must be the same in each row of a strategy, got 101")
        #expect(
            try problem("1,call,", "1,put,101") == "currentPrice must be the same in each row of a strategy, got 101")
    }

    @Test("the cells that pass through")
    func extras() throws {
        var request = TableRequest(try TableColumns(header: Array("a,type,\"b,\",position,c".utf8), .legs))
        unsafe Self.withBytes(of: [Array("1,call,\"x,\n\"\"y\",long,".utf8), Array("2,call,z,long,w".utf8)]) { rows in
            request.begin()
            for index in unsafe rows.indices { unsafe request.append(rows[index]) }
            var output: [UInt8] = []
            request.appendExtraCells(to: &output)
            #expect(String(decoding: output, as: UTF8.self) == ",1,\"x, \"\"y\",")
        }
        #expect(try TableColumns(header: Array("a,type,\"b,\"\r\n".utf8), .legs).extraHeader == Array(",a,\"b,\"".utf8))
    }

    @Test("faults of a header")
    func headers() {
        for (header, fault) in [
            ("type,type", "the header has two columns type"), ("\"type", "the header is not valid CSV"),
            ("id,a,id", "the header has two columns id"),
        ] {
            #expect {
                try TableColumns(header: Array(header.utf8), .legs)
            } throws: {
                "\($0)" == fault
            }
        }
        #expect(throws: Never.self) { try TableColumns(header: Array("a,a,type".utf8), .legs) }
    }

    @Test("columns that are nearly named as members")
    func suggestions() throws {
        let columns = try TableColumns(header: Array("strike_price,Type,note,premium,legs,symbol".utf8), .legs)
        #expect(
            columns.suggestions == [
                "the column strike_price passes through; did you mean strikePrice?",
                "the column Type passes through; did you mean type?",
            ])
    }

    @Test(
        "the format of an input",
        arguments: [
            ("{\"a\":1}\n", InputFormat.json), ("[{}]", .json), ("", .json), (" \n", .json), ("\u{FEFF}{", .json),
            ("type,a\n1", .csv(header: Array("type,a\n".utf8))),
            ("\u{FEFF}a,\"volatility\"", .csv(header: Array("a,\"volatility\"".utf8))),
            ("price", .csv(header: Array("price".utf8))), ("id,netCost,error\n", .json), ("a b c", .json), ("7", .json),
            ("PAR1\u{15}\u{4}", .parquet), ("PAR", .json),
        ])
    func format(text: String, format: InputFormat) {
        let bytes = Array(text.utf8)
        #expect(InputFormat.of(bytes, isWhole: true) == format)
        // Whatever is found earlier is right.
        for count in 0..<bytes.count {
            if let early = InputFormat.of(Array(bytes[..<count]), isWhole: false) { #expect(early == format) }
        }
    }

    @Test(
        "the command for a header",
        arguments: [
            ("id,type,position,strikePrice,premium,quantity,currentPrice", "batch"),
            ("type,currentPrice,strikePrice,timeToExpiration,volatility", "price"),
            ("type,currentPrice,strikePrice,timeToExpiration,price", "implied-volatility"),
        ])
    func command(header: String, command: String) {
        #expect(TableColumns.command(of: Array(header.utf8)) == command)
    }
}
