public import MarketData

/// The addresses, keys and rate limits of the sources of market data.
public struct SourceConfiguration: Sendable {
    /// How one source is reached.
    public struct Access: Sendable {
        /// The key; `nil` if there is none.
        public var key: String?
        /// The address below which its endpoints lie.
        public var address: SourceAddress
        /// The maximum number of calls per minute; `nil` without a limit.
        public var callsPerMinute: Int?
        /// The maximum number of calls per day; `nil` without a limit.
        public var callsPerDay: Int?
    }

    /// Polygon, now Massive.
    public var polygon = Access(address: "https://api.massive.com", callsPerMinute: 5)
    /// Tradier.
    public var tradier = Access(address: "https://api.tradier.com/v1", callsPerMinute: 120)
    /// Yahoo Finance, which requires no key.
    public var yahoo = Access(address: "https://query1.finance.yahoo.com", callsPerMinute: 60)
    /// CoinGecko, which requires no key. The default limit is 10 calls a minute without a key and 30 with one.
    public var coinGecko = Access(address: "https://api.coingecko.com/api/v3")
    /// Alpha Vantage.
    public var alphaVantage = Access(address: "https://www.alphavantage.co", callsPerDay: 25)
    /// Twelve Data.
    public var twelveData = Access(address: "https://api.twelvedata.com", callsPerMinute: 8, callsPerDay: 800)
    /// The sources that have a key.
    public var keyed: Set<MarketSource> {
        let keys: [(MarketSource, String?)] = [
            (.polygon, polygon.key), (.tradier, tradier.key), (.coinGecko, coinGecko.key),
            (.alphaVantage, alphaVantage.key), (.twelveData, twelveData.key),
        ]
        return Set(keys.filter { $0.1 != nil }.map(\.0))
    }

    /// The `User-Agent` for Yahoo, which rejects names that no browser has.
    public var yahooUserAgent =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    /// The maximum number of seconds that a user waits for an answer.
    public var timeout = 10

    /// Creates the configuration of an environment without variables.
    public init() {}

    /// Reads the environment. An empty variable counts as unset.
    ///
    /// - Throws: An error that names the variable, the rule and the value, but not the value of a key.
    public init(environment: [String: String]) throws(SourceConfigurationError) {
        for setting in SourceSetting.all {
            guard let value = environment[setting.variable], !value.isEmpty else { continue }
            if setting.set(&self, value) { continue }
            let got = setting.isKey ? "" : ", got \"\(value)\""
            throw SourceConfigurationError("\(setting.variable) \(setting.rule)\(got)")
        }
    }
}

extension SourceConfiguration.Access {
    fileprivate init(address: StaticString, callsPerMinute: Int? = nil, callsPerDay: Int? = nil) {
        guard let parsed = SourceAddress("\(address)") else { preconditionFailure("\(address) is no address") }
        self.address = parsed
        self.callsPerMinute = callsPerMinute
        self.callsPerDay = callsPerDay
    }

    /// The limits of calls.
    var limits: [CallLimit] {
        [(CallWindow.minute, callsPerMinute), (.day, callsPerDay)].compactMap { window, calls in
            calls.map { CallLimit(window: window, calls: $0) }
        }
    }
}

/// A variable with a wrong value.
public struct SourceConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence that names the variable, the rule and the value.
    public let description: String

    init(_ description: String) { self.description = description }
}
