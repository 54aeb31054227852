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
        /// The maximum number of calls per minute with a key, if it differs.
        var callsPerMinuteWithKey: Int?
        /// The maximum number of calls per day; `nil` without a limit.
        public var callsPerDay: Int?
        /// The `User-Agent`, if the source rejects the usual one.
        var userAgent: String?
    }

    private var accesses = Dictionary(
        uniqueKeysWithValues: SourceDeclaration.all.map { ($0.description.source, $0.access) })

    /// How a source of the live market is reached; `nil` for another source.
    public subscript(source: MarketSource) -> Access? {
        get { accesses[source] }
        set { accesses[source] = newValue }
    }

    /// The sources that have a key.
    public var keyed: Set<MarketSource> { Set(accesses.filter { $0.value.key != nil }.keys) }

    /// Whether a source of quotes has its key, which shows that the live market is wanted.
    public var hasKeyOfQuotes: Bool {
        SourceDescription.live.contains {
            $0.key?.isRequired == true && $0.questions.contains(.quotes) && accesses[$0.source]?.key != nil
        }
    }

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
    /// Creates the access to an address. An address that is none is a mistake of the caller.
    init(
        address: StaticString, callsPerMinute: Int? = nil, callsPerMinuteWithKey: Int? = nil, callsPerDay: Int? = nil,
        userAgent: String? = nil
    ) {
        guard let parsed = SourceAddress("\(address)") else { preconditionFailure("\(address) is no address") }
        self.address = parsed
        self.callsPerMinute = callsPerMinute
        self.callsPerMinuteWithKey = callsPerMinuteWithKey
        self.callsPerDay = callsPerDay
        self.userAgent = userAgent
    }

    /// The limits of calls.
    var limits: [CallLimit] {
        let callsPerMinute = key == nil ? callsPerMinute : callsPerMinuteWithKey ?? callsPerMinute
        return [(CallWindow.minute, callsPerMinute), (.day, callsPerDay)].compactMap { window, calls in
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
