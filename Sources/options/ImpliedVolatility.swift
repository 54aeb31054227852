internal import ArgumentParser
internal import OptionPricing
internal import StrategyContract

extension Options {
    /// `options implied-volatility [FILE] [--greeks] [--all-greeks] [--market-units] [--exercise STYLE] [--dividend DIVIDEND …]`
    struct ImpliedVolatility: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute implied volatilities of option prices, one per line.",
            discussion: """
                Reads one JSON object per line, an option with its price, from FILE or standard input. Writes one line \
                per option to standard output: the implied volatility in the Black-Scholes-Merton model. Each response \
                is written as soon as its line has been read. A line that breaks a rule is answered by {"error": …} in \
                its place. Blank lines are skipped. CSV, whose columns are named as the members, is answered by CSV.

                A line has type ("call" or "put"), currentPrice, strikePrice, timeToExpiration (in years; or \
                valuationDate and expirationDate, as YYYY-MM-DD) and price (per share), and may have riskFreeRate and \
                dividendYield. With forwardPrice in place of currentPrice, the model is that of Black (1976). \
                With "model": "bachelier", prices are normally distributed and may be negative; the volatility is then \
                in money per square root of a year. With "exercise": "american", the holder may exercise before the \
                expiration. With dividends, rows such as {"exDate": "2026-12-11", "amount": 0.24}, the price of the underlying \
                falls at ex-dates. If no implied volatility exists, impliedVolatility is null and status gives the reason: \
                below_intrinsic, above_maximum or not_determinable. Such a line is answered, not refused. \
                With --greeks, the line continues with the members of options price at the volatility found; without \
                one, they are null. Their units are those of options price.

                EXAMPLES:
                  options implied-volatility quotes.ndjson > volatilities.ndjson
                  options implied-volatility --greeks quotes.ndjson
                  options implied-volatility quotes.ndjson | jq .impliedVolatility
                  options implied-volatility --greeks quotes.csv > volatilities.csv
                  echo '{"type": "put", "currentPrice": 100, "strikePrice": 95,' \\
                    '"timeToExpiration": 0.25, "price": 1.5}' | options implied-volatility

                \(Lines.exitStatuses)
                """
        )

        @OptionGroup var lines: Lines

        @Flag(help: "Add the price, delta, gamma, theta, vega and rho at the volatility found.")
        var greeks = false

        @Flag(help: "Add all greeks of options price --all-greeks at the volatility found.")
        var allGreeks = false

        @OptionGroup var units: UnitsOption

        @OptionGroup var exercise: ExerciseOption

        @OptionGroup var dividend: DividendOption

        @OptionGroup var strict: StrictOption

        func run() throws {
            let selection: GreekSelection? = allGreeks ? .allGreeks : greeks ? .greeks : nil
            let options = AnswerOptions(
                strict: strict.isStrict, greekUnits: units.units, exercise: exercise.style ?? .european,
                dividends: dividend.dividends.map(\.dividend))
            try lines.answer(by: ImpliedVolatilityAnswerer(greeks: selection, options), .impliedVolatilities) { _ in
                AnswerColumns.impliedVolatilities(selection)
            }
        }
    }
}
