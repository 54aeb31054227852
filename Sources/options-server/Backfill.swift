internal import ArgumentParser
internal import Logging
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsMath

extension OptionsServerCommand {
    /// `options-server backfill [ASSET…]`
    struct Backfill: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import missing daily prices.",
            discussion: """
                Imports the days that are not stored yet, and writes a line for each asset and a total. Without an ASSET, \
                imports all assets that are held, watched or traded. What is imported stays if the command is interrupted; the \
                same command then imports the rest. A running server imports by POST /api/rest/prices/backfill instead, \
                because only one process may change a data folder.

                EXAMPLES:
                  options-server backfill SPY VOO BTC --from 2021-01-04
                  options-server backfill coin:solana --from 2024-01-01 --to 2024-12-31
                  options-server backfill

                EXIT STATUS:
                  0   all that was missing is imported
                  1   at least one asset failed; the others were imported
                  64  incorrect usage
                  73  the data folder cannot be used, because a server runs, for example
                  74  output could not be written
                """
        )

        @Argument(help: "Tickers; BTC and ETH for the coins, or coin: and the identifier of a coin.")
        var assets: [String] = []

        @Option(help: "The first day, as YYYY-MM-DD. (default: 365 days before the last one)") var from: String?
        @Option(help: "The last day, as YYYY-MM-DD. (default: today)") var to: String?

        @OptionGroup var folder: DataOptions
        @ParentCommand var server: OptionsServerCommand

        func run() async throws {
            let now = ServiceTime.system.now()
            let (named, first, last) = Process.checkingUsage { () throws(ConfigurationError) in
                var named: [Asset] = []
                for text in assets {
                    let asset = try CommandInput.asset(text)
                    if !named.contains(asset) { named.append(asset) }
                }
                let given = try CommandInput.days(from: from, to: to)
                let (first, last) = BackfillService.days(from: given.first, through: given.last, now: now)
                try CommandInput.requireOrder(first, today: last)
                return (named, first, last)
            }
            let configuration = DataOptions.configuration(of: "backfill", flags: server.flags)
            do {
                let end = try await Import(assets: named, first: first, last: last).run(configuration)
                end.signals?.endIfCaught(telling: "interrupted; imported days are kept, and the same command resumes")
                if end.isAnyFailed { throw ExitCode.failure }
            } catch let error as StoreError {
                Process.fail(error, folder: configuration.dataFolder)
            }
        }
    }
}

/// One import of daily prices, with a data folder of its own.
private struct Import {
    /// How an import ended.
    struct End {
        var signals: StopSignals?
        var isAnyFailed = false
    }

    /// The assets; empty for the held and watched ones.
    let assets: [Asset]
    let first, last: CalendarDate

    /// Runs the import, and closes the data folder.
    func run(_ configuration: ServerConfiguration) async throws -> End {
        let lock = Process.openFolder(
            configuration, advice: "; a server that runs imports by POST /api/rest/prices/backfill")
        defer { lock.unlock() }
        let output = LogOutput()
        output.start()
        let logger = Logger(label: "options-server") { _ in
            LineLogHandler(configuration.logFormat, level: .warning, output: output)
        }
        let store = Process.openStore(configuration, logger)
        let end: Result<End, any Error>
        do {
            let market = ServedMarket(configuration, store: store, underlyings: [], time: .system, logger: logger)
            end = .success(try await run(market.backend))
        } catch {
            end = .failure(error)
        }
        await output.finish()
        try store.close()
        return try end.get()
    }

    private func run(_ market: MarketBackend) async throws -> End {
        let assets = assets.isEmpty ? try await market.prices.assetsInUse() : assets
        var report = BackfillReport()
        if assets.isEmpty {
            Process.tell(
                "options-server: no asset is held, watched or traded; options-server backfill SPY imports prices of SPY"
            )
        }
        let backfill = market.backfill
        let job = try await backfill.start(assets: assets, from: first, through: last).job.id
        let signals = await StopSignals { _ = try? await backfill.cancel(job) }
        do {
            var last: JobView?
            guard let changes = try await backfill.changes(of: job) else { return End() }
            for await view in changes.values() {
                try report.update(view)
                last = view
            }
            if let last { try report.finish(last) }
        } catch {
            _ = try? await backfill.cancel(job)
            throw error
        }
        return End(signals: signals, isAnyFailed: report.isAnyFailed)
    }
}
