import MarketData
import Timing

/// Prints the time to analyse a chain of 2,000 contracts as `name: value ns` lines: in full, and without the smile, the
/// search for arbitrage, or both.
///
/// Usage: bench-chain [NAME] [--once]. NAME selects the benchmarks whose names contain it.
@main
struct Chain {
    static func main() {
        guard let chain = SampleChain(strikes: 1000) else { fatalError("a literal is invalid") }
        let whole = chain.analysis(isSmileNeeded: true, isArbitrageNeeded: true)
        guard let smile = whole.smile else { fatalError("no smile: \(String(describing: whole.smileFailure))") }
        print("chain_strikes_fitted: \(smile.residuals.count)")
        print("chain_arbitrage: \(whole.arbitrage.count)")

        var measurement = Measurement()
        for (name, isSmileNeeded, isArbitrageNeeded) in [
            ("chain_2000", true, true), ("chain_2000_smile", true, false), ("chain_2000_arbitrage", false, true),
            ("chain_2000_quotes", false, false),
        ] {
            measurement.add(name, count: 1) {
                _ = chain.analysis(isSmileNeeded: isSmileNeeded, isArbitrageNeeded: isArbitrageNeeded)
            }
        }
        measurement.print(rounds: 101)
    }
}
