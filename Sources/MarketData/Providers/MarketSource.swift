/// A market: simulated or live. Their sources and their stored data never mix.
public enum MarketKind: String, Hashable, Sendable, CaseIterable {
    /// The market that is computed.
    case simulated
    /// The market of live sources.
    case live
}

/// The name of a source of market data, which is the JSON member `source`.
///
/// A source names itself, so that another one is an addition. The names below are also those of stored routes.
public struct MarketSource: RawRepresentable, Hashable, Sendable {
    /// The name, such as `coinGecko`: 1 to 32 letters and digits.
    public let rawValue: String

    /// Creates the name from text; `nil` unless it has 1 to 32 ASCII letters and digits.
    public init?(rawValue: String) {
        let isName = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard isName, (1...32).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }
}

extension MarketSource: ExpressibleByStringLiteral {
    /// Creates a name. A literal that is no name is a mistake of the caller.
    public init(stringLiteral name: StaticString) {
        guard let source = Self(rawValue: "\(name)") else { preconditionFailure("\(name) is not the name of a source") }
        self = source
    }
}

extension MarketSource {
    /// The simulated market.
    public static let simulated: Self = "simulated"
    /// Polygon, now Massive.
    public static let polygon: Self = "polygon"
    /// Tradier.
    public static let tradier: Self = "tradier"
    /// Yahoo Finance.
    public static let yahoo: Self = "yahoo"
    /// CoinGecko.
    public static let coinGecko: Self = "coinGecko"
    /// Alpha Vantage.
    public static let alphaVantage: Self = "alphaVantage"
    /// Twelve Data.
    public static let twelveData: Self = "twelveData"
}
