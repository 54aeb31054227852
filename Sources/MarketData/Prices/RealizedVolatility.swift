internal import _OptionsMath

/// The realised volatility of past closes.
public enum RealizedVolatility {
    /// The default number of closes.
    public static let closeCount = 60
    /// The sessions of a year.
    private static let sessionsPerYear = 252.0

    /// Computes the annualised volatility of the last closes: the sample standard deviation of the logarithms of the
    /// ratios of closes that follow each other, times √252.
    ///
    /// - Parameters:
    ///   - closes: Closes adjusted for splits, ascending by day.
    ///   - count: The number of closes to use, 3 or more.
    /// - Returns: A decimal per year; `nil` if there are fewer closes, or if one of them is not above 0.
    ///
    /// > Source: Hull, "Options, Futures, and Other Derivatives", 11th ed., 2021, section 15.4.
    public static func annualized(_ closes: some BidirectionalCollection<Double>, count: Int = closeCount) -> Double? {
        guard count >= 3 else { return nil }
        let used = closes.suffix(count)
        guard used.count == count, used.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        let logarithms = used.map { log($0) }
        let returns = zip(logarithms.dropFirst(), logarithms).map { $0 - $1 }
        let mean = returns.reduce(0, +) / Double(returns.count)
        let squares = returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(returns.count - 1) * sessionsPerYear).squareRoot()
    }
}
