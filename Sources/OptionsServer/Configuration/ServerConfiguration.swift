public import Logging
public import MarketData
public import MarketProviders

/// The settings of `options-server` from flags and the environment.
public struct ServerConfiguration: Sendable {
    /// The format of log lines on standard error.
    public enum LogFormat: String, Sendable, CaseIterable {
        /// Human-readable lines.
        case text
        /// One JSON object per line.
        case json
    }

    /// The source of market data.
    public enum Market: String, Sendable, CaseIterable {
        /// The simulated market.
        case simulated
        /// The sources whose keys are in the environment.
        case live
        /// ``live`` if a key is there, otherwise ``simulated``.
        case auto
    }

    /// The served market: ``market``, with ``Market/auto`` resolved.
    public private(set) var servedMarket = MarketKind.simulated
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port = 8080
    /// The folder of the databases.
    public var dataFolder = ""
    /// The source of market data.
    public var market = Market.auto
    /// The instant at which the clock of the simulated market starts; `nil` for the present.
    public var simulatedStart: Timestamp?
    /// The bearer token that requests must carry.
    public var token: String?
    /// The origins whose pages may read responses.
    public var allowedOrigins: [String] = []
    /// The accepted names in `Host`; `nil` for the bound address and loopback names.
    public var allowedHosts: [String]?
    /// The file of optionable underlyings; `nil` for the built-in list.
    public var symbolsFile: String?
    /// The time between two snapshots of quotes in seconds.
    public var snapshotInterval = 61
    /// The risk-free rate of computed greeks, as a decimal per year.
    public var riskFreeRate = 0.04
    /// How the sources of real market data are reached.
    public var sources = SourceConfiguration()
    /// The least severe level that is logged.
    public var logLevel = Logger.Level.info
    /// The format of log lines.
    public var logFormat = LogFormat.text
    /// The limits of connections and requests.
    public var limits = ServerLimits()

    /// Creates the configuration of a server without flags and without environment.
    public init() {}

    /// Reads the flags and the environment.
    ///
    /// - Parameters:
    ///   - flags: The values of flags by their names, such as `--port`. They override the environment.
    ///   - environment: The environment variables. An empty one counts as unset.
    /// - Throws: An error that names the flag or the variable, the rule and the value.
    public init(flags: [String: String], environment: [String: String]) throws(ConfigurationError) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
        let shared = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.local/share"
        dataFolder = shared + "/options-server"
        for setting in ServerSetting.all {
            if let value = flags[setting.flag] {
                try setting.apply(value, of: setting.flag, to: &self)
            } else if let value = environment[setting.variable], !value.isEmpty {
                try setting.apply(value, of: setting.variable, to: &self)
            }
        }
        do throws(SourceConfigurationError) {
            sources = try SourceConfiguration(environment: environment)
        } catch {
            throw ConfigurationError(error.description)
        }
        servedMarket = market == .live || market == .auto && sources.hasKeyOfQuotes ? .live : .simulated
        if simulatedStart != nil, servedMarket != .simulated {
            throw ConfigurationError(
                "--simulated-start (OPTIONS_SIMULATED_START) requires the simulated market, got --market "
                    + market.rawValue)
        }
        if token == nil, !HostName.isLoopback(host) {
            throw ConfigurationError(
                "--token (OPTIONS_TOKEN) is required where --host is not a loopback address, got \(host)")
        }
    }
}

extension ServerConfiguration {
    /// Returns the clock of the market: the given one, from ``simulatedStart`` on if it is set.
    public func marketTime(_ time: ServiceTime) -> ServiceTime {
        guard let simulatedStart else { return time }
        let offset = time.now().interval(to: simulatedStart)
        return ServiceTime(now: { time.now().adding(interval: offset) }, sleep: time.sleep)
    }
}

/// A flag or a variable with a wrong value.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence that names it, the rule and the value.
    public let description: String

    init(_ description: String) { self.description = description }
}
