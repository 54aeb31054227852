import Foundation
import Testing
import _TestSupport

@Suite("Warnings")
struct WarningTests {
    private static let leg =
        #"{"type":"call","position":"long","strike_price":1,"strikePrice":105,"premium":2.5,"quantity":1}"#
    private static let request =
        #"{"currentPrice":100,"legs":[\#(leg),\#(leg)],"timeToExpiration":0.5,"volatility":20,"riskFreeRate":4.5,"#
        + #""comment":"x"}"#
    private static let messages = """
        options: warning: legs[0].strike_price is not a known member; did you mean strikePrice?
        options: warning: comment is not a known member
        options: warning: volatility 20 means 2,000 %; 20 % is 0.2
        options: warning: riskFreeRate 4.5 means 450 %; 4.5 % is 0.045

        """

    @Test("an answered request: one line a name, after the answer", arguments: ["calculate", "scenario", "chart"])
    func single(command: String) throws {
        let input = Data(Self.request.utf8)
        let run = try Run([command], input: input)
        #expect(run.status == 0)
        #expect(run.error == Self.messages)
        let quiet = try Run([command, "--quiet"], input: input)
        #expect(quiet.status == 0 && quiet.error == "")
        #expect(quiet.output == run.output)
        #expect(try Run(shell: "echo '\(Self.request)' | options \(command) 2>&1").output == run.output + run.error)
    }

    @Test("a typed request")
    func typed() throws {
        let run = try Run([
            "calculate", "--price", "100", "--leg", "buy 105C @ 2.5", "--time-to-expiration", "0.5", "--volatility",
            "20", "--dividend-yield", "1.5",
        ])
        #expect(run.status == 0)
        #expect(
            run.error == """
                options: warning: volatility 20 means 2,000 %; 20 % is 0.2
                options: warning: dividendYield 1.5 means 150 %; 1.5 % is 0.015

                """)
    }

    @Test("a refused request has none", arguments: ["calculate", "scenario", "chart"])
    func refused(command: String) throws {
        let strict = try Run([command, "--strict"], input: Data(Self.request.utf8))
        #expect(strict.status == 1 && strict.error.filter { $0 == "\n" }.count == 1)
        let broken = Self.request.replacing(#""premium":2.5"#, with: #""premium":-1"#)
        let run = try Run([command], input: Data(broken.utf8))
        #expect(
            run.status == 1
                && run.error
                    == #"{"error":"legs[0].premium must be 0 or greater, got -1","code":"not_allowed","path":"legs[0].premium"}"#
                    + "\n"
        )
    }

    @Test("a book")
    func book() throws {
        let request =
            #"{"currentPrice":100,"timeToExpiration":1,"volatility":0.2,"positions":[{"id":1,"name":"a","legs":["#
            + #"{"type":"call","position":"long","strikePrice":105,"premium":2,"quantity":1,"impliedVolatility":30}]}]}"#
        let run = try Run(["scenario"], input: Data(request.utf8))
        #expect(
            run.error == """
                options: warning: positions[0].name is not a known member
                options: warning: positions[0].legs[0].impliedVolatility 30 means 3,000 %; 30 % is 0.3

                """)
    }

    private static let option = #""type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5"#

    @Test("lines: one a name, with the line of the first answer")
    func lines() throws {
        let lines = [
            #"{\#(Self.option),"volatility":0.2}"#, #"{\#(Self.option),"volatility":-1,"price":3}"#, "",
            #"{\#(Self.option),"volatility":5,"price":3,"riskFreeRate":1}"#,
            #"{\#(Self.option),"volatility":0.2,"price":3,"vol":1,"riskFreeRate":2}"#,
            #"{\#(Self.option),"volatility":20,"vol":1,"riskFreeRate":3}"#,
        ]
        let input = Data(lines.joined(separator: "\n").utf8)
        let run = try Run(["price"], input: input)
        #expect(run.status == 1)
        #expect(
            run.error == """
                options: warning: line 4: price is not a known member
                options: warning: line 5: vol is not a known member
                options: warning: line 5: riskFreeRate 2 means 200 %; 2 % is 0.02
                options: warning: line 6: volatility 20 means 2,000 %; 20 % is 0.2

                """)
        let quiet = try Run(["price", "--quiet"], input: input)
        #expect(quiet.output == run.output && quiet.error == "" && quiet.status == 1)
        let implied = try Run(["implied-volatility"], input: input)
        #expect(implied.error.hasPrefix("options: warning: line 2: volatility is not a known member\n"))
    }

    @Test("the volatility of the normal model is money")
    func bachelier() throws {
        let line = #"{\#(Self.option),"model":"bachelier","volatility":20}"#
        let run = try Run(["price"], input: Data(line.utf8))
        #expect(run.status == 0 && run.error == "")
    }

    @Test("at most twenty names")
    func limit() throws {
        let members = (0..<50).map { #","extra\#($0)":1"# }.joined()
        let run = try Run(["price"], input: Data(#"{\#(Self.option),"volatility":0.2\#(members)}"#.utf8))
        #expect(run.error.filter { $0 == "\n" }.count == 20)
        #expect(run.error.contains("line 1: extra19 is not a known member\n"))
    }

    @Test("a batch warns in its summary, whatever the number of threads", arguments: ["1", "3"])
    func batch(jobs: String) throws {
        let plain =
            #"{"currentPrice":100,"legs":[{"type":"put","position":"long","strikePrice":95,"premium":2,"quantity":1"#
        var lines = [String](repeating: plain + "}]}", count: 9000)
        lines[10] = plain + #"}],"symbol":"A","legs":1}"#
        lines[2000] = plain + #","strike":90}],"symbol":"B"}"#
        lines[5000] = plain + #","strike":90,"impliedVolatility":25}],"symbol":"B","timeToExpiration":1}"#
        for index in 2001..<9000 where index != 5000 { lines[index] = plain + #","strike":90}],"symbol":"C"}"# }
        let input = Data(lines.joined(separator: "\n").utf8)
        let run = try Run(["batch", "--metrics-only", "--jobs", jobs], input: input)
        #expect(run.status == 1)
        let errors = run.error.split(separator: "\n")
        #expect(
            errors.dropLast() == [
                "options: refused: standard input, line 11: legs must be an array, got 1",
                "options: warning: standard input, line 2001: legs[0].strike is not a known member; did you mean strikePrice?",
                "options: warning: standard input, line 2001: symbol is not a known member",
                "options: warning: standard input, line 5001: legs[0].impliedVolatility 25 means 2,500 %; 25 % is 0.25",
            ])
        #expect(errors.last?.hasPrefix("options: answered 8,999, refused 1 in ") == true)
        #expect(try Run(["batch", "--quiet", "--jobs", jobs], input: input).error == "")
    }
}
