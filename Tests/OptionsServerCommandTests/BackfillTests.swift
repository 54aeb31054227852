import Foundation
import Testing

@Suite("options-server backfill")
struct BackfillTests {
    /// Enough tickers of the simulated market for a long import.
    static let many = [
        "AAPL", "ABBV", "ABNB", "ABT", "ADBE", "ADI", "AMAT", "AMC", "AMD", "AMGN", "AMZN", "APP", "ARM", "ASML",
        "AVGO", "AXP", "BA", "BAC", "BIDU", "BKNG", "C", "CAT", "CMCSA", "COIN", "COST", "CRM", "CRWD", "CSCO", "CVX",
        "DASH", "DELL", "DIS", "F", "GE", "GM", "GOOG", "GS", "HD", "IBM", "INTC", "JNJ", "JPM", "KO", "LLY", "MA",
        "META", "MSFT", "NFLX", "NVDA", "ORCL", "PFE", "QCOM", "SBUX", "SHOP", "SPY", "T", "TSLA", "V", "WMT", "XOM",
    ]
    /// Complete days, so that a repeated import adds none.
    static let days = ["--from", "2016-12-01", "--to", "2025-12-31"]

    @Test("prints a line for each asset and a total; a second run finds nothing missing")
    func lines() throws {
        let data = DataFolder()
        let arguments = ["SPY", "voo", "BTC", "spy", "--from", "2021-01-04", "--to", "2025-12-31"]
        let run = try CommandRun(["backfill"] + arguments + data.flags)
        #expect(run.status == 0 && run.error == "")
        // 1,255 sessions of the exchange; 1,823 days.
        #expect(
            run.output == """
                SPY 1,255 days imported
                VOO 1,255 days imported
                BTC 1,823 days imported
                Total: 4,333 days imported

                """)
        let again = try CommandRun(["backfill"] + arguments + data.flags)
        #expect(again.status == 0)
        #expect(again.output.hasSuffix("BTC 0 days imported\nTotal: 0 days imported\n"))
        let day = try CommandRun(["backfill", "QQQ", "--from", "2025-01-02", "--to", "2025-01-02"] + data.flags)
        #expect(day.output == "QQQ 1 day imported\nTotal: 1 day imported\n")
    }

    @Test("an asset that fails: its message on standard error, status 1, the others are imported")
    func failure() throws {
        let data = DataFolder()
        let run = try data.run(
            "backfill", "SPY", "ZZZZZZZ", "coin:nope", "VOO", "--from", "2025-01-02", "--to", "2025-01-10")
        #expect(run.status == 1)
        #expect(run.output == "SPY 6 days imported\nVOO 6 days imported\nTotal: 12 days imported\n")
        #expect(
            run.error == """
                options-server: ZZZZZZZ: ZZZZZZZ is unknown
                options-server: coin:nope: coin:nope is unknown

                """)
    }

    @Test("without assets and with nothing held or watched: a message")
    func nothing() throws {
        let run = try DataFolder().run("backfill")
        #expect(run.status == 0)
        #expect(run.output == "Total: 0 days imported\n")
        #expect(run.error.contains("no asset is held, watched or traded"))
    }

    @Test("a data folder that is a file: a message, and exit status 73")
    func dataFolderThatIsAFile() throws {
        let data = DataFolder()
        try Data("kept".utf8).write(to: URL(filePath: data.path))
        let run = try data.run("backfill", "SPY")
        #expect(run.status == 73)
        #expect(
            run.error == "options-server: the data folder '\(data.path)' cannot be used: Not a directory\n")
        #expect(try String(contentsOfFile: data.path, encoding: .utf8) == "kept")
    }

    @Test("an interruption: the process ends by the signal, and imported days are kept", arguments: [SIGINT, SIGTERM])
    func interruption(signal: Int32) throws {
        let data = DataFolder()
        let arguments = ["backfill"] + Self.many + Self.days + data.flags
        let live = try LiveCommand(arguments)
        let first = live.some()
        #expect(first.hasPrefix("AAPL "))
        live.signal(signal)
        let lines = (first + live.output()).split(separator: "\n")
        let (status, error) = live.ended()
        #expect(status == 128 + signal)
        #expect(error == "options-server: interrupted; imported days are kept, and the same command resumes\n")
        #expect(lines.count < Self.many.count && lines.last?.hasPrefix("Total: ") == true)
        // Each reported asset is stored, and is not imported again.
        let coverage = try data.run("coverage")
        #expect(coverage.status == 0)
        for line in lines.dropLast() {
            let name = line.prefix { $0 != " " }
            #expect(coverage.output.contains("\n\(name) "))
            let again = try CommandRun(["backfill", String(name)] + Self.days + data.flags)
            #expect(again.output == "\(name) 0 days imported\nTotal: 0 days imported\n")
            break
        }
    }

    @Test("a kill at any moment: reported days are kept", arguments: 0..<5)
    func kill(attempt: Int) throws {
        let data = DataFolder()
        let live = try LiveCommand(["backfill"] + Self.many + Self.days + data.flags)
        let text = (0...attempt).map { _ in live.some() }.joined()
        live.signal(SIGKILL)
        _ = live.ended()
        let reported = text.split(separator: "\n").map { $0.prefix { $0 != " " } }.filter { $0 != "Total:" }
        #expect(!reported.isEmpty)
        let again = try CommandRun(["backfill"] + reported.map(String.init) + Self.days + data.flags)
        #expect(again.status == 0)
        #expect(again.output.hasSuffix("\nTotal: 0 days imported\n"))
    }

    @Test("a closed pipe: status 74, silently")
    func closedPipe() throws {
        let run = try CommandRun(
            shell: "{ server backfill SPY --from 2025-01-02 --data \"$DATA\"; echo $? >&2; } | true",
            DataFolder())
        #expect(run.error == "74\n" || run.error == "0\n")
        let slow = try CommandRun(
            shell: "{ \(CommandRun.waitForReaderToLeave)"
                + "server backfill SPY --from 2025-01-02 --data \"$DATA\"; echo $? >&2; } | true",
            DataFolder())
        #expect(slow.error == "74\n")
    }

    #if os(Linux)
        @Test("on a terminal: a progress bar on one line, which is removed at the end")
        func progress() throws {
            let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (lock, number): (Int32, Int32) = (0, 0)
            let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK and TIOCGPTN
            let isOpen = unsafe ioctl(terminal, unlock, &lock) == 0 && ioctl(terminal, getNumber, &number) == 0
            try #require(isOpen)
            let other = unsafe FileHandle(
                fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
            let data = DataFolder()
            let live = try LiveCommand(
                ["backfill", "SPY", "VOO", "QQQ", "COIN", "--from", "2016-12-01"] + data.flags, error: other)
            let output = live.output()
            #expect(live.ended().status == 0)
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(terminal, $0.baseAddress, $0.count) }
            close(terminal)
            let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            #expect(!output.contains("\r"))
            #expect(text.contains(/\r\[#*\.*\] +\d+ %(, \d+:\d\d left)?, [\d,]+ of [\d,]+ days, [\d,]+\/s/))
            #expect(text.hasSuffix("\r\u{1B}[K"))
            #expect(!text.contains("\n"))
        }
    #endif
}

@Suite("options-server as one process of a data folder")
struct FolderTests {
    @Test("while a server runs: backfill exits 73 with a message; prices and coverage read")
    func server() throws {
        let data = DataFolder()
        let server = try LiveCommand(["--port", "0"] + data.flags)
        server.waitForError("listening on")
        let backfill = try data.run("backfill", "SPY")
        #expect(backfill.status == 73 && backfill.output == "")
        #expect(
            backfill.error == """
                options-server: the data folder '\(data.path)' is used by another process; a server that runs imports \
                by POST /api/rest/prices/backfill

                """)
        #expect(try data.run("prices", "SPY", "--from", "2025-01-02", "--to", "2025-01-03", "--csv").status == 0)
        #expect(try data.run("coverage").status == 0)
        server.signal(SIGTERM)
        #expect(server.ended().status == 0)
        #expect(try data.run("backfill", "SPY", "--from", "2025-01-02", "--to", "2025-01-03").status == 0)
    }
}
