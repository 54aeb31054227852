internal import ArgumentParser
internal import StrategyContract

extension Options {
    /// `options implied-volatility [FILE]`
    struct ImpliedVolatility: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Implied volatility of option prices, one a line.",
            discussion: """
                Reads one option with its price a line, as JSON, from FILE or standard input, and answers each with a \
                line on standard output: the volatility that explains the price, by Black, Scholes and Merton. An answer \
                is written as soon as its line has been read. A line that breaks a rule is answered by {"error": …} in \
                its place; blank lines are skipped.

                A line has type ("call" or "put"), currentPrice, strikePrice, timeToExpiration (in years; or \
                valuationDate and expirationDate, as YYYY-MM-DD) and price (per share), and may have riskFreeRate and \
                dividendYield. Where no volatility explains the price, impliedVolatility is null and status says why: \
                below_intrinsic, above_maximum or not_determinable. Such a line is answered, not refused.

                EXAMPLES:
                  options implied-volatility quotes.ndjson > volatilities.ndjson
                  options implied-volatility quotes.ndjson | jq .impliedVolatility
                  echo '{"type": "put", "currentPrice": 100, "strikePrice": 95,' \\
                    '"timeToExpiration": 0.25, "price": 1.5}' | options implied-volatility

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

        func run() throws {
            try Lines.answer(file, by: ImpliedVolatilityAnswerer())
        }
    }
}
