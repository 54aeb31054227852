internal import MarketData

extension OptionSymbol {
    /// Whether the contract was adjusted, after a split or a merger, and delivers something other than 100 shares.
    ///
    /// The root of such a contract ends with a digit, and is not the ticker of the underlying.
    func isAdjusted(of underlying: Ticker) -> Bool {
        guard root != underlying.symbol, let last = root.utf8.last else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
    }
}

extension ListedContract {
    /// Whether this contract precedes another: ascending by strike, calls before puts, then by symbol.
    func precedes(_ other: ListedContract) -> Bool {
        if strike != other.strike { return strike < other.strike }
        if kind != other.kind { return kind == .call }
        return symbol < other.symbol
    }
}

extension ContractQuote {
    /// Returns quotes by strike, calls before puts. If a symbol repeats, the last quote is kept.
    static func ordered(_ quotes: [ContractQuote]) -> [ContractQuote] {
        let bySymbol = Dictionary(quotes.map { ($0.contract.symbol, $0) }, uniquingKeysWith: { _, last in last })
        return bySymbol.values.sorted { $0.contract.precedes($1.contract) }
    }
}

extension ExactDecimal {
    /// The value; `nil` below zero. A bid of zero means that there are no buyers.
    var unlessNegative: ExactDecimal? { significand >= 0 ? self : nil }
}
