import Foundation
import Testing

@Suite("options-server prices and coverage")
struct ReadingTests {
    static let range = ["--from", "2025-01-02", "--to", "2025-01-10"]

    @Test("before anything was stored: an empty table, the prices of the simulated market, and no folder")
    func empty() throws {
        let data = DataFolder()
        let coverage = try data.run("coverage")
        #expect(coverage.status == 0)
        #expect(coverage.output == "asset  type  source  days  first  last  missing days  missing\n")
        #expect(coverage.error.hasPrefix("options-server: nothing is stored of the simulated market in '"))
        let json = try data.run("coverage", "--json")
        #expect(json.output == #"{"assets":[]}"# + "\n")
        let prices = try CommandRun(["prices", "SPY", "--csv"] + Self.range + data.flags)
        #expect(prices.status == 0 && prices.error == "")
        #expect(prices.output.split(separator: "\n").count == 7)
        let live = try CommandRun(["prices", "SPY", "--market", "live"] + data.flags)
        #expect(live.status == 1)
        #expect(
            live.error == "options-server: nothing is stored of SPY; options-server backfill SPY imports it\n")
        #expect(!FileManager.default.fileExists(atPath: data.path))
    }

    @Test("CSV, JSON and the table have the same prices")
    func formats() throws {
        let data = DataFolder()
        let csv = try CommandRun(["prices", "spy", "--csv"] + Self.range + data.flags).output
            .split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        #expect(csv.first == ["date", "close", "open", "high", "low", "volume", "adjustedClose"])
        // 9 January 2025 was a day of mourning.
        #expect(
            csv.dropFirst().map { $0[0] } == [
                "2025-01-02", "2025-01-03", "2025-01-06", "2025-01-07", "2025-01-08", "2025-01-10",
            ])
        let table = try CommandRun(["prices", "SPY"] + Self.range + data.flags).output.split(separator: "\n")
        #expect(table.map { $0.split(separator: " ").map(String.init) } == csv)
        struct Answer: Decodable {
            struct Price: Decodable { let date: String, close: Decimal }
            let asset: String, prices: [Price]
        }
        let json = try CommandRun(["prices", "SPY", "--json"] + Self.range + data.flags).output
        let answer = try JSONDecoder().decode(Answer.self, from: Data(json.utf8))
        #expect(answer.asset == "SPY" && answer.prices.map(\.date) == csv.dropFirst().map { $0[0] })
    }

    @Test("decimal points are in one column")
    func alignment() throws {
        let table = try CommandRun(["prices", "SPY", "--from", "2020-01-02"] + DataFolder().flags).output
        // Closes without decimals have no point.
        let lines = table.split(separator: "\n").dropFirst().filter { $0.split(separator: " ")[1].contains(".") }
        let points = lines.map { $0.prefix { $0 != "." }.count }
        #expect(Set(points).count == 1)
    }

    @Test("missing days and their ranges")
    func coverage() throws {
        let data = DataFolder()
        for (first, last) in [
            ("2025-01-02", "2025-01-03"), ("2025-02-03", "2025-02-04"), ("2025-02-06", "2025-12-31"),
        ] {
            #expect(try data.run("backfill", "SPY", "--from", first, "--to", last).status == 0)
        }
        let lines = try data.run("coverage").output.split(separator: "\n")
        #expect(lines.count == 2)
        let row = try #require(lines.last)
        #expect(row.hasPrefix("SPY    etf   simulated   231  2025-01-02  2025-12-31  "))
        #expect(row.contains("  2025-01-06 to 2025-01-31, 2025-02-05, 2026-01-02 to "))
    }

    @Test("a closed pipe ends prices silently: status 74; a full disk with a message")
    func outputs() throws {
        let data = DataFolder()
        let closed = try CommandRun(
            shell: "{ \(CommandRun.waitForReaderToLeave)server prices SPY --data \"$DATA\"; echo $? >&2; } | true",
            data)
        #expect(closed.error == "74\n")
        let head = try CommandRun(shell: "server prices SPY --csv --data \"$DATA\" | head -1", data)
        #expect(head.output == "date,close,open,high,low,volume,adjustedClose\n" && head.error == "")
        let full = try CommandRun(shell: "server prices SPY --data \"$DATA\" > /dev/full", data)
        #expect(full.status == 74)
        #expect(full.error == "options-server: cannot write the output: No space left on device\n")
    }
}

