internal import ArgumentParser
internal import OptionPricing
internal import StrategyContract

extension Options {
    /// `options price [FILE] [--all-greeks] [--market-units] [--exercise STYLE] [--dividend DIVIDEND …]`
    struct Price: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the price and greeks of options, one per line.",
            discussion: """
                Reads one JSON object per line, an option with its volatility, from FILE or standard input. Writes one \
                line per option to standard output: the price and the greeks in the Black-Scholes-Merton model, per \
                share. Each response is written as soon as its line has been read. A line that breaks a rule is \
                answered by {"error": …} in its place. Blank lines are skipped. CSV, whose columns are named as the \
                members, is answered by CSV.

                A line has type ("call" or "put"), currentPrice, strikePrice, timeToExpiration (in years; or \
                valuationDate and expirationDate, as YYYY-MM-DD) and volatility (0.2 is 20 %), and may have \
                riskFreeRate and dividendYield. Theta is per year, vega per 1.00 of volatility, rho per 1.00 of rate, unless \
                greekUnits is "market".
                With forwardPrice in place of currentPrice, the model is that of Black (1976); the greeks are by the \
                forward, and rho is at a fixed forward. With "model": "bachelier", prices are normally distributed and \
                may be negative; volatility is then in money per square root of a year. With delta in \
                place of strikePrice, the strike price that gives it is found, and answered. With "exercise": "american", the \
                holder may exercise before the expiration; the answer then has the premium of early exercise, whether exercise \
                now is optimal, and the prices of the underlying from which it is. With dividends, rows such as \
                {"exDate": "2026-12-11", "amount": 0.24}, the price of the underlying falls at ex-dates. With timeToExpiration or \
                volatility 0, the answer is the limit; greeks without a finite limit are null.

                GREEKS of the value V, for an underlying price S, strike price K, volatility v, rate r, yield q and time T:
                  delta      dV/dS            of a call 0 to 1, of a put -1 to 0
                  gamma      d2V/dS2          0 or greater
                  theta      -dV/dT           per year; market: per day
                  vega       dV/dv            per 1.00 of volatility; market: per point
                  rho        dV/dr            per 1.00 of rate; market: per point
                  epsilon    dV/dq            per 1.00 of yield
                  vanna      d2V/dS dv
                  vomma      d2V/dv2
                  charm      -d2V/dS dT       per year
                  speed      d3V/dS3
                  zomma      d3V/dS2 dv
                  color      -d3V/dS2 dT      per year; elsewhere often without the minus
                  ultima     d3V/dv3
                  dualDelta  dV/dK            of a call below 0; elsewhere often -dV/dK
                  dualGamma  d2V/dK2          0 or greater

                EXAMPLES:
                  options price options.ndjson > greeks.ndjson
                  options price --all-greeks --market-units < options.ndjson
                  options price chain.csv.gz > greeks.csv
                  echo '{"type": "call", "currentPrice": 100, "strikePrice": 105,' \\
                    '"timeToExpiration": 0.5, "volatility": 0.2}' | options price

                \(Lines.exitStatuses)
                """
        )

        @OptionGroup var lines: Lines

        @Flag(help: "Add epsilon, vanna, vomma, charm, speed, zomma, color, ultima, dualDelta and dualGamma.")
        var allGreeks = false

        @OptionGroup var units: UnitsOption

        @OptionGroup var exercise: ExerciseOption

        @OptionGroup var dividend: DividendOption

        @OptionGroup var strict: StrictOption

        func run() throws {
            let options = AnswerOptions(
                strict: strict.isStrict, greekUnits: units.units, exercise: exercise.style ?? .european,
                dividends: dividend.dividends.map(\.dividend))
            try lines.answer(by: PriceAnswerer(allGreeks: allGreeks, options), .prices) {
                AnswerColumns.prices($0, allGreeks: allGreeks, options)
            }
        }
    }
}
