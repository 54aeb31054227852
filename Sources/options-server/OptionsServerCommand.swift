internal import ArgumentParser
internal import Dispatch
internal import Logging
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import ServiceLifecycle
internal import SystemPackage
internal import UnixSignals
internal import _OptionsMath
internal import _OptionsProcess

/// Ends the process if requests are still in progress after the deadline. (The service group can only cancel them, and
/// Hummingbird does not tolerate cancellation while it accepts a connection.)
private struct StoppingDeadline: Service {
    let seconds: Int
    let end: @Sendable () async -> Never

    func run() async throws {
        try await gracefulShutdown()
        Task.detached { [self] in
            try await Task.sleep(for: .seconds(seconds))
            await end()
        }
    }
}

/// The beginning of the process.
@main
enum Main {
    static func main() {
        // Before any file is opened: the concurrency runtime opens descriptors of its own.
        FileDescriptor.occupyStandardDescriptors()
        // A closed pipe and a file that is too large are reported as failed writes.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        Task { exit(await OptionsServerCommand.runToEnd()) }
        dispatchMain()
    }
}

/// The API server as a process: flags, environment, signals and exit status.
struct OptionsServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options-server",
        abstract: "Serve options analytics over HTTP, and import and show market data.",
        discussion: """
            Without a subcommand, starts a server: without configuration on http://127.0.0.1:8080. The base path of the \
            interface is /api/rest; GET /api/rest/openapi.json describes it. The subcommands work on the data folder of \
            the server.

            Each flag may also be given by the variable of the environment in brackets; a flag overrides it.

            EXAMPLES:
              options-server
              options-server --port 0 --log-format json
              curl --json @long-call.json http://127.0.0.1:8080/api/rest/options/calculate
              options-server backfill SPY VOO BTC --from 2021-01-04
              options-server prices SPY --from 2025-01-02 --csv > spy.csv
              options-server coverage
              options-server check

            EXIT STATUS:
              0   stopped by SIGTERM or SIGINT
              64  incorrect usage, or a wrong value in the environment
              66  the file of symbols cannot be read
              69  the port is taken, or the address cannot be used
              73  the data folder cannot be used
            """,
        version: Version.description,
        subcommands: [Backfill.self, Prices.self, Coverage.self, Check.self]
    )

    @Option(help: .init(ServerSetting.host.help)) var host: String?
    @Option(help: .init(ServerSetting.port.help)) var port: String?
    @OptionGroup var folder: DataOptions
    @Option(help: .init(ServerSetting.simulatedStart.help)) var simulatedStart: String?
    @Option(help: .init(ServerSetting.token.help)) var token: String?
    @Option(help: .init(ServerSetting.allowedOrigins.help)) var allowedOrigin: [String] = []
    @Option(help: .init(ServerSetting.allowedHosts.help)) var allowedHost: [String] = []
    @Option(help: .init(ServerSetting.symbolsFile.help), completion: .file()) var symbols: String?
    @Option(help: .init(ServerSetting.snapshotInterval.help)) var snapshotInterval: String?
    @Option(help: .init(ServerSetting.riskFreeRate.help)) var riskFreeRate: String?
    @Option(help: .init(ServerSetting.logLevel.help)) var logLevel: String?
    @Option(help: .init(ServerSetting.logFormat.help)) var logFormat: String?

    /// Runs the server or the named command, and returns the exit status.
    static func runToEnd() async -> Int32 {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return EXIT_SUCCESS
        } catch {
            return report(error)
        }
    }

    /// Writes the message of an error (help and the version are errors too), and returns the exit status.
    private static func report(_ error: any Error) -> Int32 {
        let status = exitCode(for: error)
        let message = fullMessage(for: error)
        if message.isEmpty { return status.rawValue }
        guard status == .success else {
            Process.tell(message)
            return status.rawValue
        }
        do {
            try StandardOutput.write(message + "\n")
            return status.rawValue
        } catch {
            return exitCode(for: error).rawValue
        }
    }

    /// The flags that were given, by their names.
    var flags: [String: String] {
        let values: [(ServerSetting, String?)] =
            folder.values + [
                (.host, host), (.port, port), (.simulatedStart, simulatedStart), (.token, token),
                (.allowedOrigins, allowedOrigin.isEmpty ? nil : allowedOrigin.joined(separator: ",")),
                (.allowedHosts, allowedHost.isEmpty ? nil : allowedHost.joined(separator: ",")),
                (.symbolsFile, symbols), (.snapshotInterval, snapshotInterval), (.riskFreeRate, riskFreeRate),
                (.logLevel, logLevel), (.logFormat, logFormat),
            ]
        return Dictionary(
            uniqueKeysWithValues: values.compactMap { setting, value in value.map { (setting.flag, $0) } })
    }

    func run() async throws {
        var configuration = Process.checkingUsage { () throws(ConfigurationError) in
            try ServerConfiguration(flags: flags, environment: Process.environment)
        }
        // Some files are needed for other things than connections.
        configuration.limits.connections = min(configuration.limits.connections, max(1, Process.raiseFileLimit() - 64))
        let output = LogOutput()
        let logger = Logger(label: "options-server") { _ in
            LineLogHandler(configuration.logFormat, level: configuration.logLevel, output: output)
        }
        let underlyings = underlyings(configuration)
        let lock = Process.openFolder(configuration)
        defer { lock.unlock() }
        let store = Process.openStore(configuration, logger)
        let market = ServedMarket(
            configuration, store: store, underlyings: underlyings, time: configuration.marketTime(.system),
            logger: logger)
        let server = APIServer(configuration, market: market, logger: logger) { address in
            Process.tell("listening on \(address)")
        }
        let stopping = StoppingDeadline(seconds: configuration.limits.stoppingSeconds) {
            logger.warning("requests were still in progress when the time to stop was over")
            await output.finish()
            Process.end()
        }
        let group = ServiceGroupConfiguration(
            services: [.init(service: server.application), .init(service: stopping)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        output.start()
        var failure: (any Error)?
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            failure = error
        }
        await output.finish()
        if let failure {
            let address = "\(configuration.host):\(configuration.port)"
            Process.fail("cannot listen on \(address): \(APIServer.reason(failure))", status: EX_UNAVAILABLE)
        }
    }

    /// The underlyings of the snapshot: those of the file, otherwise the built-in list.
    private func underlyings(_ configuration: ServerConfiguration) -> [Ticker] {
        guard let file = configuration.symbolsFile else { return ShippedUnderlyings.optionable.map(\.ticker) }
        do {
            return try SymbolsFile.tickers(parsing: Process.text(of: file))
        } catch {
            Process.fail("the file of symbols '\(file)' cannot be read: \(error)", status: EX_NOINPUT)
        }
    }
}
