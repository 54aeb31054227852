/// The plan of a CoinGecko key and its limits.
enum CoinGeckoPlan: Hashable, Sendable {
    /// No key: the last 365 days.
    case keyless
    /// A free key: the last 365 days.
    case demo
    /// A paid key, which has its own host.
    case pro

    /// Creates the plan of a key: a paid one if the host begins with `pro-`.
    init(hasKey: Bool, host: String) {
        self = !hasKey ? .keyless : host.lowercased().hasPrefix("pro-") ? .pro : .demo
    }

    /// The field of a request that contains the key.
    var keyField: String { self == .pro ? "x-cg-pro-api-key" : "x-cg-demo-api-key" }

    /// The number of days before today that may be requested; `nil` without a limit.
    var days: Int? { self == .pro ? nil : 364 }
}
