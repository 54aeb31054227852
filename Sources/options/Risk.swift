internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract

extension Options {
    /// `options risk [FILE] [--pretty]`
    struct Risk: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute value at risk and expected shortfall of positions on several underlyings.",
            discussion: """
                Reads a request from FILE or standard input: underlyings, each with a price, a volatility and positions; \
                their correlations; and a horizon, as horizonDays, horizonDate or timeToHorizon. Revalues every position \
                in random scenarios, and writes the losses at the confidence levels, their 95 % intervals for the error \
                of the simulation, and the contribution of each position. A seed gives the same bytes every time. If the \
                request breaks a rule, writes {"error": …} to standard error and exits with status 1.

                With "history", a list of prices, in each underlying, the volatilities and correlations that the \
                request does not give are estimated. scenarios (10,000), seed (0) and confidenceLevels (0.95 and 0.99) \
                have these defaults. "include": ["normals"] adds the normal variates, for a check.

                EXAMPLES:
                  echo '{"horizonDays": 10, "underlyings": [{"currentPrice": 165, "volatility":
                  0.3, "positions": [{"legs": [{"type": "stock", "position": "long",
                  "quantity": 1000}]}]}]}' | options risk
                  options risk --pretty portfolio.json
                  options risk portfolio.json | jq -c '.valueAtRisk[]'
                """
        )

        @Argument(
            help: "A file with one JSON request. Standard input if absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Flag(help: "Indent the JSON, with one level per line.")
        var pretty = false

        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func run() throws {
            let json = try Input.read(file, limit: limits.limits.bytes)
            let answer: [UInt8]
            do throws(ContractError) {
                answer = try JSONContract.risk(
                    json,
                    AnswerOptions(
                        pretty: pretty, limits: limits.limits, strict: strict.isStrict, isCancelled: LimitsOption.notice
                    ))
            } catch {
                StandardError.write(error.json())
                throw ExitCode.failure
            }
            try StandardOutput.write(answer)
        }
    }
}
