internal import MarketData

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
    public static let all: [SourceSetting] = SourceDeclaration.all.flatMap(\.settings) + [timeout]

    /// Returns the variables of a source: its key, its address, and what its access has.
    static func settings(
        of description: SourceDescription, named prefix: String, _ access: SourceConfiguration.Access
    ) -> [SourceSetting] {
        let source = description.source
        var settings = [address("\(prefix)_BASE_URL", "\(access.address)") { $0[source]?.address = $1 }]
        if let key = description.key {
            settings.insert(text(key.variable, standard: "none", isKey: true) { $0[source]?.key = $1 }, at: 0)
        }
        if access.userAgent != nil {
            settings.append(
                text("\(prefix)_USER_AGENT", standard: "the name of a browser", isKey: false) {
                    $0[source]?.userAgent = $1
                })
        }
        if let standard = access.callsPerMinute {
            let withKey = access.callsPerMinuteWithKey.map { ", or \($0) with a key" } ?? ""
            settings.append(
                calls("\(prefix)_CALLS_PER_MINUTE", "\(standard)\(withKey)") {
                    $0[source]?.callsPerMinute = $1
                    $0[source]?.callsPerMinuteWithKey = nil
                })
        }
        if let standard = access.callsPerDay {
            settings.append(calls("\(prefix)_CALLS_PER_DAY", "\(standard)") { $0[source]?.callsPerDay = $1 })
        }
        return settings
    }

    private static let timeout = SourceSetting(
        variable: "UPSTREAM_TIMEOUT", standard: "10", isKey: false, rule: "must be an integer of seconds from 1 to 300"
    ) { configuration, text in
        guard let seconds = integer(text, in: 1...300) else { return false }
        configuration.timeout = seconds
        return true
    }

    /// A text of visible characters. A key has no spaces.
    private static func text(
        _ variable: String, standard: String, isKey: Bool,
        _ set: @escaping @Sendable (inout SourceConfiguration, String) -> Void
    ) -> SourceSetting {
        let characters: ClosedRange<UInt8> = isKey ? 0x21...0x7E : 0x20...0x7E
        return SourceSetting(
            variable: variable, standard: standard, isKey: isKey,
            rule: "must be 1 to 512 visible ASCII characters \(isKey ? "without" : "or") spaces"
        ) { configuration, text in
            set(&configuration, text)
            return text.utf8.count <= 512 && text.utf8.allSatisfy(characters.contains)
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
