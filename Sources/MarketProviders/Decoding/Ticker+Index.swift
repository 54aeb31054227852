internal import MarketData

extension Ticker {
    /// Names of indices that are another's at sources of options.
    private static let indices = ["GSPC": "SPX"]

    /// The name of an index without its prefix, such as `SPX` for `^SPX`, `^GSPC` and `I:SPX`; `nil` for shares.
    var index: String? {
        let name = symbol.hasPrefix("^") ? symbol.dropFirst(1) : symbol.hasPrefix("I:") ? symbol.dropFirst(2) : ""
        return name.isEmpty ? nil : Self.indices[String(name)] ?? String(name)
    }
}
