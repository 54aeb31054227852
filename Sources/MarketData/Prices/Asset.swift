/// An asset with daily prices: a stock, an exchange-traded fund, a fund or a coin.
///
/// ```swift
/// Asset("spy")            // the share SPY
/// Asset("BTC")            // the coin bitcoin
/// Asset("coin:solana")    // the coin solana
/// ```
public struct Asset: Hashable, Sendable {
    /// The name used in the store and in requests: a ticker in capital letters, or `coin:` and the identifier of a
    /// coin.
    public let name: String

    /// Creates an asset from its name in either case; `nil` if it is neither a ticker nor `coin:` and 1 to 64 of
    /// `a`–`z`, `0`–`9`, `-`, `_` and `.`.
    public init?(_ name: some StringProtocol) {
        let bytes = Array(name.utf8)
        let prefix = Array("coin:".utf8)
        if bytes.count >= prefix.count, zip(bytes, prefix).allSatisfy({ Self.lowercased($0) == $1 }) {
            let identifier = bytes.dropFirst(prefix.count).map(Self.lowercased)
            let isValid = identifier.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
            guard isValid, (1...64).contains(identifier.count) else { return nil }
            self.name = String(decoding: prefix + identifier, as: UTF8.self)
        } else {
            guard let ticker = Ticker(name) else { return nil }
            self.name = ticker.symbol
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The ticker, if the name is one.
    public var ticker: Ticker? { name.hasPrefix("coin:") ? nil : Ticker(name) }
}

extension Asset: Comparable {
    /// Whether `left` comes first in the order of bytes.
    public static func < (left: Asset, right: Asset) -> Bool { left.name < right.name }
}

extension Asset: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// The kind of an asset. Raw values are those of the JSON member `type`.
public enum AssetKind: String, Hashable, Sendable, CaseIterable {
    /// A share of a company.
    case stock
    /// A fund that trades on an exchange.
    case etf
    /// A fund that is priced once a day.
    case fund
    /// A coin, which trades on all days.
    case coin
}

/// The kind of source that serves an asset, and the asset's name there.
public enum AssetRoute: Hashable, Sendable {
    /// A share or a fund by its ticker.
    case share(Ticker)
    /// A coin by its identifier at CoinGecko.
    case coin(id: String)

    /// Returns the route of an asset.
    ///
    /// By name, only `BTC` and `ETH` are coins; any other coin is `coin:` and its identifier. Every other name is a
    /// share, unless `overrides` maps it.
    public init?(_ asset: Asset, overrides: [Asset: AssetRoute] = [:]) {
        if let route = overrides[asset] {
            self = route
        } else if asset.name.hasPrefix("coin:") {
            self = .coin(id: String(asset.name.dropFirst(5)))
        } else if let id = Self.coins[asset.name] {
            self = .coin(id: id)
        } else if let ticker = asset.ticker {
            self = .share(ticker)
        } else {
            return nil
        }
    }

    private static let coins = ["BTC": "bitcoin", "ETH": "ethereum"]
}
