internal import MarketData
internal import Synchronization

/// The chain of a source with its analyses, which are computed at the first question and kept as long as the quotes.
final class KeptChain: Sendable {
    /// The inputs of an analysis besides the quotes.
    private struct Inputs: Hashable {
        let spot: ExactDecimal?
        let dividends: [Dividend]
        let historicalVolatility: Double?
    }

    /// The analyses at the last price of an underlying that the source does not give, for each use of dividends with and
    /// without history.
    private static let limit = 6

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
    ///   - analyze: Computes an analysis.
    /// - Returns: The analysis.
    func analysis(
        spot: ExactDecimal?, dividends: [Dividend], historicalVolatility: Double?, _ analyze: ChainService.Analyze
    ) -> ChainAnalysis {
        let inputs = Inputs(
            spot: snapshot.spot ?? spot, dividends: dividends, historicalVolatility: historicalVolatility)
        return analyses.withLock { analyses in
            if let known = analyses[inputs] { return known }
            var priced = snapshot
            if snapshot.spot == nil {
                priced = ChainSnapshot(
                    underlying: snapshot.underlying, expiration: snapshot.expiration, spot: inputs.spot,
                    quotes: snapshot.quotes, asOf: snapshot.asOf, exercise: snapshot.exercise)
            }
            let analysis = analyze(priced, dividends, historicalVolatility)
            if analyses.count >= Self.limit { analyses = [:] }
            analyses[inputs] = analysis
            return analysis
        }
    }
}
