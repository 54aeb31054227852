internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract

extension Options {
    /// `options recognise [FILE] [--pretty]`
    struct Recognise: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Split an account into named strategies.",
            discussion: """
                Reads {"legs": […]}, up to 200 legs over one underlying, from FILE or standard input. A leg is written \
                as for options calculate; its premium is optional. Writes the strategies: their names, and which legs \
                and how much of each belong to them. Every contract is used exactly once. If a request has an id (a \
                string or a number), the response repeats it. If the request breaks a rule, writes {"error": …} to \
                standard error and exits with status 1.

                The split has the fewest strategies, and among those the most specific names. "optimal" is true if no \
                split is better. Legs of the same contract that cancel out are a "closed position".

                EXAMPLES:
                  options recognise --pretty account.json
                  options recognise account.json | jq -r '.strategies[].name'
                  echo '{"legs": [{"type": "stock", "position": "long",
                  "quantity": 100}, {"type": "call", "position": "short",
                  "strikePrice": 105, "quantity": 1}]}' | options recognise
                """
        )

        @Argument(
            help: "A file with one JSON request. Standard input if absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Flag(help: "Indent the JSON, with one strategy per line.")
        var pretty = false

        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func run() throws {
            let json = try Input.read(file, limit: limits.limits.bytes)
            var answerer = RecognitionAnswerer(
                AnswerOptions(
                    pretty: pretty, limits: limits.limits, strict: strict.isStrict, isCancelled: LimitsOption.notice))
            var answer: [UInt8] = []
            do throws(ContractError) {
                try answerer.appendAnswer(to: json.span, &answer)
            } catch {
                answerer.appendRefusal(error, wasRead: true, &answer)
                StandardError.write(answer)
                throw ExitCode.failure
            }
            try StandardOutput.write(answer)
        }
    }
}
