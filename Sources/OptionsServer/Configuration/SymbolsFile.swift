public import MarketData

/// The file of optionable underlyings: one ticker per line; `#` begins a comment anywhere in a line.
public enum SymbolsFile {
    /// Parses the text of a file.
    ///
    /// - Returns: The distinct tickers, in their order.
    /// - Throws: An error that names the first invalid line, or states that the file has no ticker.
    public static func tickers(parsing text: String) throws(ConfigurationError) -> [Ticker] {
        var tickers: [Ticker] = []
        var seen: Set<Ticker> = []
        // "\r\n" is one character, which is a newline too.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let symbol = String(line.prefix { $0 != "#" }).trimmed
            if symbol.isEmpty { continue }
            guard let ticker = Ticker(symbol) else {
                throw ConfigurationError(
                    "line \(index + 1) must be \(RequestParameters.tickerRule), got \(RequestParameters.quoted(symbol))"
                )
            }
            if seen.insert(ticker).inserted { tickers.append(ticker) }
        }
        guard !tickers.isEmpty else { throw ConfigurationError("there must be at least one ticker, got none") }
        return tickers
    }
}
