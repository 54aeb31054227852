internal import ArgumentParser
internal import StrategyAnalytics
internal import StrategyContract

extension Options {
    /// `options price [FILE] [--all-greeks] [--market-units]`
    struct Price: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Price and greeks of options, one a line.",
            discussion: """
                Reads one option with its volatility a line, as JSON, from FILE or standard input, and answers each with \
                a line on standard output: the price and the greeks by Black, Scholes and Merton, per share. An answer is \
                written as soon as its line has been read. A line that breaks a rule is answered by {"error": …} in its \
                place; blank lines are skipped.

                A line has type ("call" or "put"), currentPrice, strikePrice, timeToExpiration (in years; or \
                valuationDate and expirationDate, as YYYY-MM-DD) and volatility (0.2 is 20 %), and may have riskFreeRate \
                and dividendYield. Theta is per year, vega per 1.00 of volatility, rho per 1.00 of rate.

                EXAMPLES:
                  options price options.ndjson > greeks.ndjson
                  options price --all-greeks --market-units < options.ndjson
                  echo '{"type": "call", "currentPrice": 100, "strikePrice": 105,' \\
                    '"timeToExpiration": 0.5, "volatility": 0.2}' | options price

                EXIT STATUS:
                  0   every line was answered
                  1   at least one line was refused; the others were answered
                  66  the input cannot be read
                  74  output could not be written
                """
        )

        @Argument(
            help: "A file with one JSON object a line; standard input when absent or -.",
            completion: .file(extensions: ["ndjson", "jsonl"]))
        var file: String?

        @Flag(help: "Also epsilon, vanna, vomma, charm, speed, zomma, color, ultima, dualDelta and dualGamma.")
        var allGreeks = false

        @Flag(help: "Theta per calendar day, vega and rho per percentage point.")
        var marketUnits = false

        func run() throws {
            try Lines.answer(file, by: PriceAnswerer(allGreeks: allGreeks, units: marketUnits ? .market : .annual))
        }
    }
}
