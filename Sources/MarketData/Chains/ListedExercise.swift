public import OptionPricing

extension ExerciseStyle {
    /// The indices on which listed options are European, and the roots of their symbols where these differ. Options on the S&P 100 are
    /// European as `XEO` and American as `OEX`.
    private static let europeanNames: Set<String> = [
        "DJX", "GSPC", "MRUT", "NDX", "NDXP", "RUT", "RUTW", "SPX", "SPXW", "VIX", "VIXW", "XEO", "XND", "XSP",
    ]

    /// Returns the style of listed options where the source of the quotes does not state it: options on indices are European, options on
    /// shares and funds American.
    ///
    /// - Parameter underlying: The ticker of the underlying. Those that begin with `^` or `I:` are indices.
    /// - Returns: The style.
    public static func ofListedOptions(on underlying: Ticker) -> ExerciseStyle {
        let symbol = underlying.symbol
        let name = symbol.hasPrefix("^") ? symbol.dropFirst() : symbol.hasPrefix("I:") ? symbol.dropFirst(2) : nil
        if let name { return name == "OEX" ? .american : .european }
        return europeanNames.contains(symbol) ? .european : .american
    }
}
