import MarketData
import Timing

/// Prints the time to analyse a chain of 2,000 European contracts as `name: value ns` lines: in full, and without the smile, the
/// search for arbitrage, or both; and that of 130 American contracts with four dividends, in full.
///
/// Usage: bench-chain [NAME] [--once]. NAME selects the benchmarks whose names contain it.
@main
struct Chain {
    static func main() {
        guard let chain = SampleChain(strikes: 1000), let american = SampleChain(strikes: 65, exercise: .american)
        else {
            fatalError("a literal is invalid")
        }
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
        let found = american.analysis(isSmileNeeded: true, isArbitrageNeeded: true)
        print("chain_american_fitted: \(found.smile?.residuals.count ?? 0)")
        print("chain_american_dividends: \(found.dividends.count)")
        measurement.add("chain_american_130", count: 1) {
            _ = american.analysis(isSmileNeeded: true, isArbitrageNeeded: true)
        }
        measurement.print(rounds: 101)
    }
}
