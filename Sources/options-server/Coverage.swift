internal import ArgumentParser
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsProcess

extension OptionsServerCommand {
    /// `options-server coverage`
    struct Coverage: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show which daily prices are stored, and which are missing.",
            discussion: """
                Lists every asset that was imported, is held or is watched. Missing days are trading days between the \
                first stored day and the last complete one. Only reads, also while a server runs.

                EXAMPLES:
                  options-server coverage
                  options-server coverage --json | jq '.assets[] | select(.missingDays > 0) | .asset'

                EXIT STATUS:
                  0   the table was written; it is empty if nothing is stored
                  64  incorrect usage
                  73  the data folder cannot be used
                  74  output could not be written
                """
        )

        /// The number of ranges that a row of the table shows.
        private static let shownRanges = 3

        @Flag(help: "Write the answer of GET /api/rest/prices.") var json = false

        @OptionGroup var folder: DataOptions
        @ParentCommand var server: OptionsServerCommand

        func run() async throws {
            let configuration = DataOptions.configuration(of: "coverage", flags: server.flags)
            var assets: [AssetHolding] = []
            do throws(StoreError) {
                assets = try await StoredPrices(configuration).service?.coverage() ?? []
            } catch {
                Process.fail(error, folder: configuration.dataFolder)
            }
            if json { return try StandardOutput.write(assets.json + Array("\n".utf8)) }
            try StandardOutput.write(Self.table(assets))
            if assets.isEmpty {
                let folder = TerminalText.printable(configuration.dataFolder)
                Process.tell(
                    "options-server: nothing is stored of the \(configuration.servedMarket.rawValue) market in "
                        + "'\(folder)'; options-server backfill SPY imports prices")
            }
        }

        private static func table(_ assets: [AssetHolding]) -> String {
            var table = TextTable([
                ("asset", .left), ("type", .left), ("source", .left), ("days", .right), ("first", .left),
                ("last", .left), ("missing days", .right), ("missing", .left),
            ])
            for asset in assets {
                table.append([
                    asset.asset.name, asset.kind.rawValue, asset.source?.rawValue ?? "-",
                    TerminalText.grouped(asset.days), asset.first.map { "\($0)" } ?? "-",
                    asset.last.map { "\($0)" } ?? "-", TerminalText.grouped(asset.missing.reduce(0) { $0 + $1.days }),
                    ranges(asset.missing),
                ])
            }
            return table.text
        }

        private static func ranges(_ gaps: [DayGap]) -> String {
            let shown = gaps.prefix(shownRanges).map { gap in
                gap.run.first == gap.run.last ? "\(gap.run.first)" : "\(gap.run.first) to \(gap.run.last)"
            }
            let rest = gaps.count - shown.count
            return shown.joined(separator: ", ") + (rest > 0 ? " and \(TerminalText.grouped(rest)) more" : "")
        }
    }
}