@Suite("The command line of options-server")
struct CommandLineTests {
    @Test(
        "wrong input: status 64 and a sentence",
        arguments: [
            (["backfill", "SPY", "--from", "soon"], #"--from must be a day as YYYY-MM-DD, got "soon""#),
            (["prices", "SPY", "--to", "2025-02-30"], #"--to must be a day as YYYY-MM-DD, got "2025-02-30""#),
            (
                ["prices", "SPY", "--from", "2025-02-03", "--to", "2025-01-02"],
                "--from must not be later than --to, got 2025-02-03 and 2025-01-02"
            ),
            (
                ["backfill", "S P"],
                "an asset must be a ticker of 1 to 15 letters, digits or . - ^ : =, or coin: and the identifier of "
                    + #"a coin, got "S P""#
            ),
            (["coverage", "--market", "real"], #"--market must be "simulated", "live" or "auto", got "real""#),
            (
                ["--port", "0", "coverage"],
                "--port is a flag of the server; options-server coverage takes --data and --market"
            ),
        ])
    func wrong(arguments: [String], sentence: String) throws {
        let data = DataFolder()
        let run = try CommandRun(arguments + data.flags)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.error == "options-server: \(sentence)\n")
        #expect(!FileManager.default.fileExists(atPath: data.path))
    }

    @Test("unknown arguments: status 64 and the usage", arguments: [["serve"], ["prices"], ["coverage", "--csv"]])
    func usage(arguments: [String]) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == 64 && run.output == "")
        #expect(run.error.contains("Usage: options-server"))
    }

    @Test("flags of the folder before and after the command, and variables; others are ignored")
    func places() throws {
        let data = DataFolder()
        let arguments = ["backfill", "SPY", "--from", "2025-01-02", "--to", "2025-01-03"]
        #expect(try CommandRun(data.flags + arguments).output.hasPrefix("SPY 2 days imported\n"))
        #expect(try CommandRun(arguments + data.flags).output.hasPrefix("SPY 0 days imported\n"))
        let variables = ["OPTIONS_DATA": data.path, "OPTIONS_MARKET": "simulated", "OPTIONS_PORT": "many"]
        #expect(try CommandRun(arguments, environment: variables).output.hasPrefix("SPY 0 days imported\n"))
        let live = try CommandRun(["coverage"], environment: variables.merging(["OPTIONS_MARKET": "live"]) { $1 })
        #expect(live.error.hasPrefix("options-server: nothing is stored of the live market in '"))
        let wrong = try CommandRun(["coverage"], environment: ["OPTIONS_MARKET": "real"])
        #expect(
            wrong.error == #"options-server: OPTIONS_MARKET must be "simulated", "live" or "auto", got "real""# + "\n")
    }

    @Test("--help names the commands with examples")
    func help() throws {
        let help = try CommandRun(["--help"])
        #expect(help.status == 0 && help.error == "")
        for text in [
            "options-server backfill SPY VOO BTC --from 2021-01-04", "options-server prices SPY",
            "options-server coverage",
            "--snapshot-interval",
        ] {
            #expect(help.output.contains(text))
        }
        for command in ["backfill", "prices", "coverage"] {
            let help = try CommandRun([command, "--help"])
            #expect(help.status == 0 && help.output.contains("--data") && help.output.contains("EXIT STATUS:"))
            #expect(!help.output.contains("--port"))
        }
        #expect(try CommandRun(["--version"]).output.contains(/^\d+\.\d+\.\d+( \([0-9a-f]+(-dirty)?\))?\n$/))
    }
}
