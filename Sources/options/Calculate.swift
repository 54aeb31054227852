internal import ArgumentParser
internal import StrategyAnalytics
internal import StrategyContract

extension Options {
    /// `options calculate [FILE] [--pretty] [--metrics-only]`
    struct Calculate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the payoff curve and metrics of one strategy.",
            discussion: """
                Reads a request from FILE or standard input and writes the response to standard output. If the request \
                breaks a rule, writes {"error": …} to standard error and exits with status 1.

                EXAMPLES:
                  options calculate long-call.json
                  options calculate --pretty < long-call.json
                  options calculate --metrics-only iron-condor.json
                """
        )

        @Argument(
            help: "A file with one JSON request. Standard input if absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Flag(help: "Indent the JSON, with one point of the curve per line.")
        var pretty = false

        @Flag(help: "Omit the curve, as \"exclude\": [\"curve\"] in the request does.")
        var metricsOnly = false

        @OptionGroup var units: UnitsOption
        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func run() throws {
            let json = try Input.read(file, limit: limits.limits.bytes)
            let answer: [UInt8]
            do throws(ContractError) {
                answer = try JSONContract.calculate(
                    json, pretty: pretty, withCurve: !metricsOnly, limits: limits.limits, strict: strict.isStrict,
                    greekUnits: units.units,
                    isCancelled: LimitsOption.notice)
            } catch {
                StandardError.write(error.json())
                throw ExitCode.failure
            }
            try StandardOutput.write(answer)
        }
    }
}
