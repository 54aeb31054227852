internal import ArgumentParser
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsMath

extension OptionsServerCommand {
    /// `options-server prices ASSET`
    struct Prices: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the daily prices of an asset.",
            discussion: """
                Writes the prices that are stored, or those of the simulated market, as a table, as CSV or as JSON. \
                Prices are adjusted for splits. Only reads, also while a server runs.

                EXAMPLES:
                  options-server prices SPY --from 2025-01-02
                  options-server prices SPY --from 2021-01-04 --to 2025-12-31 --csv > spy.csv
                  options-server prices coin:solana --json | jq '.prices[-1].close'

                EXIT STATUS:
                  0   the prices were written
                  1   nothing is stored of the asset, or the market does not know it
                  64  incorrect usage
                  73  the data folder cannot be used
                  74  output could not be written
                """
        )

        enum Format: String, EnumerableFlag {
            case table, csv, json

            static func help(for format: Format) -> ArgumentHelp? {
                switch format {
                case .table: "Write an aligned table."
                case .csv: "Write comma-separated values with a header line."
                case .json: "Write the answer of GET /api/rest/prices/ASSET."
                }
            }
        }

        @Argument(help: "A ticker such as SPY, BTC or ETH for the coins, or coin: and the identifier of a coin.")
        var asset: String

        @Option(help: "The first day, as YYYY-MM-DD. (default: the first one)") var from: String?
        @Option(help: "The last day, as YYYY-MM-DD. (default: the last one)") var to: String?

        @Flag var format = Format.table

        @OptionGroup var folder: DataOptions
        @ParentCommand var server: OptionsServerCommand

        func run() async throws {
            let (asset, first, last) = Process.checkingUsage { () throws(ConfigurationError) in
                let days = try CommandInput.days(from: from, to: to)
                return (try CommandInput.asset(self.asset), days.first, days.last)
            }
            let configuration = DataOptions.configuration(of: "prices", flags: server.flags)
            guard let found = await prices(of: asset, from: first, through: last, configuration) else {
                switch configuration.servedMarket {
                case .simulated:
                    Process.fail("\(asset) is unknown in the simulated market", status: EXIT_FAILURE)
                case .live:
                    Process.fail(
                        "nothing is stored of \(asset); options-server backfill \(asset) imports it",
                        status: EXIT_FAILURE)
                }
            }
            switch format {
            case .table: try StandardOutput.write(found.table)
            case .csv: try StandardOutput.write(found.csv)
            case .json: try StandardOutput.write(found.json + Array("\n".utf8))
            }
        }

        private func prices(
            of asset: Asset, from first: CalendarDate?, through last: CalendarDate?,
            _ configuration: ServerConfiguration
        ) async -> AssetPrices? {
            let stored = StoredPrices(configuration)
            do {
                if let service = stored.service {
                    return try await service.prices(of: asset, from: first, through: last)
                }
                return try await stored.sources.computedPrices(of: asset, from: first, through: last, time: .system)
            } catch let error as StoreError {
                Process.fail(error, folder: configuration.dataFolder)
            } catch let error as MarketDataError {
                Process.fail(error.sentence, status: EXIT_FAILURE)
            } catch {
                Process.fail("\(error)", status: EXIT_FAILURE)
            }
        }
    }
}

extension AssetPrices {
    /// The names of the columns, which are the names of the JSON members.
    private static let columns = ["date", "close", "open", "high", "low", "volume", "adjustedClose"]

    /// The values of the columns on each day.
    private var rows: some Sequence<[String?]> {
        prices.lazy.map { price in
            [
                "\(price.date)", "\(price.close)", price.open?.description, price.high?.description,
                price.low?.description, price.volume?.description, price.adjustedClose?.description,
            ]
        }
    }

    /// The prices as comma-separated values. Unknown values are empty.
    fileprivate var csv: String {
        var text = Self.columns.joined(separator: ",") + "\n"
        for row in rows { text += row.map { $0 ?? "" }.joined(separator: ",") + "\n" }
        return text
    }

    /// The prices in aligned columns. Unknown values are `-`.
    fileprivate var table: String {
        var table = TextTable(Self.columns.map { ($0, $0 == "date" ? .left : .point) })
        for row in rows { table.append(row.map { $0 ?? "-" }) }
        return table.text
    }
}
