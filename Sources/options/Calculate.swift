internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract
internal import StrategyRequests

extension Options {
    /// `options calculate [FILE | --price PRICE --leg LEG…] [--pretty] [--metrics-only]`
    struct Calculate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the payoff curve and metrics of one strategy.",
            usage: """
                options calculate [<file>] [<options>]
                options calculate --price <price> --leg <leg> ... [<options>]
                """,
            discussion: """
                Reads a request from FILE or standard input, or takes a trade typed as --price and --leg, and writes \
                the response to standard output. If the request breaks a rule, writes {"error": …} to standard error \
                and exits with status 1.

                EXAMPLES:
                  options calculate --price 165.12 --leg "long 1 call 165 @ 9.25"
                  options calculate --price 165.12 --metrics-only \\
                    --leg "+1 call 165 @ 9.25" --leg "-1 call 180 @ 3.1"
                  options calculate --price 98.5 --leg "sell 2 95P 2026-12-18 @ 2.4" \\
                    --valuation-date 2026-11-23 --include probability --pretty
                  options calculate --price 98.5 --leg "100 shares @ 97" --show-request
                  options calculate long-call.json
                  options calculate --pretty < long-call.json
                  options calculate --metrics-only iron-condor.json
                """
        )

        @OptionGroup var request: RequestInput

        @Option(
            help: ArgumentHelp(
                "Add this to the response, for --leg: \(Self.inclusions). Repeat the option for more.",
                valueName: "member"),
            completion: .list(Inclusion.allCases.map(\.rawValue)), transform: Self.inclusion)
        var include: [Inclusion] = []

        @Flag(help: "Indent the JSON, with one point of the curve per line.")
        var pretty = false

        @Flag(help: "Omit the curve, as \"exclude\": [\"curve\"] in the request does.")
        var metricsOnly = false

        @OptionGroup var units: UnitsOption
        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption
        @OptionGroup var warnings: WarningsOption

        func validate() throws {
            if !include.isEmpty { try request.requireLegs(for: "--include", "include") }
        }

        func run() throws {
            let names = include.map { "\"\($0.rawValue)\"" }.joined(separator: pretty ? ", " : ",")
            let json = try request.read(
                limit: limits.limits.bytes, pretty: pretty, adding: include.isEmpty ? [] : [("include", "[\(names)]")])
            let answer: [UInt8]
            do throws(ContractError) {
                answer = try JSONContract.calculate(
                    json,
                    AnswerOptions(
                        format: metricsOnly ? .metrics : .json, pretty: pretty, limits: limits.limits,
                        strict: strict.isStrict, greekUnits: units.units, isCancelled: LimitsOption.notice))
            } catch {
                throw request.refuse(error)
            }
            try StandardOutput.write(answer)
            warnings.write(of: json, .calculation)
        }

        private static var inclusions: String {
            let names = Inclusion.allCases.map(\.rawValue)
            return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
        }

        private static func inclusion(_ text: String) throws -> Inclusion {
            guard let inclusion = Inclusion(rawValue: text) else { throw ValidationError("expected \(inclusions)") }
            return inclusion
        }
    }
}
