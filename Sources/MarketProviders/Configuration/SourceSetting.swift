/// An environment variable that configures a source, and its rule.
public struct SourceSetting: Sendable {
    /// The variable, such as `POLYGON_API_KEY`.
    public let variable: String
    /// The default, for the documentation.
    public let standard: String
    /// Whether its value is secret.
    let isKey: Bool
    let rule: String
    let set: @Sendable (inout SourceConfiguration, String) -> Bool

    /// Every variable, in the order of the documentation.
    public static let all: [SourceSetting] = [
        key("POLYGON_API_KEY") { $0.polygon.key = $1 },
        address("POLYGON_BASE_URL", "https://api.massive.com") { $0.polygon.address = $1 },
        calls("POLYGON_CALLS_PER_MINUTE", "5") { $0.polygon.callsPerMinute = $1 },
        key("TRADIER_TOKEN") { $0.tradier.key = $1 },
        address("TRADIER_BASE_URL", "https://api.tradier.com/v1") { $0.tradier.address = $1 },
        calls("TRADIER_CALLS_PER_MINUTE", "120") { $0.tradier.callsPerMinute = $1 },
        address("YAHOO_BASE_URL", "https://query1.finance.yahoo.com") { $0.yahoo.address = $1 },
        userAgent,
        calls("YAHOO_CALLS_PER_MINUTE", "60") { $0.yahoo.callsPerMinute = $1 },
        key("COINGECKO_API_KEY") { $0.coinGecko.key = $1 },
        address("COINGECKO_BASE_URL", "https://api.coingecko.com/api/v3") { $0.coinGecko.address = $1 },
        calls("COINGECKO_CALLS_PER_MINUTE", "10, or 30 with a key") { $0.coinGecko.callsPerMinute = $1 },
        key("ALPHA_VANTAGE_API_KEY") { $0.alphaVantage.key = $1 },
        address("ALPHA_VANTAGE_BASE_URL", "https://www.alphavantage.co") { $0.alphaVantage.address = $1 },
        calls("ALPHA_VANTAGE_CALLS_PER_DAY", "25") { $0.alphaVantage.callsPerDay = $1 },
        key("TWELVE_DATA_API_KEY") { $0.twelveData.key = $1 },
        address("TWELVE_DATA_BASE_URL", "https://api.twelvedata.com") { $0.twelveData.address = $1 },
        calls("TWELVE_DATA_CALLS_PER_MINUTE", "8") { $0.twelveData.callsPerMinute = $1 },
        calls("TWELVE_DATA_CALLS_PER_DAY", "800") { $0.twelveData.callsPerDay = $1 },
        timeout,
    ]

    private static let userAgent = SourceSetting(
        variable: "YAHOO_USER_AGENT", standard: "the name of a browser", isKey: false,
        rule: "must be 1 to 512 visible ASCII characters or spaces"
    ) { configuration, text in
        configuration.yahooUserAgent = text
        return text.utf8.count <= 512 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static let timeout = SourceSetting(
        variable: "UPSTREAM_TIMEOUT", standard: "10", isKey: false, rule: "must be an integer of seconds from 1 to 300"
    ) { configuration, text in
        guard let seconds = integer(text, in: 1...300) else { return false }
        configuration.timeout = seconds
        return true
    }

    private static func key(
        _ variable: String, _ set: @escaping @Sendable (inout SourceConfiguration, String) -> Void
    ) -> SourceSetting {
        SourceSetting(
            variable: variable, standard: "none", isKey: true,
            rule: "must be 1 to 512 visible ASCII characters without spaces"
        ) { configuration, text in
            set(&configuration, text)
            return text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    private static func address(
        _ variable: String, _ standard: String,
        _ set: @escaping @Sendable (inout SourceConfiguration, SourceAddress) -> Void
    ) -> SourceSetting {
        SourceSetting(
            variable: variable, standard: "`\(standard)`", isKey: false,
            rule: "must be http:// or https://, a host, and at most a port and a path"
        ) { configuration, text in
            guard let address = SourceAddress(text) else { return false }
            set(&configuration, address)
            return true
        }
    }

    private static func calls(
        _ variable: String, _ standard: String, _ set: @escaping @Sendable (inout SourceConfiguration, Int) -> Void
    ) -> SourceSetting {
        SourceSetting(
            variable: variable, standard: standard, isKey: false, rule: "must be an integer from 1 to 1000000"
        ) { configuration, text in
            guard let calls = integer(text, in: 1...1_000_000) else { return false }
            set(&configuration, calls)
            return true
        }
    }

    /// Returns an integer in plain digits.
    private static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text) else { return nil }
        return range.contains(value) ? value : nil
    }
}
