/// The symbol of a share, a fund, an index or a coin, in capital letters: 1 to 15 of `A`–`Z`, `0`–`9`, `.`, `-`, `^`,
/// `:` and `=`.
///
/// The class of a share follows a full stop, as in `BRK.B`. Adapters translate the spellings of their sources.
///
/// ```swift
/// Ticker("coin")      // COIN
/// Ticker("BRK.B")
/// Ticker("A B")       // nil
/// ```
public struct Ticker: Hashable, Sendable {
    /// The symbol.
    public let symbol: String

    /// Creates a ticker from a symbol in either case; `nil` if it has another length or another character.
    public init?(_ symbol: some StringProtocol) {
        guard (1...15).contains(symbol.utf8.count) else { return nil }
        let isValid = symbol.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "^"),
                UInt8(ascii: ":"), UInt8(ascii: "="):
                true
            default: false
            }
        }
        guard isValid else { return nil }
        self.symbol = symbol.uppercased()
    }
}

extension Ticker: Comparable {
    /// Whether `left` comes first in the order of bytes.
    public static func < (left: Ticker, right: Ticker) -> Bool { left.symbol < right.symbol }
}

extension Ticker: CustomStringConvertible {
    /// The symbol.
    public var description: String { symbol }
}
