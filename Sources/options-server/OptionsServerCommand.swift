internal import ArgumentParser
internal import Dispatch
internal import Logging
internal import OptionsServer
internal import ServiceLifecycle
internal import SystemPackage
internal import UnixSignals
internal import _OptionsMath
internal import _OptionsProcess

/// Ends the process if the requests in progress do not. (The group of services can only cancel them, which Hummingbird does not
/// bear while it accepts a connection.)
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
        // Before anything else opens a file: the runtime of tasks has descriptors of its own.
        FileDescriptor.occupyStandardDescriptors()
        Task {
            await OptionsServerCommand.main()
            Process.end()
        }
        dispatchMain()
    }
}

/// The API server as a process: flags, environment, signals and exit status.
struct OptionsServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options-server",
        abstract: "Serve options analytics over HTTP.",
        discussion: """
            Starts without configuration on http://127.0.0.1:8080. The base path of the interface is /api/rest; \
            GET /api/rest/openapi.json describes it.

            Each flag may also be given by the variable of the environment in brackets; a flag overrides it.

            EXAMPLES:
              options-server
              options-server --port 0 --log-format json
              curl --json @long-call.json http://127.0.0.1:8080/api/rest/options/calculate

            EXIT STATUS:
              0   stopped by SIGTERM or SIGINT
              64  incorrect usage, or a wrong value in the environment
              66  the file of symbols cannot be read
              69  the port is taken, or the address cannot be used
              73  the data folder cannot be used
            """,
        version: Version.text
    )

    @Option(help: .init(ServerSetting.host.help)) var host: String?
    @Option(help: .init(ServerSetting.port.help)) var port: String?
    @Option(help: .init(ServerSetting.dataFolder.help), completion: .directory) var data: String?
    @Option(help: .init(ServerSetting.market.help)) var market: String?
    @Option(help: .init(ServerSetting.token.help)) var token: String?
    @Option(help: .init(ServerSetting.allowedOrigins.help)) var allowedOrigin: [String] = []
    @Option(help: .init(ServerSetting.allowedHosts.help)) var allowedHost: [String] = []
    @Option(help: .init(ServerSetting.symbolsFile.help), completion: .file()) var symbols: String?
    @Option(help: .init(ServerSetting.snapshotInterval.help)) var snapshotInterval: String?
    @Option(help: .init(ServerSetting.riskFreeRate.help)) var riskFreeRate: String?
    @Option(help: .init(ServerSetting.logLevel.help)) var logLevel: String?
    @Option(help: .init(ServerSetting.logFormat.help)) var logFormat: String?

    /// The flags that were given, by their names.
    private var flags: [String: String] {
        let values: [(ServerSetting, String?)] = [
            (.host, host), (.port, port), (.dataFolder, data), (.market, market), (.token, token),
            (.allowedOrigins, allowedOrigin.isEmpty ? nil : allowedOrigin.joined(separator: ",")),
            (.allowedHosts, allowedHost.isEmpty ? nil : allowedHost.joined(separator: ",")),
            (.symbolsFile, symbols), (.snapshotInterval, snapshotInterval), (.riskFreeRate, riskFreeRate),
            (.logLevel, logLevel), (.logFormat, logFormat),
        ]
        return Dictionary(
            uniqueKeysWithValues: values.compactMap { setting, value in value.map { (setting.flag, $0) } })
    }

    func run() async throws {
        var configuration: ServerConfiguration
        do throws(ConfigurationError) {
            configuration = try ServerConfiguration(flags: flags, environment: Process.environment)
        } catch {
            Process.fail("\(error)", status: EX_USAGE)
        }
        // Some files are needed for other things than connections.
        configuration.limits.connections = min(configuration.limits.connections, max(1, Process.raiseFileLimit() - 64))
        signal(SIGPIPE, SIG_IGN)
        let output = LogOutput()
        let logger = Logger(label: "options-server") { _ in
            LineLogHandler(configuration.logFormat, level: configuration.logLevel, output: output)
        }
        let folder = openFolder(configuration)
        defer { folder.unlock() }
        let server = APIServer(configuration, logger: logger) { address in
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

    private func openFolder(_ configuration: ServerConfiguration) -> DataFolder {
        if let file = configuration.symbolsFile {
            do {
                try Process.checkReadable(file)
            } catch {
                Process.fail("the file of symbols '\(file)' cannot be read: \(error)", status: EX_NOINPUT)
            }
        }
        do throws(ConfigurationError) {
            return try DataFolder(configuration.dataFolder)
        } catch {
            Process.fail("\(error)", status: EX_CANTCREAT)
        }
    }
}
