internal import MarketData
internal import Synchronization

/// The chain of a source with its analyses, which are computed at the first question and kept as long as the quotes.
final class KeptChain: Sendable {
    /// The inputs of an analysis besides the quotes.
    private struct Inputs: Hashable {
        let spot: ExactDecimal?
        let dividends: [Dividend]
        let historicalVolatility: Double?
        /// The only strike that was analysed; `nil` for all.
        var strike: ExactDecimal?
    }

    /// The analyses at the last price of an underlying that the source does not give, for each use of dividends with and
    /// without history.
    private static let limit = 6
    /// The analyses of single strikes that are kept.
    private static let strikeLimit = 100

    /// The quotes.
    let snapshot: ChainSnapshot
    private let analyses = Mutex<[Inputs: ChainAnalysis]>([:])

    init(_ snapshot: ChainSnapshot) { self.snapshot = snapshot }

    /// Returns the analysis, and computes it if there is none. Concurrent callers wait for one computation.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying where the chain has none.
    ///   - dividends: The dividends that are used.
    ///   - historicalVolatility: The realised volatility of the underlying; `nil` without it.
    ///   - strike: The strike that the caller needs, `nil` for all. An analysis of all strikes that is there serves as well.
    ///   - analyze: Computes an analysis.
    /// - Returns: The analysis.
    func analysis(
        spot: ExactDecimal?, dividends: [Dividend], historicalVolatility: Double?, strike: ExactDecimal? = nil,
        _ analyze: ChainService.Analyze
    ) -> ChainAnalysis {
        var inputs = Inputs(
            spot: snapshot.spot ?? spot, dividends: dividends, historicalVolatility: historicalVolatility)
        return analyses.withLock { analyses in
            if let known = analyses[inputs] { return known }
            inputs.strike = strike
            if let known = analyses[inputs] { return known }
            var priced = snapshot
            if snapshot.spot == nil {
                priced = ChainSnapshot(
                    underlying: snapshot.underlying, expiration: snapshot.expiration, spot: inputs.spot,
                    quotes: snapshot.quotes, asOf: snapshot.asOf, exercise: snapshot.exercise)
            }
            let analysis = analyze(priced, dividends, historicalVolatility, strike)
            let same = analyses.keys.filter { ($0.strike == nil) == (strike == nil) }
            if same.count >= (strike == nil ? Self.limit : Self.strikeLimit) {
                for key in same { analyses[key] = nil }
            }
            analyses[inputs] = analysis
            return analysis
        }
    }
}
