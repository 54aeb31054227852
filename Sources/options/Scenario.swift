internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract

extension Options {
    /// `options scenario [FILE | --price PRICE --leg LEG…] [--pretty]`
    struct Scenario: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the profit of a strategy or a book over prices, volatilities and dates.",
            usage: """
                options scenario [<file>] [<options>]
                options scenario --price <price> --leg <leg> ... [<options>]
                """,
            discussion: """
                Reads a request of options calculate, with dates or times of expiration, from FILE or standard input, or \
                takes a trade typed as --price and --leg, with --time-to-expiration or --valuation-date and dates. \
                Writes the profit in every combination of spot shifts, volatility shifts and dates: \
                profitLoss[price][shift][date]. If the request breaks a rule, writes {"error": …} to standard error \
                and exits with status 1.

                scenarioGrid in the request selects the scenarios: {"spotShifts": [-0.1, 0, 0.1], "volatilityShifts": \
                [-0.05, 0, 0.05], "dates": ["2027-01-15"]}. A spot shift of -0.1 is 10 % down, and a volatility shift \
                of 0.05 is 5 points up. A date may also be a number of years after the valuation.

                A book has positions in place of legs: [{"id": "a", "legs": […]}, …]. The response has the profit of \
                each position, and in scenarios that of all positions together.

                EXAMPLES:
                  options scenario --price 100 --leg "long 1 call 105 @ 2.5" \\
                    --time-to-expiration 0.5 --volatility 0.2
                  options scenario --price 100 --leg "-1 put 95 @ 2.4 2026-12-18" \\
                    --valuation-date 2026-11-23 --pretty
                  options scenario --pretty iron-condor.json
                  options scenario iron-condor.json | jq .scenarios.profitLoss
                """
        )

        @OptionGroup var request: RequestInput

        @Flag(help: "Indent the JSON, with the scenarios of one price per line.")
        var pretty = false

        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption
        @OptionGroup var warnings: WarningsOption

        func run() throws {
            let json = try request.read(limit: limits.limits.bytes, pretty: pretty)
            let answer: [UInt8]
            do throws(ContractError) {
                answer = try JSONContract.scenario(
                    json,
                    AnswerOptions(
                        pretty: pretty, limits: limits.limits, strict: strict.isStrict, isCancelled: LimitsOption.notice
                    ))
            } catch {
                throw request.refuse(error)
            }
            try StandardOutput.write(answer)
            warnings.write(of: json, .scenario)
        }
    }
}
