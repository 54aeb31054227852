import Foundation
import Logging
import MarketData
import MarketProviders
import MarketStore
import Synchronization
import Testing
import _TestSupport

@testable import OptionsServer

@Suite("Configuration")
struct ConfigurationTests {
    @Test("without flags and environment, the server listens on the loopback interface")
    func defaults() throws {
        let configuration = try ServerConfiguration(flags: [:], environment: ["HOME": "/home/a"])
        #expect(configuration.host == "127.0.0.1" && configuration.port == 8080)
        #expect(configuration.dataFolder == "/home/a/.local/share/options-server")
        #expect(configuration.snapshotInterval == 61 && configuration.riskFreeRate == 0.04)
        #expect(configuration.logLevel == .info && configuration.logFormat == .text && configuration.market == .auto)
        let xdg = try ServerConfiguration(flags: [:], environment: ["HOME": "/home/a", "XDG_DATA_HOME": "/data"])
        #expect(xdg.dataFolder == "/data/options-server")
    }

    @Test("flags override the environment, and empty variables count as unset")
    func order() throws {
        let configuration = try ServerConfiguration(
            flags: ["--port": "1"],
            environment: [
                "OPTIONS_PORT": "2", "OPTIONS_LOG_FORMAT": "json", "OPTIONS_LOG_LEVEL": "", "OPTIONS_TOKEN": "a",
            ])
        #expect(configuration.port == 1 && configuration.logFormat == .json && configuration.logLevel == .info)
        #expect(configuration.token == "a")
        let lists = try ServerConfiguration(
            flags: ["--allowed-origin": "https://a.example, http://b.example:81"],
            environment: ["OPTIONS_ALLOWED_HOSTS": "a.example,::1"])
        #expect(lists.allowedOrigins == ["https://a.example", "http://b.example:81"])
        #expect(lists.allowedHosts == ["a.example", "::1"])
    }

