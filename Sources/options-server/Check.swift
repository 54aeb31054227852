internal import ArgumentParser
internal import Logging
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsMath
internal import _OptionsProcess

extension OptionsServerCommand {
    /// `options-server check`
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask each configured source one cheap question.",
            discussion: """
                Writes a line for each source: whether it answers, the plan of its key, the calls that are left, or why \
                it cannot be asked. Keys and addresses are read from the environment, as the server reads them.

                EXAMPLES:
                  POLYGON_API_KEY=… options-server check
                  options-server check --market live

                EXIT STATUS:
                  0   every source that is configured answers
                  1   at least one does not
                  64  incorrect usage, or a wrong value in the environment
                  74  output could not be written
                """
        )

        @OptionGroup var folder: DataOptions
        @ParentCommand var server: OptionsServerCommand

        func run() async throws {
            let configuration = DataOptions.configuration(of: "check", flags: server.flags)
            let logger = Logger(label: "options-server") { _ in SwiftLogNoOpLogHandler() }
            // A running server has the day's call counts; this process only reads them.
            let store = try? MarketDatabase(readingFrom: configuration.dataFolder, market: configuration.servedMarket)
            let settings = (try? await store?.personal.settings()) ?? MarketSettings()
            var configured = MarketSources(configuration, storage: store?.budgets, time: .system, logger: logger)
            configured.isOn = { [configured] in configured.isOn($0, settings) }
            let sources = SourceService(configured)
            var table = TextTable([
                ("source", .left), ("state", .left), ("plan", .left), ("calls left", .right), ("resets at", .left),
                ("message", .left),
            ])
            var isAnyFailing = false
            for source in sources.names {
                guard let row = await sources.check(source) else { continue }
                if row.state == .failing { isAnyFailing = true }
                table.append([
                    source.rawValue, row.state.rawValue, row.plan ?? "-", row.callsLeft.map { "\($0)" } ?? "-",
                    row.resetsAt?.rfc3339 ?? "-", TerminalText.printable(row.message ?? "-"),
                ])
            }
            try StandardOutput.write(table.text)
            if isAnyFailing { throw ExitCode.failure }
        }
    }
}
