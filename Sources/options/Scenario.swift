internal import ArgumentParser
internal import StrategyAnalytics
internal import StrategyContract

extension Options {
    /// `options scenario [FILE] [--pretty]`
    struct Scenario: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Profit of a strategy or a book over prices, volatilities and dates.",
            discussion: """
                Reads a request as calculate does from FILE or standard input, with dates or times of expiration, and \
                writes the profit in every combination of spot shifts, volatility shifts and dates: \
                profitLoss[price][shift][date]. A request that breaks a rule is answered by {"error": …} on standard \
                error and exit status 1.

                scenarioGrid in the request chooses the scenarios: {"spotShifts": [-0.1, 0, 0.1], \
                "volatilityShifts": [-0.05, 0, 0.05], "dates": ["2027-01-15"]}. A spot shift of -0.1 is 10 % down, a \
                volatility shift of 0.05 is 5 points up; a date may be a number too, years after the valuation.

                A book has positions in place of legs: [{"id": "a", "legs": […]}, …]. Each is answered, and scenarios is that \
                of all together.

                EXAMPLES:
                  options scenario --pretty iron-condor.json
                  options scenario iron-condor.json | jq .scenarios.profitLoss
                """
        )

        @Argument(
            help: "A file with one JSON request; standard input when absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Flag(help: "Indent the JSON, the scenarios of one price a line.")
        var pretty = false

        func run() throws {
            let json = try Input.read(file, limit: RequestLimits.requestBytes)
            let answer: [UInt8]
            do throws(ContractError) {
                answer = try Contract.scenario(json, pretty: pretty)
            } catch {
                StandardError.write(error.json())
                throw ExitCode.failure
            }
            try StandardOutput.write(answer)
        }
    }
}