    @Test("the clock of the simulated market starts at an instant, which a live market refuses")
    func simulatedStart() throws {
        let text = "2026-11-27T10:00:00-05:00"
        let configuration = try ServerConfiguration(flags: ["--simulated-start": text], environment: [:])
        let start = try #require(Timestamp("2026-11-27T15:00:00Z"))
        #expect(configuration.simulatedStart == start)
        let system = Mutex(Timestamp.unixEpoch)
        let time = configuration.marketTime(ServiceTime(now: { system.withLock { $0 } }, sleep: { _ in }))
        #expect(time.now() == start)
        system.withLock { $0 = $0.adding(seconds: 90) }
        #expect(time.now() == start.adding(seconds: 90))
        #expect(
            throws: ConfigurationError(
                "--simulated-start (OPTIONS_SIMULATED_START) requires the simulated market, got --market live")
        ) {
            try ServerConfiguration(
                flags: ["--market": "live"], environment: ["OPTIONS_SIMULATED_START": "2026-11-27T15:00:00Z"])
        }
    }

    @Test(
        "the error of an invalid value names the setting, the rule and the value",
        arguments: [
            ("--port", "70000", "--port must be an integer from 0 to 65535, got \"70000\""),
            ("--port", "+80", "--port must be an integer from 0 to 65535, got \"+80\""),
            ("--port", "", "--port must be an integer from 0 to 65535, got \"\""),
            ("--snapshot-interval", "0", "--snapshot-interval must be an integer from 1 to 86400, got \"0\""),
            (
                "--risk-free-rate", "nan",
                "--risk-free-rate must be a decimal number from -0.02 to 0.2, such as 0.04, got \"nan\""
            ),
            (
                "--risk-free-rate", "4",
                "--risk-free-rate must be a decimal number from -0.02 to 0.2, such as 0.04, got \"4\""
            ),
            (
                "--risk-free-rate", "0x1p-3",
                "--risk-free-rate must be a decimal number from -0.02 to 0.2, such as 0.04, got \"0x1p-3\""
            ),
            ("--market", "real", #"--market must be "simulated", "live" or "auto", got "real""#),
            (
                "--simulated-start", "2026-11-27",
                "--simulated-start must be an instant as RFC 3339 from 2014-01-02 to 2099-12-31, such as "
                    + "2026-11-27T15:00:00Z, got \"2026-11-27\""
            ),
            (
                "--simulated-start", "2013-12-31T15:00:00Z",
                "--simulated-start must be an instant as RFC 3339 from 2014-01-02 to 2099-12-31, such as "
                    + "2026-11-27T15:00:00Z, got \"2013-12-31T15:00:00Z\""
            ),
            ("--log-format", "xml", #"--log-format must be "text" or "json", got "xml""#),
            ("--token", "a b", "--token must be 1 to 512 visible ASCII characters without spaces"),
            ("--allowed-host", "a:80", "--allowed-host must be names or addresses without a port, got \"a:80\""),
            (
                "--host", "0.0.0.0",
                "--token (OPTIONS_TOKEN) is required where --host is not a loopback address, got 0.0.0.0"
            ),
        ])
    func wrong(_ flag: String, _ value: String, _ sentence: String) {
        #expect(throws: ConfigurationError(sentence)) {
            try ServerConfiguration(flags: [flag: value], environment: [:])
        }
        guard let setting = ServerSetting.all.first(where: { $0.flag == flag }), !value.isEmpty else { return }
        #expect(
            throws: ConfigurationError(
                sentence.hasPrefix("--token (") ? sentence : setting.variable + sentence.dropFirst(flag.count))
        ) {
            try ServerConfiguration(flags: [:], environment: [setting.variable: value])
        }
    }

    @Test("another address is allowed with a token")
    func tokenBeyondLoopback() throws {
        let configuration = try ServerConfiguration(flags: ["--host": "0.0.0.0", "--token": "a"], environment: [:])
        #expect(configuration.host == "0.0.0.0")
    }

    @Test("docs/server.md has every setting")
    func documentation() throws {
        let text = String(decoding: try Fixture.bytes("docs/server.md"), as: UTF8.self)
        for setting in ServerSetting.all {
            #expect(text.contains("`\(setting.flag)`") && text.contains("`\(setting.variable)`"), "\(setting.flag)")
        }
    }

    @Test("docs/sources.md has every variable of the sources, with its default")
    func sourceDocumentation() throws {
        let text = String(decoding: try Fixture.bytes("docs/sources.md"), as: UTF8.self)
        for setting in SourceSetting.all {
            #expect(text.contains("| `\(setting.variable)` | \(setting.standard) |"), "\(setting.variable)")
        }
    }

    @Test("the variables of sources keep their names and their order")
    func sourceVariables() {
        let published = [
            "POLYGON_API_KEY", "POLYGON_BASE_URL", "POLYGON_CALLS_PER_MINUTE", "TRADIER_TOKEN", "TRADIER_BASE_URL",
            "TRADIER_CALLS_PER_MINUTE", "YAHOO_BASE_URL", "YAHOO_USER_AGENT", "YAHOO_CALLS_PER_MINUTE",
            "COINGECKO_API_KEY", "COINGECKO_BASE_URL", "COINGECKO_CALLS_PER_MINUTE", "ALPHA_VANTAGE_API_KEY",
            "ALPHA_VANTAGE_BASE_URL", "ALPHA_VANTAGE_CALLS_PER_DAY", "TWELVE_DATA_API_KEY", "TWELVE_DATA_BASE_URL",
            "TWELVE_DATA_CALLS_PER_MINUTE", "TWELVE_DATA_CALLS_PER_DAY", "UPSTREAM_TIMEOUT",
        ]
        #expect(SourceSetting.all.map(\.variable).filter(published.contains) == published)
    }

    @Test("docs/sources.md has every source with its key, and openapi.json has their names in order")
    func sourceLists() throws {
        let text = String(decoding: try Fixture.bytes("docs/sources.md"), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
        for source in SourceDescription.live {
            #expect(
                rows.contains { $0.hasPrefix("| \(source.title)") && $0.contains(source.key?.variable ?? "| none |") },
                "\(source.title)")
        }
        let names = (["simulated"] + SourceDescription.live.map(\.source.rawValue)).map { "\"\($0)\"" }
        let interface = String(decoding: try Fixture.bytes("Sources/COptionsServer/openapi.json"), as: UTF8.self)
        #expect(interface.contains("\"enum\": [\(names.joined(separator: ", "))]"))
    }

    @Test("a key makes the market live, and the variables of sources are read")
    func sources() throws {
        let configuration = try ServerConfiguration(
            flags: [:],
            environment: [
                "TRADIER_TOKEN": "token", "POLYGON_API_KEY": "", "TRADIER_BASE_URL": "http://127.0.0.1:81/v1/",
                "YAHOO_CALLS_PER_MINUTE": "7", "UPSTREAM_TIMEOUT": "3",
            ])
        #expect(configuration.servedMarket == .live && configuration.sources[.polygon]?.key == nil)
        #expect(configuration.sources[.tradier]?.key == "token" && configuration.sources[.yahoo]?.callsPerMinute == 7)
        #expect(configuration.sources.timeout == 3 && configuration.sources[.polygon]?.callsPerMinute == 5)
        let backup = try ServerConfiguration(flags: [:], environment: ["TWELVE_DATA_API_KEY": "a"])
        #expect(backup.servedMarket == .simulated)
    }

    @Test(
        "an invalid variable of a source is reported without a key",
        arguments: [
            ("POLYGON_API_KEY", "a b", "POLYGON_API_KEY must be 1 to 512 visible ASCII characters without spaces"),
            (
                "TRADIER_BASE_URL", "api.tradier.com",
                "TRADIER_BASE_URL must be http:// or https://, a host, and at most a port and a path, got "
                    + "\"api.tradier.com\""
            ),
            (
                "COINGECKO_CALLS_PER_MINUTE", "0",
                "COINGECKO_CALLS_PER_MINUTE must be an integer from 1 to 1000000, got \"0\""
            ),
            ("UPSTREAM_TIMEOUT", "1.5", "UPSTREAM_TIMEOUT must be an integer of seconds from 1 to 300, got \"1.5\""),
        ])
    func wrongSource(_ variable: String, _ value: String, _ sentence: String) {
        #expect(throws: ConfigurationError(sentence)) {
            try ServerConfiguration(flags: [:], environment: [variable: value])
        }
    }

    @Test(
        "host names",
        arguments: [
            ("localhost", "localhost", nil), ("LocalHost.:8080", "localhost", 8080), ("[::1]:80", "::1", 80),
            ("::1", "::1", nil),
            ("127.0.0.1", "127.0.0.1", nil),
        ] as [(String, String, Int?)])
    func hostNames(_ text: String, _ name: String, _ port: Int?) {
        #expect(HostName(text)?.name == name && HostName(text)?.port == port)
    }

    @Test(
        "texts that are not host names",
        arguments: ["", ":80", "a b", "a:", "a:x", "a:70000", "[::1", "[a]", "a/b", "ä.example"])
    func noHostNames(_ text: String) {
        #expect(HostName(text) == nil)
    }

    @Test("loopback addresses")
    func loopback() {
        for name in ["localhost", "127.0.0.1", "127.255.0.9", "::1", "[::1]"] { #expect(HostName.isLoopback(name)) }
        for name in ["0.0.0.0", "::", "192.168.0.1", "127.0.0.1.example", "127.0.0", "example"] {
            #expect(!HostName.isLoopback(name))
        }
    }
}
