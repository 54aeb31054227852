internal import Logging
internal import MarketData
internal import SimulatedMarket

/// A setting of the server: a flag, the equivalent environment variable, and its rule.
public struct ServerSetting: Sendable {
    /// The flag, such as `--port`.
    public let flag: String
    /// The variable, such as `OPTIONS_PORT`.
    public let variable: String
    /// The description, with the default.
    public let meaning: String
    private let rule: String
    private let set: @Sendable (inout ServerConfiguration, String) -> Bool

    /// The description in `--help`.
    public var help: String { "\(meaning) [\(variable)]" }

    func apply(
        _ value: String, of name: String, to configuration: inout ServerConfiguration
    ) throws(ConfigurationError) {
        if set(&configuration, value) { return }
        // A token is never repeated in a message.
        let got = flag == Self.token.flag ? "" : ", got \"\(value)\""
        throw ConfigurationError("\(name) \(rule)\(got)")
    }

    private init(
        _ flag: String, _ variable: String, _ meaning: String, rule: String,
        _ set: @escaping @Sendable (inout ServerConfiguration, String) -> Bool
    ) {
        self.flag = flag
        self.variable = variable
        self.meaning = meaning
        self.rule = rule
        self.set = set
    }

    /// Every setting, in the order of the documentation.
    public static let all = [
        host, port, dataFolder, market, simulatedStart, token, allowedOrigins, allowedHosts, symbolsFile,
        snapshotInterval, riskFreeRate, logLevel, logFormat,
    ]

    /// `--host`
    public static let host = ServerSetting(
        "--host", "OPTIONS_HOST", "The address to listen on. (default: 127.0.0.1)", rule: "must not be empty"
    ) { configuration, text in
        configuration.host = text
        return !text.isEmpty
    }

    /// `--port`
    public static let port = ServerSetting(
        "--port", "OPTIONS_PORT", "The port to listen on; 0 for any free one. (default: 8080)",
        rule: "must be an integer from 0 to 65535"
    ) { configuration, text in
        assign(integer(text, in: 0...65535), to: &configuration.port)
    }

    /// `--data`
    public static let dataFolder = ServerSetting(
        "--data", "OPTIONS_DATA",
        "The folder of the databases; it is created. (default: $XDG_DATA_HOME/options-server, or "
            + "~/.local/share/options-server)",
        rule: "must not be empty"
    ) { configuration, text in
        configuration.dataFolder = text
        return !text.isEmpty
    }

    /// `--market`
    public static let market = ServerSetting(
        "--market", "OPTIONS_MARKET",
        "simulated, live, or auto: live if POLYGON_API_KEY or TRADIER_TOKEN is set. (default: auto)",
        rule: #"must be "simulated", "live" or "auto""#
    ) { configuration, text in
        assign(ServerConfiguration.Market(rawValue: text), to: &configuration.market)
    }

    /// `--simulated-start`
    public static let simulatedStart = ServerSetting(
        "--simulated-start", "OPTIONS_SIMULATED_START",
        "The instant at which the clock of the simulated market starts, such as 2026-11-27T15:00:00Z. "
            + "(default: now)",
        rule: "must be an instant as RFC 3339 from 2014-01-02 to 2099-12-31, such as 2026-11-27T15:00:00Z"
    ) { configuration, text in
        let instant = text.utf8.count > 10 ? Timestamp(text) : nil
        configuration.simulatedStart = instant
        return instant.map { $0.date >= MarketSimulation.firstDay && $0.date.year <= 2099 } ?? false
    }

    /// `--token`
    public static let token = ServerSetting(
        "--token", "OPTIONS_TOKEN",
        "The bearer token that requests must carry. Required beyond loopback addresses; prefer the variable, because "
            + "other users see flags.",
        rule: "must be 1 to 512 visible ASCII characters without spaces"
    ) { configuration, text in
        configuration.token = text
        return (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// `--allowed-origin`
    public static let allowedOrigins = ServerSetting(
        "--allowed-origin", "OPTIONS_ALLOWED_ORIGINS",
        "An origin whose pages may read responses (CORS), such as https://app.example.com. Repeatable; separated by "
            + "commas in the variable.",
        rule: "must be origins: http:// or https://, a host, and a port if it is not the usual one"
    ) { configuration, text in
        configuration.allowedOrigins = list(text)
        return configuration.allowedOrigins.allSatisfy(HostName.isOrigin)
    }

    /// `--allowed-host`
    public static let allowedHosts = ServerSetting(
        "--allowed-host", "OPTIONS_ALLOWED_HOSTS",
        "A name that Host may have. Repeatable; separated by commas in the variable. (default: the bound address, "
            + "localhost and loopback addresses)",
        rule: "must be names or addresses without a port"
    ) { configuration, text in
        let names = list(text)
        configuration.allowedHosts = names
        return !names.isEmpty && names.allSatisfy { HostName($0)?.port == nil && HostName($0) != nil }
    }

    /// `--symbols`
    public static let symbolsFile = ServerSetting(
        "--symbols", "OPTIONS_SYMBOLS",
        "A file of optionable underlyings, one per line; # begins a comment. (default: the list that ships)",
        rule: "must not be empty"
    ) { configuration, text in
        configuration.symbolsFile = text
        return !text.isEmpty
    }

    /// `--snapshot-interval`
    public static let snapshotInterval = ServerSetting(
        "--snapshot-interval", "OPTIONS_SNAPSHOT_INTERVAL",
        "The time between two snapshots of quotes in seconds. (default: 61)",
        rule: "must be an integer from 1 to 86400"
    ) { configuration, text in
        assign(integer(text, in: 1...86400), to: &configuration.snapshotInterval)
    }

    /// `--risk-free-rate`, within the domain of options with dividends.
    public static let riskFreeRate = ServerSetting(
        "--risk-free-rate", "OPTIONS_RISK_FREE_RATE",
        "The risk-free rate of computed greeks, as a decimal per year. (default: 0.04)",
        rule: "must be a decimal number from -0.02 to 0.2, such as 0.04"
    ) { configuration, text in
        assign(
            ExactDecimal(text).flatMap { (-0.02...0.2).contains($0.doubleValue) ? $0.doubleValue : nil },
            to: &configuration.riskFreeRate)
    }

    /// `--log-level`
    public static let logLevel = ServerSetting(
        "--log-level", "OPTIONS_LOG_LEVEL",
        "trace, debug, info, notice, warning, error or critical. (default: info)",
        rule: #"must be "trace", "debug", "info", "notice", "warning", "error" or "critical""#
    ) { configuration, text in
        assign(Logger.Level(rawValue: text), to: &configuration.logLevel)
    }

    /// `--log-format`
    public static let logFormat = ServerSetting(
        "--log-format", "OPTIONS_LOG_FORMAT", "text, or json: one object per line, for machines. (default: text)",
        rule: #"must be "text" or "json""#
    ) { configuration, text in
        assign(ServerConfiguration.LogFormat(rawValue: text), to: &configuration.logFormat)
    }

    private static func assign<Value>(_ value: Value?, to target: inout Value) -> Bool {
        guard let value else { return false }
        target = value
        return true
    }

    /// Returns an integer in plain digits.
    private static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text) else { return nil }
        return range.contains(value) ? value : nil
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.drop { $0 == " " } }.map { part in
            String(part.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}
