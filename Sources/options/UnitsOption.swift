internal import ArgumentParser
internal import StrategyValuation

/// `--market-units`, of the commands that compute greeks.
struct UnitsOption: ParsableArguments {
    @Flag(
        help: """
            Report theta per calendar day, and vega and rho per percentage point, unless a request has its own \
            "greekUnits".
            """)
    var marketUnits = false

    var units: GreekUnits { marketUnits ? .market : .mathematical }
}
